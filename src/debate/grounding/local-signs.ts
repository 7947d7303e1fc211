import { contradictsSign } from "./directions.ts";
import type { Entry } from "./evidence-index.ts";
import { compiledFor, withoutCitations } from "./local-tags.ts";
import type { Spot } from "./number-in-context.ts";

const pointing: ReadonlySet<string> = new Set(["move", "place", "more", "better"]);

/** Whether the words of another language around a number say the opposite of its sign: "a reculé de 4,8 %" of +4.8. */
export function contradictsLocalSign(
  { number, text, sentence, numbers }: Spot,
  entries: readonly Entry[],
  language: string,
): boolean {
  const known = compiledFor(language);
  if (known === null) return false;
  const written = withoutCitations(text.slice(sentence.start, sentence.end));
  const at = number.offset - sentence.start;
  const end = at + number.text.length;
  const { start: from, end: to } = partAround(written, at, known.joint);
  const { lexicon } = known;
  const part = written.slice(from, to);
  if (lexicon.supposed.test(written) || lexicon.denial.test(part) || lexicon.soft.test(part)) return false;
  const words = known
    .tagsIn(written)
    .filter(({ kind, start, end: stop }) => pointing.has(kind) && start >= from && stop <= to);
  const others = numbers.map(({ offset }) => offset - sentence.start).filter((offset) => offset !== at);
  const behind = words.find(({ start }) => start >= end);
  const before = words.findLast((word) => word.end <= at && word.kind !== "place");
  const isBehind =
    behind !== undefined &&
    !others.some((offset) => offset > at && offset < behind.start) &&
    (before === undefined || behind.kind === "place") &&
    isNear(written.slice(end, behind.start), lexicon.filler);
  const gap = before === undefined ? "" : written.slice(before.end, at);
  const isBefore =
    before !== undefined &&
    !others.some((offset) => offset >= before.end && offset < at) &&
    !(lexicon.level.test(gap) && before.english !== "noun");
  const way = isBehind ? behind.way : isBefore ? before.way : 0;
  if (way === 0) return false;
  const said = way === 1 ? "It rose " : "It fell ";
  const english = `${said}${number.text}`;
  return contradictsSign(number, entries, { text: english, start: said.length, end: english.length }, english);
}

const lines: Readonly<Record<string, readonly number[]>> = {
  RSI: [20, 30, 40, 50, 60, 70, 80],
  "money flow": [20, 50, 80],
};

/** "Der RSI liegt unter 30": a usual line that a reading is held against, and no value of its own. */
export function isLocalLine({ number, text, sentence }: Spot, language: string): boolean {
  const known = number.unit === null ? compiledFor(language) : null;
  if (known === null) return false;
  const written = withoutCitations(text.slice(sentence.start, sentence.end));
  const tags = known.tagsIn(written);
  if (!tags.some(({ english }) => lines[english]?.includes(number.value) === true)) return false;
  const at = number.offset - sentence.start;
  if (known.lexicon.line.test(written.slice(0, at))) return true;
  const placed = tags.findLast(({ kind, end }) => (kind === "place" || kind === "beats") && end <= at);
  return placed !== undefined && isNear(written.slice(placed.end, at), known.lexicon.filler);
}

function isNear(gap: string, filler: RegExp): boolean {
  return gap.length < 48 && (gap.match(/\p{L}+(?:-\p{L}+)*/gu) ?? []).every((word) => filler.test(word));
}

function partAround(text: string, at: number, joint: RegExp): { start: number; end: number } {
  let start = 0;
  for (const found of text.matchAll(joint)) {
    if (found.index >= at) return { start, end: found.index };
    start = found.index + found[0].length;
  }
  return { start, end: text.length };
}
