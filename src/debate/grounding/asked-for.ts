import type { Evidence } from "#src/contract/evidence.ts";
import { isChange } from "./directions.ts";
import type { FoundNumber } from "./found-number.ts";
import { quantityOfItem } from "./evidence-index.ts";
import { occurs } from "./pattern-search.ts";
import type { Quantity } from "./quantity.ts";
import type { Derived } from "./combinations.ts";
import { restsOn, type Qualifier } from "./support.ts";

/*
 * Computations that people make without declaring them. Each is tried only where its own words stand with the number,
 * and only over what the sentence cites: with more of them allowed, more wrong numbers would be some result.
 */

interface Figure {
  readonly id: string;
  readonly value: number;
  readonly key: string;
  readonly unit: string | null;
  readonly quantity: Quantity;
}

interface Asked {
  readonly number: FoundNumber;
  readonly text: string;
  readonly sentence: { readonly start: number; readonly end: number };
  readonly qualifier: Qualifier;
  /** Amounts that the sentence prints before the number, the last first. */
  readonly said: readonly FoundNumber[];
}

type Result = readonly [expression: string, value: number, ids: readonly string[], quantity: Quantity];

const plain: Quantity = { money: 0, shares: 0, hundreds: 0 };

/** The computation over the cited figures that the words ask for and the number is, when there is one. */
export function askedFor(asked: Asked, cited: readonly Evidence[]): Derived | null {
  const { number, qualifier } = asked;
  const figures = cited.flatMap((item): Figure[] => {
    const { id, key, unit, value } = item;
    return value === null ? [] : [{ id, key, unit, value, quantity: quantityOfItem(item) }];
  });
  if (figures.length > 3) return null;
  const found = resultsOf(asked, figures).find(([, value, , quantity]) => restsOn(number, value, quantity, qualifier));
  return found === undefined ? null : { expression: found[0], ids: found[2] };
}

function resultsOf({ number, text, sentence, said }: Asked, figures: readonly Figure[]): Result[] {
  const end = number.offset + number.text.length;
  const [ahead, written] = [text.slice(end, end + 48), text.slice(sentence.start, sentence.end)];
  const money = figures.filter(({ quantity }) => quantity.money === 1 && quantity.shares === 0);
  const results: Result[] = [];
  if (/^ ?points?\b/i.test(ahead))
    results.push(...pairs(figures.filter(({ unit }) => unit === "points")).map(difference));
  if (/^ (?:average (?:true |daily |trading )?ranges?|atrs?)\b/i.test(ahead)) {
    const range = money.find(({ key }) => key.startsWith("atr_"));
    const levels = pairs(money.filter((one) => one !== range));
    if (range !== undefined)
      results.push(
        ...levels.map(([a, b]): Result => [
          `(${a.id} - ${b.id}) / ${range.id}`,
          (a.value - b.value) / range.value,
          [a.id, b.id, range.id],
          plain,
        ]),
      );
  }
  if (
    /\b(?:of the way|of (?:its|the|that|this) (?:\S+ )?range|percentile|into (?:its|the) (?:\S+ )?range)\b/i.test(ahead)
  )
    results.push(...placesWithin(money));
  if (/\b(?:impl(?:y|ies|ied|ying)|start(?:s|ed|ing)?|back then|earlier|ago)\b/i.test(written))
    results.push(...earlier(money, figures));
  if (
    /^ (?:below|above|lower|higher|more|less|up|down|rise|fall|gain|drop|decline|dip)\b/i.test(ahead) ||
    /\b(?:fall|rise|gain|drop|decline|increase|loss|dip|up|down|fell|rose) of (?:about |some |roughly |around )?$/i.test(
      text.slice(0, number.offset),
    )
  )
    results.push(...changesOf(said, money));
  results.push(...withoutCash(figures, written));
  results.push(...subtracted(text.slice(Math.max(sentence.start, number.offset - 48), end + 48), number));
  const multiple = figures.find(({ key }) => key === "pe_ttm");
  if (multiple !== undefined && /\bearnings yield\b/i.test(written))
    results.push([`1 / ${multiple.id}`, 1 / multiple.value, [multiple.id], plain]);
  const [last, first] = said;
  if (last !== undefined && first !== undefined && /\bfrom\b.*\bto\b/i.test(text.slice(sentence.start, number.offset)))
    results.push([`${last.value} - ${first.value}`, last.value - first.value, [], { ...plain, money: 1 }]);
  return results;
}

const exCash =
  /\b(?:ex[- ]cash|cash[- ]adjusted|(?:excluding|without|net of|adjust\w* for|strip\w* out|after|less|minus|deduct\w*) (?:the |its |net |all )*cash)\b/i;

/** "Excluding the cash the P/E is 7.2": the value without net cash, as a multiple of the third figure. */
function withoutCash(figures: readonly Figure[], written: string): Result[] {
  const [cap, debt] = ["market_cap", "net_debt"].map((key) => figures.find((one) => one.key === key));
  if (cap === undefined || debt === undefined || !occurs(exCash, written)) return [];
  return figures
    .filter((one) => one !== cap && one !== debt && one.quantity.money === 1 && one.value > 0)
    .map((one): Result => [
      `(${cap.id} + ${debt.id}) / ${one.id}`,
      (cap.value + debt.value) / one.value,
      [cap.id, debt.id, one.id],
      plain,
    ]);
}

/** "240.5 − 144.6 = 95.9": the difference that the sentence itself writes out. */
function subtracted(written: string, number: FoundNumber): Result[] {
  return [...written.matchAll(/(\d[\d,]*(?:\.\d+)?) (?:−|–|-|minus) (\d[\d,]*(?:\.\d+)?)/g)].flatMap(
    ([, a = "", b = ""]): Result[] => {
      const [left, right] = [a, b].map((digits) => Number(digits.replaceAll(",", "")));
      if (left === undefined || right === undefined || number.text.includes(a) || number.text.includes(b)) return [];
      return [
        [`${a} - ${b}`, left - right, [], { ...plain, money: 1 }],
        [`${a} - ${b}`, left - right, [], plain],
      ];
    },
  );
}

function pairs(figures: readonly Figure[]): (readonly [Figure, Figure])[] {
  return figures.flatMap((a) => figures.flatMap((b) => (a === b ? [] : [[a, b] as const])));
}

function difference([a, b]: readonly [Figure, Figure]): Result {
  return [`${a.id} - ${b.id}`, a.value - b.value, [a.id, b.id], plain];
}

/** How far up a range the middle of three values stands. */
function placesWithin(money: readonly Figure[]): Result[] {
  const [low, inner, high] = money.toSorted((a, b) => a.value - b.value);
  if (money.length !== 3 || low === undefined || inner === undefined || high === undefined) return [];
  const ids = [inner.id, low.id, high.id];
  return [
    [
      `(${inner.id} - ${low.id}) / (${high.id} - ${low.id})`,
      (inner.value - low.value) / (high.value - low.value),
      ids,
      plain,
    ],
  ];
}

/** The amount before a change that is known: 344.67 after a rise of 9.78 % was 313.96. */
function earlier(money: readonly Figure[], figures: readonly Figure[]): Result[] {
  const changes = figures.filter(({ key, unit, value }) => unit === "%" && isChange(key) && value > -100);
  return money.flatMap((now) =>
    changes.map((change): Result => [
      `${now.id} / (1 + ${change.id} / 100)`,
      now.value / (1 + change.value / 100),
      [now.id, change.id],
      now.quantity,
    ]),
  );
}

/** The change between an amount that the sentence prints and a cited one, or between the last two that it prints. */
function changesOf(said: readonly FoundNumber[], money: readonly Figure[]): Result[] {
  const [last, first] = said;
  if (last === undefined) return [];
  const cited = money.flatMap(({ id, value }): Result[] => [
    [`${id} / ${last.value} - 1`, value / last.value - 1, [id], plain],
    [`${last.value} / ${id} - 1`, last.value / value - 1, [id], plain],
  ]);
  return first === undefined
    ? cited
    : [...cited, [`${last.value} / ${first.value} - 1`, last.value / first.value - 1, [], plain]];
}
