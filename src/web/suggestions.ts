/** A symbol that can be asked for, under the name that people know it by. */
export interface Suggestion {
  readonly symbol: string;
  readonly name: string;
  readonly assetType: "stock" | "crypto";
  /** Where it trades and in what; empty where no archive says so. */
  readonly about: string;
  readonly synthetic: boolean;
  /** First and last session of an archive's prices, `YYYY-MM-DD`; `null` where online sources are asked. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Symbols that begin with the text, then names that have a word which does. All for an empty text. */
export function matching(suggestions: readonly Suggestion[], text: string): Suggestion[] {
  const wanted = text.trim().toLowerCase();
  const rank = ({ symbol, name }: Suggestion): number => {
    const [ticker, words] = [symbol.toLowerCase(), name.toLowerCase()];
    if (ticker === wanted) return 0;
    if (ticker.startsWith(wanted)) return 1;
    if (` ${words}`.replaceAll("(", "").includes(` ${wanted}`)) return 2;
    return ticker.includes(wanted) ? 3 : 4;
  };
  return suggestions
    .map((suggestion) => ({ suggestion, rank: rank(suggestion) }))
    .filter((found) => found.rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ suggestion }) => suggestion);
}
