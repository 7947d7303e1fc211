import type { Brief } from "../reasoner.ts";

/** The instrument's name in the middle of a sentence. */
export interface Subject {
  readonly the: string;
  readonly them: string;
  readonly their: string;
  readonly are: string;
  readonly have: string;
  /** The names of 252 sessions and their high on its calendar. */
  readonly year: string;
  readonly yearHigh: string;
  readonly isPaid: boolean;
  /** What the fundamentals analyst reads, and whether it takes a plural verb. */
  readonly figures: { readonly name: string; readonly isPlural: boolean };
}

const one = { them: "it", their: "its", are: "is", have: "has" };
const exchange = { year: "twelve months", yearHigh: "52-week closing high", isPaid: true };
const company = { name: "the company's figures", isPlural: true };
const coin = { name: "market structure", isPlural: false };

export function subjectOf({ symbol, name, assetType }: Brief<unknown>["instrument"]): Subject {
  switch (assetType) {
    case "crypto":
      return {
        the: coinName(symbol, name),
        ...one,
        year: "eight months",
        yearHigh: "252-day closing high",
        isPaid: false,
        figures: coin,
      };
    case "index":
      return { the: "the index", ...one, ...exchange, figures: company };
    default:
      return {
        the: "the shares",
        them: "them",
        their: "their",
        are: "are",
        have: "have",
        ...exchange,
        figures: company,
      };
  }
}

/** The symbol's base where the name is no plain one. */
function coinName(symbol: string, name: string): string {
  const [given = ""] = name.split(/ *\/| US/);
  return /^\p{L}{2,}(?: \p{L}+)?$/u.test(given) ? given : symbol.replace(/-\w+$/, "");
}
