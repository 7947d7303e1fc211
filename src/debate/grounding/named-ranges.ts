import { first } from "./gap.ts";
import type { Grounds } from "./grounds.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { partnerOf } from "./ranges.ts";
import { valueNamesIn } from "./value-names.ts";

/* A range that words give to one measure by its name holds that measure's value or is wrong: "the RSI lies between 55 and 60". */

const toRange =
  /^(?: \[[^\]]*\])?(?:,? (?:is|was|lies|lay|falls|sits|stands|ranges|runs|comes in|came in|trades|has been|to be))?(?:,? (?:now|currently|somewhere|about|roughly|at|within|between|from|in|anywhere|inside|(?:the|a) range(?: of)?|no lower than|no less than|at least|above|over|more than))* ?(?:USD )?[$€£¥₹+−-]*$/i;
const setAgainst =
  /\b(?:between|from|less|minus|plus|over|above|below|under|against|than|times|and|or|(?<!\b(?:figure|reading|value|level|number) )of|by|per) (?:the |its |their )?$/i;
const holding =
  /^(?: ?(?:%|percent|per cent|points?|times|sessions|days|dollars?|USD))?,? (?:is (?:the |a )?(?:range|band|span|corridor|interval) (?:that|which) )?(?:holds|contains|covers|includes|has) (?:the |its )?$|^(?: ?(?:%|percent|per cent|points?|times|dollars?|USD))? is where (?:the |its )?(?:latest |last )?$/i;

/** `null` where no range is told, or it is given to no measure plainly. */
export function ofNamedRange(spot: Spot, { index }: Grounds): Judgement | null {
  const pair = partnerOf(spot);
  if (pair === undefined) return null;
  const { number, text, sentence, ids } = spot;
  const [low, high] = number.offset < pair.offset ? [number, pair] : [pair, number];
  const written = text.slice(sentence.start, sentence.end);
  const [from, to] = [low.offset - sentence.start, high.offset + high.text.length - sentence.start];
  const names = valueNamesIn(written);
  const before = names.findLast(({ end }) => end <= from);
  const behind = names.find(({ start }) => start >= to);
  const isLed =
    before !== undefined &&
    occurs(toRange, written.slice(before.end, from)) &&
    !occurs(setAgainst, written.slice(0, before.start));
  const isHeld = behind !== undefined && firstIn(holding, written.slice(to, behind.start)) !== null;
  const key = isLed ? before.key : isHeld ? behind.key : undefined;
  const item = key === undefined ? null : first(index, key);
  if (item === null || (ids.size > 0 && !ids.has(item.id))) return null;
  const unit = high.unit ?? low.unit;
  if (unit === "%" ? item.unit !== "%" : unit === "bps" || unit === "fold") return null;
  const [least, most] = [low.value, high.value].toSorted((a, b) => a - b);
  const value = (least ?? 0) >= 0 ? Math.abs(item.value) : item.value;
  const isInside =
    least !== undefined && most !== undefined && value >= least - low.halfUnit && value <= most + high.halfUnit;
  return isInside
    ? { verdict: "evidence", evidence: [item.id], cited: ids.has(item.id), basis: null }
    : { verdict: "unsupported", evidence: [], cited: false, basis: null };
}
