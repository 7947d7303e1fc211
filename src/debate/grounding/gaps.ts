import { quantityOfItem, type EvidenceIndex } from "./evidence-index.ts";
import { wayOf } from "./directions.ts";
import type { Way } from "./direction-words.ts";
import { namedIn } from "./measure-pairs.ts";
import { remembered } from "./memoized.ts";
import type { Spot } from "./number-in-context.ts";
import { betweenDays, movesOfRun, runLength } from "./day-gaps.ts";
import { first, gapOf, type Gap } from "./gap.ts";
import { firstIn, occurs } from "./pattern-search.ts";
import { returnsSince } from "./period-claims.ts";
import type { Derived } from "./combinations.ts";
import { restsOn } from "./support.ts";

/*
 * Differences that words ask for by naming what lies between: "2.4 dollars over the 200-session mean", "the 20-session
 * range", "lost 1,233 from 19 to 20 December". What they name is told by its name, so no citation is needed.
 */

const beside = /^ ?(?:points?|percentage points?|dollars?)? ?(?:above|below|over|under|short of|shy of|away from)\b/i;
const readingLine = /^ ?points? (?:above|below|over|under|short of|shy of|away from) (?:the |its )?(\d{1,2})\b/i;
const spans: readonly (readonly [words: RegExp, high: string, low: string])[] = [
  [/\b(?:252-session|252-day|52-week|one-year|year(?:['’]s)?|yearly) range\b/i, "high_252", "low_252"],
  [/\b20-(?:session|day) (?:range|high (?:minus|less))\b/i, "resistance_20", "support_20"],
  [
    /\bbands?\b[^;]{0,40}\b(?:wide|width|apart|room|gap|spans?|edge to edge)\b|\b(?:width|room|gap|spread|distance|span)\b[^;]{0,40}\bbands?\b|\bbetween (?:the |its )?(?:two |upper and lower |lower and upper )?(?:bollinger )?bands\b/i,
    "bollinger_upper",
    "bollinger_lower",
  ],
];

/** Of a sentence, for each of its numbers. */
const spansNamed = remembered((written: string) => spans.filter(([words]) => words.test(written)));

/** The difference that a number is by the words around it, when there is one. */
export function gapFor(spot: Spot, index: EvidenceIndex): Derived | null {
  const { number, qualifier } = spot;
  const way = wayAround(spot);
  const found = candidates(spot, index).find(
    ({ value, of, relative, isMove }) =>
      (isMove !== true || way === null || value * way >= 0) &&
      (restsOn(number, value, quantityOfItem(of), qualifier) ||
        (relative !== null && number.unit === "%" && restsOn(number, relative, null, qualifier))),
  );
  return found === undefined ? null : { expression: found.expression, ids: found.ids };
}

/** Which way the words around a number point, where it prints no sign. */
export function wayAround({ number, text, clause }: Spot): Way | null {
  if (number.sign !== null) return null;
  const start = number.offset - clause.start;
  return wayOf({ text: text.slice(clause.start, clause.end), start, end: start + number.text.length });
}

function candidates(spot: Spot, index: EvidenceIndex): Gap[] {
  const { number, text, sentence } = spot;
  const [lead, ahead] = [
    text.slice(sentence.start, number.offset),
    text.slice(number.offset + number.text.length, sentence.end),
  ];
  return [
    ...betweenMeasures(lead, ahead, index),
    ...overSpan(text.slice(sentence.start, sentence.end), index),
    ...betweenDays(spot, index),
    ...movesOfRun(spot, index),
    ...runLength(lead, ahead, index),
    ...earningsYield(text.slice(sentence.start, sentence.end), index),
    ...leftToLine(lead, ahead, index),
    ...withinLine(spot, lead, ahead, index),
    ...asFastAs(ahead, index),
    ...complement(spot, index),
    ...backToHigh(text.slice(sentence.start, sentence.end), index),
    ...leftOfPeak(text.slice(sentence.start, sentence.end), index),
    ...sinceThen(text.slice(sentence.start, sentence.end), index),
  ];
}

/** "X points below the 63-session volatility": of what is named before, else of the close. */
function betweenMeasures(lead: string, ahead: string, index: EvidenceIndex): Gap[] {
  // Most numbers have no such words behind them, and names are slow to look for.
  if (!occurs(beside, ahead)) return [];
  const line = Number(firstIn(readingLine, ahead)?.[1] ?? Number.NaN);
  const left = namedIn(lead, index);
  if (left !== null && left.unit === "points" && !Number.isNaN(line))
    return [{ expression: `${left.id} - ${line}`, value: left.value - line, relative: null, ids: [left.id], of: left }];
  const [part = ""] = ahead.split(/[;,]| and | while /);
  const right = namedIn(part, index);
  const from = left ?? first(index, "close");
  return right === null || from === null || right.id === from.id || right.unit !== from.unit
    ? []
    : [gapOf(from, right)];
}

function overSpan(written: string, index: EvidenceIndex): Gap[] {
  return spansNamed(written).flatMap(([, high, low]) => {
    const [top, bottom, close] = [first(index, high), first(index, low), first(index, "close")];
    if (top === null || bottom === null || top.value <= bottom.value) return [];
    const within: Gap[] =
      close === null || close.id === top.id || close.unit !== top.unit
        ? []
        : [
            {
              expression: `(${close.id} - ${bottom.id}) / (${top.id} - ${bottom.id})`,
              value: Number.NaN,
              relative: (close.value - bottom.value) / (top.value - bottom.value),
              ids: [close.id, bottom.id, top.id],
              of: close,
            },
          ];
    return [gapOf(top, bottom), ...within];
  });
}

/** "An earnings yield of 7.4 %": the inverse of what is paid for earnings. */
function earningsYield(written: string, index: EvidenceIndex): Gap[] {
  if (!/\b(?:earnings|ebit|operating) yield\b/i.test(written)) return [];
  const multiple = first(index, /\bebit\b|\boperating\b|\benterprise\b/i.test(written) ? "ev_to_ebit" : "pe_ttm");
  if (multiple === null || multiple.value <= 0) return [];
  const relative = 1 / multiple.value;
  return [{ expression: `1 / ${multiple.id}`, value: Number.NaN, relative, ids: [multiple.id], of: multiple }];
}

/** "Resistance at 283.06, though only 0.4 % is missing". */
function leftToLine(lead: string, ahead: string, index: EvidenceIndex): Gap[] {
  if (!/^ (?:(?:is|are) )?(?:missing|to go|left to go|short|remains?)\b/i.test(ahead)) return [];
  const [line, close] = [namedIn(lead, index), first(index, "close")];
  return line === null || close === null || line.unit !== close.unit ? [] : [gapOf(line, close), gapOf(close, line)];
}

const highestClose = /^(?:its |the |their )?(?:highest|best|record|high) close\b/i;

/** "Within 1 % of the lower band": however near it is. */
function withinLine({ number }: Spot, lead: string, ahead: string, index: EvidenceIndex): Gap[] {
  if (number.unit !== "%" || !/\bwithin (?:about |some |roughly )?$/i.test(lead)) return [];
  const part = /^ of ([^.;,]{3,60})/i.exec(ahead)?.[1]?.replace(/\b(upper|lower) one\b/i, "$1 band");
  const fall = part !== undefined && occurs(highestClose, part) ? first(index, "drawdown_from_high_252") : null;
  if (fall !== null)
    return Math.abs(fall.value) > number.value + number.halfUnit
      ? []
      : [{ expression: fall.id, value: number.value, relative: null, ids: [fall.id], of: fall }];
  const isOfClose = part !== undefined && /^(?:the |its )?(?:last |share |stock )?(?:close|price|quote)\b/i.test(part);
  const [line, close] = [part === undefined ? null : namedIn(isOfClose ? lead : part, index), first(index, "close")];
  if (line === null || close === null || line.unit !== close.unit || line.value <= 0) return [];
  const away = Math.abs(close.value / line.value - 1) * 100;
  if (away > number.value + number.halfUnit) return [];
  const relative = number.value / 100;
  return [
    { expression: `${close.id} / ${line.id} - 1`, value: Number.NaN, relative, ids: [close.id, line.id], of: close },
  ];
}

/** "Earnings rose 13.6 %, twice as fast as sales". */
function asFastAs(ahead: string, index: EvidenceIndex): Gap[] {
  if (
    !/^ (?:as (?:fast|quick(?:ly)?|rapidly|much|strongly) as|the (?:pace|rate|speed) of) (?:its |the )?(?:sales|revenues?|top line)\b/i.test(
      ahead,
    )
  )
    return [];
  const [earnings, sales] = [first(index, "eps_growth_yoy"), first(index, "revenue_growth_yoy")];
  if (earnings === null || sales === null || sales.value <= 0) return [];
  const of = { ...earnings, unit: "x" };
  const value = earnings.value / sales.value;
  return [{ expression: `${earnings.id} / ${sales.id}`, value, relative: null, ids: [earnings.id, sales.id], of }];
}

const others = /\b(?:negative|bears?|bearish|rest|remaining|remainder|others?|unfavou?rable|against)\b|\d ?\/ ?\d/i;

/** "62/38", "the other 38 % are negative": what a share leaves of a hundred. */
function complement({ text, sentence }: Spot, index: EvidenceIndex): Gap[] {
  const written = text.slice(sentence.start, sentence.end);
  if (!occurs(others, written)) return [];
  const isNews = /\b(?:news|items|stories|headlines|articles|coverage|press)\b/i.test(written);
  const share = first(index, isNews ? "news_positive_share_7d" : "social_positive_share_7d");
  const isNamed = /\b(?:positive|negative|bulls?|bears?|bullish|bearish|favou?rable)\b/i.test(written);
  if (share === null || !isNamed) return [];
  const value = 100 - share.value;
  return [{ expression: `100 - ${share.id}`, value, relative: null, ids: [share.id], of: share }];
}

const leftOfHigh =
  /\b(?:price|value|worth)\b[^.;]{0,24}\b(?:high|peak|top|record)\b[^.;]{0,24}\b(?:(left|remains?|remaining|survives?)|gone|lost|vanished|wiped out|erased)\b/i;

/** "Less than a fifth of the price at the high close is left": what the fall from it leaves. */
function leftOfPeak(written: string, index: EvidenceIndex): Gap[] {
  const found = firstIn(leftOfHigh, written);
  if (found?.[1] === undefined) return [];
  return ["drawdown_from_high", "drawdown_from_high_252"].flatMap((key) => {
    const item = first(index, key);
    if (item === null || item.value <= -100) return [];
    const relative = 1 + item.value / 100;
    return [{ expression: `1 + ${item.id} / 100`, value: Number.NaN, relative, ids: [item.id], of: item }];
  });
}

const toHigh =
  /\b(?:rise|climb|gain|rally|recover|advance|go up|jump|return|rebound)\b[^.;]{0,40}\b(?:to|back|for)\b[^.;]{0,32}\b(?:high|peak|record)\b|\bback to (?:its |the |that )?(?:old |former )?(?:high|peak|record)\b/i;

/** "Has to rise by 85 % to see its high again": the drawdown the other way round. */
function backToHigh(written: string, index: EvidenceIndex): Gap[] {
  if (!occurs(toHigh, written)) return [];
  return ["drawdown_from_high", "drawdown_from_high_252"].flatMap((key) => {
    const item = first(index, key);
    if (item === null || item.value <= -100) return [];
    const relative = 1 / (1 + item.value / 100) - 1;
    return [{ expression: `1 / (1 + ${item.id} / 100) - 1`, value: Number.NaN, relative, ids: [item.id], of: item }];
  });
}

/** "63 sessions ago it stood 4.9 % higher": the return since, the other way round. */
function sinceThen(written: string, index: EvidenceIndex): Gap[] {
  return returnsSince(written, index).flatMap((item) => {
    if (item.value === null || item.value <= -100) return [];
    const relative = 1 / (1 + item.value / 100) - 1;
    const of = { ...item, value: item.value };
    return [{ expression: `1 / (1 + ${item.id} / 100) - 1`, value: Number.NaN, relative, ids: [item.id], of }];
  });
}
