import type { EvidenceIndex } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { directionsIn } from "./direction-words.ts";
import type { Spot } from "./number-in-context.ts";
import { ofItem, operandsOf, plain, type Operand } from "./operands.ts";
import { occurs } from "./pattern-search.ts";
import type { Proposals } from "./proposals.ts";
import { remembered } from "./memoized.ts";
import type { Quantity } from "./quantity.ts";
import { wayAround } from "./gaps.ts";
import { mayChange, type Derived } from "./combinations.ts";
import { printedOf, restsOn } from "./support.ts";

/*
 * What a sentence works out of the figures that it prints or names itself, without citing them: "68.9 / 46.17", "14 of the
 * 60 items, or 23 %", "up $18.63 from 501.36". One step, and only one that its words ask for. A figure that it prints has to
 * stand on its own as well, so that the result rests on evidence in the end.
 */

type Result = readonly [expression: string, value: number, quantity: Quantity, of: readonly Operand[]];

const asks = {
  quotient:
    /\b(?:of|over|times|ratio|quotient|divided|share|multiples?|per|versus|vs|against|on|every|relative to|to one|as many|as much|odds|pays?|pay-?off)\b|\/|÷|\dx\b/i,
  change:
    /\b(?:up|down|above|below|under|over|beneath|away|from|upside|downside|gain(?:s|ed)?|los(?:s|t|es|ing)|shed|put on|added?|slid\w*|rose|risen|fell|fallen|higher|lower|overhead|discount|premium|off|shy|short|risk|reward|room|distance|cushion|climb\w*|drop\w*|rall\w+|jump\w*|increase|decrease|decline|sits?|stands?|lies|takes?|needs?|touch(?:es)?|reach(?:es)?|missing|odds)\b/i,
  difference:
    /\b(?:off|up|down|above|below|under|over|beneath|away|from|upside|downside|gain(?:s|ed)?|los(?:s|t|es|ing)|shed|put on|added?|minus|less|difference|spans?|range|wide|width|gap|room|distance|risk|reward|between|spread|overhead|apart|cushion|swing|swung|moved?|rose|fell|higher|lower|points?|by|short|shy|ahead|beyond|past|light|heavy|miss(?:es|ed)?|beat|shortfall|surplus|excess|exceed(?:s|ed)?|outgrew|costs?)\b|[−–-] ?\$?\d/i,
  sum: /\b(?:plus|sum|together|add(?:s|ed)? up|adding|total(?:s|led|ling)?|combined|and)\b|\+/i,
  before: /\b(?:impl(?:y|ies|ied|ying)|start\w*|back then|earlier|ago|open(?:s|ed)?|began|must have|put(?:s)? the)\b/i,
  place: /\b(?:range|span|way|percentile|between|recovered|retraced)\b/i,
  after:
    /\b(?:would|will|could|puts?|lands?|becomes?|implies|means|leads? to|takes? (?:it|the \w+) to|brings? (?:it|the \w+) to|ends? up|worth|leaves)\b/i,
  product: /\b(?:would|times|makes?|made|worth|equals?|comes? to|amounts? to|means|implies|gives|works? out)\b|×/i,
};

const against =
  /\b(?:higher|lower|more|less|larger|smaller|greater|bigger|above|below|stronger|weaker|ahead of|behind)\b/i;
const earning =
  /\b(?:earn\w*|makes?|made|pays?|costs?|return\w*|back to|give\w* (?:back|up)|gave (?:back|up)|wins?|leaves?)\b/i;

/** Which steps the words of a sentence ask for. */
const askedIn = remembered((written: string) => ({
  quotient: asks.quotient.test(written),
  change: asks.change.test(written) || directionsIn(written).length > 0 || occurs(earning, written),
  difference:
    asks.difference.test(written) ||
    directionsIn(written).length > 0 ||
    asks.before.test(written) ||
    occurs(earning, written),
  sum: asks.sum.test(written) || asks.before.test(written),
  isEach: /\b(?:every|per)\b/i.test(written),
  isOfTwo: occurs(against, written) && /\bthan\b/i.test(written),
  before: asks.before.test(written),
  after: asks.after.test(written),
  place: asks.place.test(written),
  product: asks.product.test(written),
}));

/** The one step that leads from what the sentence prints and names to the number, when there is one. */
export function workedOut(spot: Spot, index: EvidenceIndex, proposals: Proposals): Derived | null {
  const { number } = spot;
  // "More than half" reaches too far for what nobody has cited.
  const qualifier = number.unit === "fold" ? spot.qualifier : { ...spot.qualifier, bound: null };
  const operands = operandsOf(spot, index, proposals);
  if (operands.length < 2) return null;
  const ahead = spot.text.slice(number.offset + number.text.length, number.offset + number.text.length + 40);
  const way = wayAround(spot);
  const found = resultsOf(spot, operands, index).find(
    ([expression, value, quantity]) =>
      (restsOn(number, value, quantity, qualifier) || isBounded(spot, value, quantity)) &&
      (!expression.endsWith("- 1") || mayChange(value, ahead, way)),
  );
  if (found === undefined) return null;
  const [expression, , , of] = found;
  return {
    expression,
    ids: [...new Set(of.flatMap(({ ids }) => ids))],
    from: of.flatMap(({ printed }) => printed ?? []),
  };
}

/** "More than 200 dollars off its high": a little more than that. */
function isBounded({ number, qualifier: { bound, ...rest } }: Spot, value: number, quantity: Quantity): boolean {
  if (bound === null || number.unit === "fold") return false;
  const reach = Math.abs(number.value) * 0.1;
  const way = bound === "least" ? 1 : -1;
  const near = { ...number, value: number.value + Math.sign(number.value) * way * reach, halfUnit: reach };
  return restsOn(near, value, quantity, { ...rest, bound: null });
}

function resultsOf(spot: Spot, operands: readonly Operand[], index: EvidenceIndex): Result[] {
  const { number, text, sentence } = spot;
  const written = text.slice(sentence.start, sentence.end);
  const ahead = text.slice(number.offset + number.text.length, number.offset + number.text.length + 32);
  const range = index.byKey.get("atr_14")?.[0];
  const results: Result[] = [];
  const asked = askedIn(written);
  if (/^ (?:of an? |an? )?(?:atrs?|average (?:true |daily |trading )?ranges?)\b/i.test(ahead) && range !== undefined)
    return inRanges(operands, ofItem(range));
  for (const a of operands)
    for (const b of operands) {
      if (a === b || !alike(a, b)) continue;
      results.push(...combined(a, b, asked, number));
    }
  if (asked.after) results.push(...afterChange(operands));
  if (asked.product) results.push(...products(operands));
  const beta = index.byKey.get("beta_252")?.[0];
  if (asked.product && occurs(ofMarketMove, written))
    results.push(...scaledMoves(beta?.value == null ? operands : [...operands, ofItem(beta)]));
  if (asked.before) results.push(...beforeChange(operands));
  if (asked.place) results.push(...placed(operands));
  return results;
}

function alike(a: Operand, b: Operand): boolean {
  if (a.isExit === true && b.isExit === true) return false;
  if (a.isMultiple !== b.isMultiple && (a.ids.length === 0 || b.ids.length === 0)) return false;
  if (a.isBare || b.isBare) return a.quantity.hundreds === 0 && b.quantity.hundreds === 0;
  const shared = a.quantity.hundreds === b.quantity.hundreds && a.quantity.shares === b.quantity.shares;
  return (shared && a.quantity.money === b.quantity.money) || (a.quantity.money === 1 && b.quantity.shares === 1);
}

function combined(a: Operand, b: Operand, asked: ReturnType<typeof askedIn>, number: FoundNumber): Result[] {
  const of = [a, b];
  const unit = printedOf(number).unit;
  const results: Result[] = [];
  const isMoney = unit !== null && unit !== "%" && unit !== "x" && unit !== "fold";
  const perShare = a.quantity.money === 1 && b.quantity.shares === 1;
  if (b.value !== 0 && (!isMoney || perShare || asked.isEach) && asked.quotient)
    results.push([`${a.name} / ${b.name}`, a.value / b.value, isMoney ? { ...plain, money: 1 } : plain, of]);
  if (perShare) return results;
  // "Volatility of 49.1 % is a quarter higher than that of 39.0 %" sets two percentages against one another.
  const isOfAmounts = a.quantity.hundreds === 0 || asked.isOfTwo;
  if (unit === "%" && isOfAmounts && b.value > 0 && asked.change)
    results.push([`${a.name} / ${b.name} - 1`, a.value / b.value - 1, plain, of]);
  const same = a.isBare && unit !== "%" ? quantityFor(unit) : a.quantity;
  if (unit !== "x" && unit !== "fold") {
    if (asked.difference) results.push([`${a.name} - ${b.name}`, a.value - b.value, same, of]);
    if (asked.sum) results.push([`${a.name} + ${b.name}`, a.value + b.value, same, of]);
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
  const single = prices.map((one): Result => [
    `${one.name} / ${range.name}`,
    one.value / range.value,
    plain,
    [one, range],
  ]);
  const gaps = prices.flatMap((a) =>
    prices.flatMap((b): Result[] =>
      a === b || (a.isExit === true && b.isExit === true)
        ? []
        : [[`(${a.name} - ${b.name}) / ${range.name}`, (a.value - b.value) / range.value, plain, [a, b]]],
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
      [now, by],
    ]),
  );
}

/** The amount after a change: 290 and 10 % more are 319; twice 490 are 981. */
function afterChange(operands: readonly Operand[]): Result[] {
  const changes = operands.filter(({ quantity, value }) => quantity.hundreds === 1 && value > -100);
  const amounts = operands.filter(
    ({ isBare, isMultiple, quantity }) => !isMultiple && (isBare || quantity.money === 1),
  );
  return amounts.flatMap((from) =>
    changes.flatMap((by) =>
      [1, -1].map((way): Result => [
        `${from.name} * (1 + ${by.name} / 100)`,
        from.value * (1 + (way * Math.abs(by.value)) / 100),
        { ...from.quantity, money: 1 },
        [from, by],
      ]),
    ),
  );
}

/** A multiple of an amount, a share of it in percent, a price times a number of shares. */
function products(operands: readonly Operand[]): Result[] {
  const amounts = operands.filter(({ isMultiple, quantity }) => !isMultiple && quantity.hundreds === 0);
  return amounts.flatMap((of) =>
    operands
      .filter(
        (by) => by !== of && (by.isMultiple || by.isBare || by.quantity.hundreds === 1 || by.quantity.shares === 1),
      )
      .map((by): Result => [
        `${of.name} * ${by.name}`,
        of.value * by.value * (by.quantity.hundreds === 1 ? 0.01 : 1),
        of.isBare || by.quantity.shares === 1 ? { ...plain, money: 1 } : of.quantity,
        [of, by],
      ]),
  );
}

const ofMarketMove =
  /\b(?:fall|rise|drop|gain|move|decline|rally|slide|loss|jump) (?:in|of|by|for) (?:the )?(?:(?:broad |whole )?market|index|benchmark|bitcoin|BTC|S&P(?: 500)?)\b/i;

/** A beta times a move of the market. */
function scaledMoves(operands: readonly Operand[]): Result[] {
  const betas = operands.filter(({ isBare, isMultiple, value }) => (isBare || isMultiple) && Math.abs(value) < 10);
  const moves = operands.filter(({ quantity, printed }) => quantity.hundreds === 1 && printed !== undefined);
  return betas.flatMap((beta) =>
    moves.map((move): Result => [
      `${beta.name} * ${move.name}`,
      beta.value * move.value,
      { ...plain, hundreds: 1 },
      [beta, move],
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
                [inner, low, high],
              ],
            ]
          : [],
      ),
    ),
  );
}
