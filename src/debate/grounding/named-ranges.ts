import { decisionTold } from "./earlier-decisions.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { first } from "./gap.ts";
import type { Grounds } from "./grounds.ts";
import type { Measured } from "./measure-pairs.ts";
import type { Judgement, Spot } from "./number-in-context.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { partnerOf } from "./ranges.ts";
import { valueNamesIn } from "./value-names.ts";

/* A range that words give to one measure by its name holds that measure's value or is wrong: "the RSI lies between 55 and 60". */

const toRange =
  /^(?: \[[^\]]*\])?(?:,? (?:is|was|lies|lay|falls|sits|stands|ranges|runs|comes in|came in|trades|has been|to be))?(?:,? (?:now|currently|somewhere|about|roughly|at|within|between|from|in|anywhere|inside|(?:the|a) range(?: of)?|no lower than|no less than|at least|above|over|more than))* ?(?:USD )?[$€£¥₹+−-]*$/i;
/** Other verbs and words ahead of it: "is caught between", "in dollars, stays within", "is bracketed by". */
const enclosed =
  /^(?: \([^)]{1,40}\)| \[[^\]]*\])*(?: in (?:dollars|percent|points))?(?:,? (?!no\b|not\b|never\b|moved\b|rose\b|fell\b|differs?\b|lies?\b.{0,12}\boutside\b|outside\b|above\b|below\b|half-?way\b|and\b|or\b|but\b|the\b|less\b|minus\b|plus\b|over\b|against\b|gap\b|distance\b|difference\b)[a-z'’-]+){0,5} (?:between|within|(?:bracketed|framed|enclosed|bounded|flanked|hemmed in|fenced in|boxed in|surrounded|limited|confined|contained|sandwiched) (?:by|to|in))(?: (?:about|roughly))? ?(?:USD )?[$€£¥₹+−-]*$/i;
const setAgainst =
  /\b(?:between|from|less|minus|plus|over|above|below|under|against|than|times|and|or|(?<!\b(?:figure|reading|value|level|number) )of|by|per) (?:the |its |their )?$/i;
const holding =
  /^(?: ?(?:%|percent|per cent|points?|times|sessions|days|dollars?|USD))?,? (?:is (?:the |a )?(?:range|band|span|corridor|interval) (?:that|which) )?(?:holds|contains|covers|includes|has) (?:the |its )?$|^(?: ?(?:%|percent|per cent|points?|times|dollars?|USD))? is where (?:the |its )?(?:latest |last )?$/i;

const afterDay =
  /\d(?: \[[^\]]*\])?,? (?:(?:is|was|lies|lay|falls|sits|stands|comes? in|came in|stays|stayed) )?(?:somewhere )?(?:between|within) $/i;

/** "The price change after the Hold decision of 22 May is between 7.5 and 8 %". */
function ofDecision(lead: string, index: EvidenceIndex): Measured | null {
  const item = occurs(afterDay, lead) ? decisionTold(lead, index) : null;
  return item?.value == null ? null : { ...item, value: item.value };
}

/** "The gross margin is anywhere from 55 to 60 %": a measure that has one figure needs no window in its name. */
function mentionedBefore({ text, mentions, sentence }: Spot, from: number, index: EvidenceIndex): Measured | null {
  const named = mentions.findLast(({ end }) => end <= from);
  if (named === undefined || occurs(setAgainst, text.slice(sentence.start, named.start))) return null;
  const gap = text.slice(named.end, from);
  if (!occurs(toRange, gap) && !occurs(enclosed, gap)) return null;
  const [key = "", another = ""] = named.keys;
  const isOne = another === "" || another === key.replace("_ttm", "_change_yoy");
  return isOne && !priced.test(key) ? first(index, key) : null;
}
/** What a price or a return lies between may be of many days. */
const priced = /^(?:close|return_|sma_|ema_|volatility|high|low|support|resistance|drawdown|max_)/;

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
    (occurs(toRange, written.slice(before.end, from)) || occurs(enclosed, written.slice(before.end, from))) &&
    !occurs(setAgainst, written.slice(0, before.start));
  const isHeld = behind !== undefined && firstIn(holding, written.slice(to, behind.start)) !== null;
  const key = isLed ? before.key : isHeld ? behind.key : undefined;
  const item =
    key === undefined
      ? (ofDecision(written.slice(0, from), index) ?? mentionedBefore(spot, sentence.start + from, index))
      : first(index, key);
  if (item === null || (ids.size > 0 && !ids.has(item.id))) return null;
  const unit = high.unit ?? low.unit;
  if (unit === "%" ? item.unit !== "%" : unit === "bps" || unit === "fold") return null;
  const [least, most] = [low.value, high.value].toSorted((a, b) => a - b);
  const value = (least ?? 0) >= 0 ? Math.abs(item.value) : item.value;
  // "2 to 2.3 %" is told to the tenth.
  const reach = Math.min(low.halfUnit, high.halfUnit);
  const isInside = least !== undefined && most !== undefined && value >= least - reach && value <= most + reach;
  return isInside
    ? { verdict: "evidence", evidence: [item.id], cited: ids.has(item.id), basis: null }
    : { verdict: "unsupported", evidence: [], cited: false, basis: null };
}
