import { plain } from "./operands.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { bandsOverMean } from "./price-steps.ts";
import { namedBy } from "./step-names.ts";
import { figure, type Figure, type Step, type Told } from "./step.ts";

/*
 * Steps that a sentence names by what stands behind the number: "a quarter of the way up the bands", "8.3 % of the middle
 * band", "13.5 % off its highest close", "2.1 average true ranges above the entry".
 */

const upBands =
  /^ of the way (?:(?:up|through|into|along|across)(?: (?:between|inside|within))?|between) (?:the |its |their )?(?:two )?(?:bollinger )?bands?\b|^ of the way (?:up |along |across )?(?:from|between) (?:the |its )?lower (?:bollinger )?(?:band )?(?:to|and|towards) (?:the |its )?upper (?:bollinger )?(?:band|one)\b/i;
const ofMiddle = /^ of the (?:middle|mid|centre|center)(?: band| line)?(?=[.,;:)]|$| (?:and|which|so|while)\b)/i;
const offHigh =
  /^ (?:off|below|under|beneath|from|away from|short of|shy of|down from) (?:the |its |their )(?:(?:252-session|yearly|year['’]s|one-year|52-week) )?(?:highest close|high close|closing high|record close|best close)(?! (?:since|ever|on record))/i;
const atWorst = /\bat (?:the|its) (?:worst|lowest|deepest|low)(?: point)?\b|\bat worst\b/i;
const fromHigh = /^ from (?:the |its |their )?(?:[\w-]+ )?(?:high|peak|top)(?: close)?\b/i;

const bounded = /\b(?:less than|more than|within|over|under|at least|at most|not even) (?:about )?$/i;

/** A share or a change whose words behind it say of what it is. */
export function shareBehind(told: Told): Step | null {
  const { ahead, written } = told;
  const within = upBands.test(ahead) ? figure(told, "bollinger_percent_b") : null;
  if (within !== null) return { expression: within.name, ids: within.ids, value: within.value, quantity: plain };
  if (ofMiddle.test(ahead) && /\bbands?\b/i.test(written)) return bandsOverMean(told);
  if (occurs(atWorst, written) && fromHigh.test(ahead)) return sizeOf(figure(told, "max_drawdown_252"));
  // Of two highs, the year's and that of all the history, either may be meant.
  if (offHigh.test(ahead) && !bounded.test(told.lead) && figure(told, "drawdown_from_high") === null)
    return sizeOf(figure(told, "drawdown_from_high_252"));
  return null;
}

function sizeOf(fall: Figure | null): Step | null {
  return fall === null
    ? null
    : { expression: fall.name, ids: fall.ids, value: Math.abs(fall.value), quantity: fall.quantity };
}

const ofLevel =
  /\b(?:(?:my|our|the|this) )?(stop|target|objective|entry)(?:[- ]loss)?(?: distance)?(?: (?:price|level))?(?: (?:of|at) [$€£₹]?\d[\d.,]*)?,? (?:is|are|lies|sits|stands|goes|equals|comes to|measures|amounts to|leaves|gives|has)?(?: (?:only|just|about|some|a full|around|roughly|nearly|less than|more than|under|over|almost))* ?$/i;
const inRanges =
  /^ ?(?:ATRs?|average (?:true |daily |trading )?ranges?|daily ranges?)(?: (?:(above|over|higher than|north of)|(below|under|beneath|lower than|south of)|(?:away |distant )?(?:from|of)|off))?(?: (?:the |my |our )?(entry|(?:last )?(?:close|price)))?/i;

const fromTo =
  /\bfrom (?:the |my |our )?(entry|stop|target) to (?:the |my |our )?(entry|stop|target)\b(?:[^.;]|\.(?=\d)){0,48}$/i;

/** "The distance from entry to stop is two ATRs". */
function betweenLevels(told: Told): Step | null {
  const found = firstIn(fromTo, told.lead);
  const range = found === null || !inRanges.test(told.ahead) ? null : figure(told, "atr_14");
  const [a, b] = [found?.[1], found?.[2]].map((name = "") => namedBy(name, told));
  if (range === null || range.value <= 0 || a == null || b == null || a.name === b.name) return null;
  return {
    expression: `(${b.name} - ${a.name}) / ${range.name}`,
    ids: range.ids,
    value: Math.abs(b.value - a.value) / range.value,
    quantity: plain,
  };
}

/** "My stop is 2.12 ATRs above the entry", of the side that it is on; without a base of the entry. */
export function levelInRanges(told: Told): Step | null {
  const between = betweenLevels(told);
  if (between !== null) return between;
  const found = firstIn(ofLevel, told.lead);
  const behind = found === null ? null : inRanges.exec(told.ahead);
  const range = behind === null ? null : figure(told, "atr_14");
  if (found === null || behind === null || range === null || range.value <= 0) return null;
  const level = namedBy((found[1] ?? "").replace(/objective/i, "target"), told);
  const base = namedBy(behind[3] ?? "entry", told);
  if (level === null || base === null || level.name === base.name) return null;
  const gap = (level.value - base.value) / range.value;
  const isSided = (behind[1] ?? behind[2]) !== undefined && behind[3] !== undefined;
  const way = behind[2] === undefined ? 1 : -1;
  return {
    expression: `(${level.name} - ${base.name}) / ${range.name}`,
    ids: [...level.ids, ...base.ids, ...range.ids],
    value: isSided ? way * gap : Math.abs(gap),
    quantity: plain,
    ...(isSided ? { isSigned: true as const } : {}),
  };
}
