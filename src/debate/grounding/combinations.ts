import type { Evidence } from "#src/contract/evidence.ts";
import type { Way } from "./direction-lexicon.ts";
import { quantityOfItem } from "./evidence-index.ts";
import type { FoundNumber } from "./found-number.ts";
import { firstIn } from "./pattern-search.ts";
import type { Quantity } from "./quantity.ts";
import { restsOn, type Qualifier } from "./support.ts";

/** A figure worked out of two others. */
export interface Derived {
  readonly expression: string;
  readonly ids: readonly string[];
  /** The printed numbers among them. */
  readonly from?: readonly FoundNumber[];
}

/** The quotient, difference, sum or change of two cited figures that the number is, when there is one. */
export function derivedFrom(
  number: FoundNumber,
  cited: readonly Evidence[],
  qualifier: Qualifier,
  ahead: string,
  way: Way | null,
  mayDiffer: boolean,
): Derived | null {
  const figures = cited.filter((item) => item.value !== null).slice(0, 8);
  for (const a of figures)
    for (const b of figures) {
      if (a === b || a.value === null || b.value === null) continue;
      const found = combinations(a, b, a.value, b.value).find(
        ([expression, value, quantity]) =>
          restsOn(number, value, quantity, qualifier) &&
          (mayDiffer || !/ [+-] [A-Z]\d+$/.test(expression)) &&
          (expression.endsWith("- 1")
            ? (number.unit === "%" || number.unit === "bps" || number.unit === "fold" || way !== null) &&
              mayChange(value, ahead, way)
            : !isChangeTold(number, expression, ahead, way)),
      );
      if (found !== undefined) return { expression: found[0], ids: [a.id, b.id] };
    }
  return null;
}

/** "Lost more than half": a change, which the quotient of two is not. */
function isChangeTold({ unit }: FoundNumber, expression: string, ahead: string, way: Way | null): boolean {
  return way !== null && unit === "%" && expression.includes(" / ") && !/^ (?:of|in|on) /i.test(ahead);
}

const ofWhole = /^ of (?:(?:its|the|their|all|that|this|total) )?[a-z]/i;
const sideAhead =
  /^ ?(?:(above|(?:higher|more|bigger|larger|greater|stronger|wider) than|north of|over (?:its|the|their) (?!(?:past|last|previous|prior|course|period|year|month|week|quarter)\b))|(?:below|beneath|under|(?:lower|less|smaller|weaker|narrower|cheaper) than|south of)) /i;

/** Whether a change of this way can be told with these words behind it: no share "of" a whole, and below what it is less than. */
export function mayChange(value: number, ahead: string, way: Way | null): boolean {
  if (ofWhole.test(ahead)) return false;
  // "Lost more than half" is no rise.
  if (way !== null && value * way < 0) return false;
  const side = firstIn(sideAhead, ahead);
  return side === null || value > 0 === (side[1] !== undefined);
}

type Combination = readonly [expression: string, value: number, quantity: Quantity];

function combinations(a: Evidence, b: Evidence, left: number, right: number): Combination[] {
  const [one, other] = [quantityOfItem(a), quantityOfItem(b)];
  const alike = a.unit === b.unit && a.unit !== null && a.unit !== "x" && a.unit !== "points";
  const perShare = one.money === 1 && one.shares === 0 && other.shares === 1;
  const bothMoney = one.money === 1 && other.money === 1 && one.shares === 0 && other.shares === 0;
  const found: Combination[] = [];
  if (right !== 0 && (alike || perShare || bothMoney)) {
    const quotient = {
      money: one.money - other.money,
      shares: one.shares - other.shares,
      hundreds: one.hundreds - other.hundreds,
    };
    found.push([`${a.id} / ${b.id}`, left / right, quotient]);
  }
  if (alike) {
    found.push([`${a.id} - ${b.id}`, left - right, one]);
    if (one.hundreds === 0) found.push([`${a.id} + ${b.id}`, left + right, one]);
    if (right > 0) found.push([`${a.id} / ${b.id} - 1`, left / right - 1, { money: 0, shares: 0, hundreds: 0 }]);
  }
  return found;
}
