import type { Evidence } from "#src/contract/evidence.ts";
import { isChange } from "./directions.ts";
import type { EvidenceIndex } from "./evidence-index.ts";
import { quantityOfItem, spansIn } from "./evidence-index.ts";
import type { Mention } from "./subjects.ts";
import { windowsIn } from "./windows.ts";
import type { FoundNumber } from "./found-number.ts";
import { namedIn } from "./measure-pairs.ts";
import type { Spot } from "./number-in-context.ts";
import type { Quantity } from "./quantity.ts";
import { printedOf, restsOn, type Derived } from "./support.ts";

/*
 * What a sentence works out of the figures that it prints or names itself, without citing them: "68.9 / 46.17", "14 of the
 * 60 items, or 23 %", "up $18.63 from 501.36". One step, and only one that its words ask for. A figure that it prints has to
 * stand on its own as well, so that the result rests on evidence in the end.
 */

interface Operand {
  readonly name: string;
  readonly ids: readonly string[];
  readonly value: number;
  readonly quantity: Quantity;
  /** A bare number may be an amount of money. */
  readonly isBare: boolean;
  readonly isChange: boolean;
}

type Result = readonly [expression: string, value: number, quantity: Quantity, ids: readonly string[]];

const plain: Quantity = { money: 0, shares: 0, hundreds: 0 };
const asks = {
  quotient:
    /\b(?:of|over|times|ratio|quotient|divided|share|multiples?|per|versus|vs|against|on|every|relative to|to one|as many|as much)\b|\/|÷|\dx\b/i,
  change:
    /\b(?:up|down|above|below|under|over|beneath|away|from|upside|downside|gain(?:s|ed)?|los(?:s|t|es|ing)|shed|put on|added?|slid\w*|rose|risen|fell|fallen|higher|lower|overhead|discount|premium|off|shy|short|risk|reward|room|distance|cushion|climb\w*|drop\w*|rall\w+|jump\w*|increase|decrease|decline|sits?|stands?|lies)\b/i,
  difference:
    /\b(?:up|down|above|below|under|over|beneath|away|from|upside|downside|gain(?:s|ed)?|los(?:s|t|es|ing)|shed|put on|added?|minus|less|difference|spans?|range|wide|width|gap|room|distance|risk|reward|between|spread|overhead|apart|cushion|swing|swung|moved?|rose|fell|higher|lower|points?)\b|[−–-] ?\$?\d/i,
  sum: /\b(?:plus|sum|together|add(?:s|ed)? up|adding|total(?:s|led|ling)?|combined|and)\b|\+/i,
  before: /\b(?:impl(?:y|ies|ied|ying)|start\w*|back then|earlier|ago|open(?:s|ed)?|began|must have|put(?:s)? the)\b/i,
  place: /\b(?:range|span|way|percentile|between|recovered|retraced)\b/i,
};
const notFigures = /^[ -]?(?:day|session|week|month|quarter|year|hour|period)s?\b|^(?:st|nd|rd|th)\b/i;
const most = 7;

/** The one step that leads from what the sentence prints and names to the number, when there is one. */
export function workedOut(spot: Spot, index: EvidenceIndex): Derived | null {
  const { number } = spot;
  // "More than half" reaches too far for what nobody has cited.
  const qualifier = { ...spot.qualifier, bound: null };
  const operands = operandsOf(spot, index);
  if (operands.length < 2) return null;
  const found = resultsOf(spot, operands, index).find(([, value, quantity]) =>
    restsOn(number, value, quantity, qualifier),
  );
  return found === undefined ? null : { expression: found[0], ids: [...new Set(found[3])] };
}

function operandsOf(spot: Spot, index: EvidenceIndex): Operand[] {
  const printed = printedIn(spot);
  const named = namedItems(spot, index).map(ofItem);
  const close = index.byKey.get("close")?.[0];
  const last = close === undefined || close.value === null ? [] : [ofItem(close)];
  const all = [...printed, ...named, ...last];
  // What is printed and named is one figure.
  const distinct = all.filter(
    (one, at) => all.findIndex((other) => Math.abs(other.value) === Math.abs(one.value)) === at,
  );
  return distinct.slice(0, most);
}

/** The other figures that the sentence prints, the nearest first. */
function printedIn({ number, numbers, windows, days, text }: Spot): Operand[] {
  const named = [...windows, ...days];
  return numbers
    .filter((one) => one !== number && !named.some(({ start, end }) => one.offset >= start && one.offset < end))
    .filter(
      ({ offset, text: digits }) => !notFigures.test(text.slice(offset + digits.length, offset + digits.length + 9)),
    )
    .filter(({ unit }) => unit !== "x" && unit !== "fold")
    .toSorted((a, b) => Math.abs(a.offset - number.offset) - Math.abs(b.offset - number.offset))
    .slice(0, 4)
    .map((one) => ofNumber(one, /^[- ]?(?:percentage )?points?\b/.test(text.slice(one.offset + one.text.length))));
}

function ofNumber(number: FoundNumber, inPoints: boolean): Operand {
  const { value, text, unit: own } = printedOf(number);
  const unit = own === null && inPoints ? "%" : own;
  const quantity = unit === "%" ? { ...plain, hundreds: 1 } : unit === null ? plain : { ...plain, money: 1 };
  return { name: text, ids: [], value, quantity, isBare: unit === null, isChange: unit === "%" };
}

function ofItem(item: Evidence): Operand {
  const { id, key, value } = item;
  return {
    name: id,
    ids: [id],
    value: value ?? 0,
    quantity: quantityOfItem(item),
    isBare: false,
    isChange: isChange(key),
  };
}

/** What the sentence cites for the number, and what it names. */
function namedItems({ ids, text, sentence, mentions }: Spot, index: EvidenceIndex): Evidence[] {
  const items = mentions.flatMap((mention, at) => {
    const next = mentions[at + 1]?.start ?? sentence.end;
    const last = mentions[at - 1]?.end ?? sentence.start;
    const [led, followed] = [text.slice(last, mention.end), text.slice(mention.start, next)];
    return namedIn(led, index, mention, mention) ?? namedIn(followed, index, mention, mention) ?? [];
  });
  const windowed = ofFamily(text.slice(sentence.start, sentence.end), mentions, index);
  const cited = [...ids].flatMap((id) => index.items.get(id) ?? []).filter(({ value }) => value !== null);
  return [...new Map([...cited, ...items, ...windowed].map((item) => [item.id, item])).values()];
}

/** "Volatility of 21 sessions is 0.47 of the 63-session figure": a family that is named once, by each window. */
function ofFamily(written: string, mentions: readonly Mention[], index: EvidenceIndex): Evidence[] {
  const windows = windowsIn(written);
  if (windows.flatMap(({ each }) => each).length < 2) return [];
  return mentions.flatMap(({ keys }) =>
    keys.flatMap((key) =>
      (index.byKey.get(key) ?? []).filter(
        ({ value, label }) =>
          value !== null && spansIn(label).some((span) => windows.some(({ names }) => names.has(span))),
      ),
    ),
  );
}

function resultsOf(spot: Spot, operands: readonly Operand[], index: EvidenceIndex): Result[] {
  const { number, text, sentence } = spot;
  const written = text.slice(sentence.start, sentence.end);
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 32);
  const range = index.byKey.get("atr_14")?.[0];
  const results: Result[] = [];
  if (/^ (?:of an? |an? )?(?:atrs?|average true ranges?)\b/i.test(ahead) && range !== undefined)
    return inRanges(operands, ofItem(range));
  for (const a of operands)
    for (const b of operands) {
      if (a === b || !alike(a, b)) continue;
      results.push(...combined(a, b, written, number));
    }
  if (asks.before.test(written)) results.push(...beforeChange(operands));
  if (asks.place.test(written)) results.push(...placed(operands));
  return results;
}

function alike(a: Operand, b: Operand): boolean {
  if (a.isBare || b.isBare) return a.quantity.hundreds === 0 && b.quantity.hundreds === 0;
  const shared = a.quantity.hundreds === b.quantity.hundreds && a.quantity.shares === b.quantity.shares;
  return (shared && a.quantity.money === b.quantity.money) || (a.quantity.money === 1 && b.quantity.shares === 1);
}

function combined(a: Operand, b: Operand, written: string, number: FoundNumber): Result[] {
  const ids = [...a.ids, ...b.ids];
  const unit = printedOf(number).unit;
  const results: Result[] = [];
  const isMoney = unit !== null && unit !== "%" && unit !== "x" && unit !== "fold";
  const perShare = a.quantity.money === 1 && b.quantity.shares === 1;
  if (b.value !== 0 && (!isMoney || perShare || /\b(?:every|per)\b/i.test(written)) && asks.quotient.test(written))
    results.push([`${a.name} / ${b.name}`, a.value / b.value, isMoney ? { ...plain, money: 1 } : plain, ids]);
  if (perShare) return results;
  if (unit === "%" && a.quantity.hundreds === 0 && b.value > 0 && asks.change.test(written))
    results.push([`${a.name} / ${b.name} - 1`, a.value / b.value - 1, plain, ids]);
  const same = a.isBare && unit !== "%" ? quantityFor(unit) : a.quantity;
  if (unit !== "x" && unit !== "fold") {
    if (asks.difference.test(written)) results.push([`${a.name} - ${b.name}`, a.value - b.value, same, ids]);
    if (asks.sum.test(written) || asks.before.test(written))
      results.push([`${a.name} + ${b.name}`, a.value + b.value, same, ids]);
  }
  return results;
}

function quantityFor(unit: string | null): Quantity {
  return unit === null ? plain : { ...plain, money: 1 };
}

/** A price, a distance or the gap between two in average true ranges. */
function inRanges(operands: readonly Operand[], range: Operand): Result[] {
  const amounts = operands.filter((one) => one.value !== range.value && (one.isBare || one.quantity.money === 1));
  // "$45.33, which is nearly three ATRs": what is printed is what is told in them.
  const said = amounts.filter(({ ids }) => ids.length === 0);
  const prices = said.length > 0 ? said : amounts;
  const single = prices.map(({ name, value, ids }): Result => [
    `${name} / ${range.name}`,
    value / range.value,
    plain,
    [...ids, ...range.ids],
  ]);
  const gaps = prices.flatMap((a) =>
    prices.flatMap((b): Result[] =>
      a === b
        ? []
        : [[`(${a.name} - ${b.name}) / ${range.name}`, (a.value - b.value) / range.value, plain, [...a.ids, ...b.ids]]],
    ),
  );
  return [...single, ...gaps];
}

/** The amount before a change: 344.67 after a rise of 9.78 % was 313.96. */
function beforeChange(operands: readonly Operand[]): Result[] {
  const changes = operands.filter(({ isChange: of, value, quantity }) => of && quantity.hundreds === 1 && value > -100);
  const amounts = operands.filter(({ quantity }) => quantity.money === 1 && quantity.shares === 0);
  return amounts.flatMap((now) =>
    changes.map((by): Result => [
      `${now.name} / (1 + ${by.name} / 100)`,
      now.value / (1 + by.value / 100),
      now.quantity,
      [...now.ids, ...by.ids],
    ]),
  );
}

/** How far up a range one price stands. */
function placed(operands: readonly Operand[]): Result[] {
  const prices = operands.filter(({ isBare, quantity }) => isBare || quantity.money === 1);
  return prices.flatMap((low) =>
    prices.flatMap((high) =>
      prices.flatMap((inner): Result[] =>
        low.value < inner.value && inner.value < high.value
          ? [
              [
                `(${inner.name} - ${low.name}) / (${high.name} - ${low.name})`,
                (inner.value - low.value) / (high.value - low.value),
                plain,
                [...inner.ids, ...low.ids, ...high.ids],
              ],
            ]
          : [],
      ),
    ),
  );
}
