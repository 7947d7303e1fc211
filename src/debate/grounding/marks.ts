import type { Entry, EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import type { Grounds } from "./grounds.ts";
import { isLocalLine } from "./local-signs.ts";
import { ofNamed } from "./named-value.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { isCustomaryLevel } from "./own-levels.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { isRound, sideOfLine } from "./round-lines.ts";
import { fits } from "./support.ts";
import { valueNamesIn } from "./value-names.ts";

/*
 * Marks: round numbers that the writer holds a figure against ("lower than 10 %", "clears the 20 % we ask for", "dearer
 * than a 20 multiple"). They are in no evidence; whether the figure is on the side that is told is what can be checked.
 */

/** "Nowhere near 60 %". */
const far =
  /\b(?:nowhere near|(?<!\bnot (?:so |too |very )?)(?:far|miles|well|a long way|some way|quite some way)(?: away| off)? from|a long way (?:off|short of)|not (?:even |anywhere )?(?:near|close to)) (?:the |a |an )?(?:mark of |line of |level of )?[$€£₹]?$/i;

/** Where words begin that tell of what follows that it is far; `null` for others. */
export function farWordsAt(lead: string): number | null {
  return firstIn(far, lead)?.index ?? null;
}

/** Whether a value is too far from a line to be near it in anybody's words. */
export function isFarFrom(value: number, line: number): boolean {
  return Math.abs(value - line) > Math.abs(line) * 0.15;
}

/** A round number that the figure of its words is truly beyond or within; `null` where it is none. */
export function onMark(spot: Spot, held: readonly Entry[], { index }: Grounds): Judgement | null {
  const { number, text, clause, qualifier } = spot;
  // "Just under 9" and "under ten times" tell what is near.
  const isNear =
    qualifier.side !== null || qualifier.approximate || (number.unit === "x" && !/\d|hundred/.test(number.text));
  const lead = text.slice(clause.start, number.offset);
  const isFar = occurs(far, lead);
  if (!isRound(number) || number.unit === "fold" || (isNear && !isFar)) return null;
  const side = sideOfLine(lead);
  if (side === null && !isFar) return null;
  const figures = (held.length > 0 ? held : figuresOf(spot, index)).filter(({ kind }) => isAlike(number, kind));
  const limit = number.sign === null ? Math.abs(number.value) : number.value;
  const holds = figures.some(({ key, value }) => {
    if (isFar) return isFarFrom(number.sign === null ? Math.abs(value) : value, limit);
    if (number.sign !== null) return side === "more" ? value > limit : value < limit;
    const size = value < 0 && !isDistance(key, spot) ? value : Math.abs(value);
    return side === "more" ? size > limit : size < limit;
  });
  return holds && figures.length > 0 ? { verdict: "proposal", evidence: [], cited: false, basis: "mark" } : null;
}

/** A line that is usual, such as 70 of the RSI; the measure that is held against it must be on the side that is told. */
export function onCustomaryLevel(spot: Spot, grounds: Grounds): Judgement | null {
  const { language, index } = grounds;
  if (!isCustomaryLevel(spot, index) && (language === undefined || !isLocalLine(spot, language))) return null;
  const held = language === undefined ? ofNamed(spot, grounds) : null;
  if (held?.verdict === "contradicted") return held;
  return { verdict: "proposal", evidence: [], cited: false, basis: "customary level" };
}

/** What the rest of the sentence is about: the measures that it names and the values that it gives. */
function figuresOf(
  { number, text, clause, mentions, numbers }: Spot,
  { byKey, entries, ofId }: EvidenceIndex,
): Entry[] {
  const named = mentions
    .filter(({ start, end }) => start >= clause.start && end <= clause.end)
    .flatMap(({ keys }) => keys.flatMap((key) => (byKey.get(key) ?? []).flatMap(({ id }) => ofId.get(id) ?? [])));
  if (named.length > 0) return named;
  const [name] = valueNamesIn(text.slice(clause.start, clause.end));
  if (name !== undefined) return (byKey.get(name.key) ?? []).flatMap(({ id }) => ofId.get(id) ?? []);
  const bare = number.unit === null || number.unit === "x";
  const others = numbers.filter(
    (other) =>
      other !== number && (other.unit === number.unit || (bare && (other.unit === null || other.unit === "x"))),
  );
  return entries.filter((entry) => others.some((other) => fits(other, entry)));
}

function isAlike({ unit }: FoundNumber, kind: Entry["kind"]): boolean {
  if (unit === "%" || unit === "bps") return kind === "percent";
  if (unit === "x" || unit === null) return kind === "ratio" || kind === "count" || kind === "bare";
  return kind === "money";
}

/** How far something lies from another thing is told without its sign. */
function isDistance(key: string, { text, clause }: Spot): boolean {
  return (
    /drawdown|_high|_low|max_/.test(key) ||
    /\b(?:fall(?:en|s)?|fell|drop(?:ped|s)?|lost|los[est]|declin\w+|down|shr[aiu]nk)\b/i.test(
      text.slice(clause.start, clause.end),
    )
  );
}
