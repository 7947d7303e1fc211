import type { Evidence } from "#src/contract/evidence.ts";
import { quantityOfItem, type EvidenceIndex } from "./evidence-index.ts";
import { namedIn, type Measured } from "./measure-pairs.ts";
import { remembered } from "./memoized.ts";
import type { Spot } from "./number-in-context.ts";
import { restsOn, type Derived } from "./support.ts";

/*
 * Differences that words ask for by naming what lies between: "2.4 dollars over the 200-session mean", "the 20-session
 * range", "lost 1,233 from 19 to 20 December". What they name is told by its name, so no citation is needed.
 */

const beside = /^ ?(?:points?|percentage points?|dollars?)? ?(?:above|below|over|under|short of|shy of|away from)\b/i;
const readingLine = /^ ?points? (?:above|below|over|under|short of|shy of|away from) (?:the |its )?(\d{1,2})\b/i;
const spans: readonly (readonly [words: RegExp, high: string, low: string])[] = [
  [/\b(?:252-session|252-day|52-week|one-year) range\b/i, "high_252", "low_252"],
  [/\b20-(?:session|day) (?:range|high (?:minus|less))\b/i, "resistance_20", "support_20"],
  [
    /\bbands?\b[^;]{0,40}\b(?:wide|width|apart|room|gap)\b|\b(?:width|room|gap)\b[^;]{0,40}\bbands?\b/i,
    "bollinger_upper",
    "bollinger_lower",
  ],
];

/** Of a sentence, for each of its numbers. */
const spansNamed = remembered((written: string) => spans.filter(([words]) => words.test(written)));

/** The difference that a number is by the words around it, when there is one. */
export function gapFor(spot: Spot, index: EvidenceIndex): Derived | null {
  const { number, qualifier } = spot;
  const found = candidates(spot, index).find(
    ({ value, of, relative }) =>
      restsOn(number, value, quantityOfItem(of), qualifier) ||
      (relative !== null && number.unit === "%" && restsOn(number, relative, null, qualifier)),
  );
  return found === undefined ? null : { expression: found.expression, ids: found.ids };
}

interface Gap {
  readonly expression: string;
  readonly value: number;
  /** As a share of the second; `null` where the first two are no amounts. */
  readonly relative: number | null;
  readonly ids: readonly string[];
  readonly of: Evidence;
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
  ];
}

function first(index: EvidenceIndex, key: string): Measured | null {
  const item = index.byKey.get(key)?.[0];
  return item?.value == null ? null : { ...item, value: item.value };
}

function gapOf(a: Measured, b: Measured): Gap {
  const relative = b.value > 0 && a.unit === b.unit ? a.value / b.value - 1 : null;
  return { expression: `${a.id} - ${b.id}`, value: a.value - b.value, relative, ids: [a.id, b.id], of: a };
}

/** "X points below the 63-session volatility": of what is named before, else of the close. */
function betweenMeasures(lead: string, ahead: string, index: EvidenceIndex): Gap[] {
  // Most numbers have no such words behind them, and names are slow to look for.
  if (!beside.test(ahead)) return [];
  const line = Number(readingLine.exec(ahead)?.[1] ?? Number.NaN);
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
    const [top, bottom] = [first(index, high), first(index, low)];
    return top !== null && bottom !== null ? [gapOf(top, bottom)] : [];
  });
}

/** Between two days of the list of closes, or to the day before the only one that is named. */
function betweenDays({ days }: Spot, index: EvidenceIndex): Gap[] {
  const [one, other] = days;
  const list = index.byKey.get("recent_closes")?.[0];
  const close = first(index, "close");
  if (one === undefined || days.length > 2 || list === undefined || close === null) return [];
  const closes = (index.ofId.get(list.id) ?? [])
    .filter(({ day }) => day !== undefined)
    .toSorted((a, b) => (a.day ?? "").localeCompare(b.day ?? ""));
  const at = (day: string): number => closes.findIndex((entry) => entry.day?.endsWith(day) === true);
  const last = other === undefined ? at(one.day) : Math.max(at(one.day), at(other.day));
  const before = other === undefined ? last - 1 : Math.min(at(one.day), at(other.day));
  const [to, from] = [closes[last], closes[before]];
  if (to === undefined || from === undefined) return [];
  const [a, b] = [to, from].map(({ value }) => ({ ...close, id: list.id, value }));
  return a === undefined || b === undefined
    ? []
    : [{ ...gapOf(a, b), expression: `${to.value} - ${from.value}`, ids: [list.id] }];
}
