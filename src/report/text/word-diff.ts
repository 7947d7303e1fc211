/* What changed from one text to another: equal sentences apart, and of the others the words. */

export interface Edit {
  readonly kind: "same" | "removed" | "added";
  readonly items: readonly string[];
}

/** Beyond so many comparisons one is removed whole and the other added whole. */
const mostCells = 4_000_000;

/** The longest common subsequence, and what stands around it; what is removed stands before what is added. */
export function edits(before: readonly string[], after: readonly string[]): Edit[] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > mostCells) return joined([...before.map(removed), ...after.map(added)]);
  const width = columns + 1;
  // At a place: how much of the rest of both is common.
  const common = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const found: Edit[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const [old, now] = [before[row], after[column]];
    if (old !== undefined && old === now) {
      found.push({ kind: "same", items: [old] });
      row += 1;
      column += 1;
    } else if (old !== undefined && (now === undefined || at(row + 1, column) >= at(row, column + 1))) {
      found.push(removed(old));
      row += 1;
    } else if (now !== undefined) {
      found.push(added(now));
      column += 1;
    }
  }
  return joined(found);
}

function removed(item: string): Edit {
  return { kind: "removed", items: [item] };
}

function added(item: string): Edit {
  return { kind: "added", items: [item] };
}

/** Neighbours of a kind as one; between two that are the same, all that is removed before all that is added. */
function joined(all: readonly Edit[]): Edit[] {
  const found: Edit[] = [];
  let [gone, come]: [string[], string[]] = [[], []];
  const close = (): void => {
    if (gone.length > 0) found.push({ kind: "removed", items: gone });
    if (come.length > 0) found.push({ kind: "added", items: come });
    [gone, come] = [[], []];
  };
  for (const { kind, items } of all) {
    if (kind === "removed") gone.push(...items);
    else if (kind === "added") come.push(...items);
    else {
      close();
      const last = found.at(-1);
      if (last?.kind === "same") found.splice(-1, 1, { kind, items: [...last.items, ...items] });
      else found.push({ kind, items });
    }
  }
  close();
  return found;
}

/** What changed in a sentence, word by word. */
export function wordEdits(before: string, after: string): Edit[] {
  return edits(words(before), words(after));
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** Sentences that both texts have, and between them what changed, word by word. */
export type Passage =
  | { readonly kind: "same"; readonly sentences: readonly string[] }
  | { readonly kind: "changed"; readonly words: readonly Edit[] };

export function passages(before: string, after: string): Passage[] {
  const all = edits(sentences(before), sentences(after));
  return all.flatMap(({ kind, items }, at): Passage[] => {
    if (kind === "same") return [{ kind, sentences: items }];
    const next = all[at + 1];
    if (kind === "added") return all[at - 1]?.kind === "removed" ? [] : [changed([], items)];
    return [changed(items, next?.kind === "added" ? next.items : [])];
  });
}

function changed(before: readonly string[], after: readonly string[]): Passage {
  return { kind: "changed", words: wordEdits(before.join(" "), after.join(" ")) };
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Without the signs of markdown, which are not what changed. */
function sentences(text: string): string[] {
  return [...segmenter.segment(text.replaceAll(/[*`]|^(?:#+|[-+>]|\|[-|: ]+\|$)\s*/gm, ""))]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "");
}

/** A claim of one run, and the one of the other that says it in other words; `""` where there is none. */
export interface ClaimPair {
  readonly before: string;
  readonly after: string;
}

/** So much of their words two claims share at least that are the same claim in other words. */
const leastShared = 0.5;

export function claimPairs(before: readonly string[], after: readonly string[]): ClaimPair[] {
  const open = new Set(before);
  const found = after.map((claim): ClaimPair => {
    const [best] = [...open]
      .map((one) => ({ one, share: likeness(one, claim) }))
      .filter(({ share }) => share >= leastShared)
      .toSorted((a, b) => b.share - a.share);
    if (best !== undefined) open.delete(best.one);
    return { before: best?.one ?? "", after: claim };
  });
  return [...found, ...[...open].map((one) => ({ before: one, after: "" }))];
}

/** Of the longer of the two, the share of words that are common in their order. */
function likeness(a: string, b: string): number {
  const same = wordEdits(a, b).flatMap(({ kind, items }) => (kind === "same" ? items : []));
  return same.length / Math.max(words(a).length, words(b).length, 1);
}
