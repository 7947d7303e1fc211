export interface Computation {
  readonly expression: string;
  readonly value: number;
}
import type { BadComputation } from "#src/contract/judgement.ts";
import { unitOfId, valueOfId, type EvidenceIndex } from "./evidence-index.ts";
import { namesIn, parseExpression, valueOf } from "./expression.ts";
import { faultOf, quantityOf, type Quantity } from "./quantity.ts";
import { trailingZeros } from "./round-amounts.ts";
import { within } from "./support.ts";

/** A declared computation that holds. */
export interface Computed {
  readonly expression: string;
  readonly value: number;
  readonly quantity: Quantity | null;
  readonly ids: readonly string[];
}

/** A declared computation with its exact value, or with the reason why it supports nothing. */
export function judge({ expression, value }: Computation, index: EvidenceIndex): Computed | BadComputation {
  const parsed = parseExpression(expression);
  if (!parsed.ok) return { expression, value, reason: parsed.reason };
  const lookup = valueOfId(index);
  const result = valueOf(parsed.tree, lookup);
  if (!result.ok) return { expression, value, reason: result.reason };
  const ids = namesIn(expression);
  if (ids.length === 0) return { expression, value, reason: "reads no evidence" };
  if (!within(result.value, value, halfUnitOf(value)))
    return { expression, value, reason: `gives ${Number(result.value.toPrecision(12))}` };
  const fault = faultOf(parsed.tree, lookup);
  if (fault !== null) return { expression, value, reason: fault };
  return { expression, value: result.value, quantity: quantityOf(parsed.tree, unitOfId(index)), ids };
}

/** Half a unit of the last digit of a number as JSON prints it: 0.05 for 12.3, 0.5 for 200. */
function halfUnitOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  const decimals = digits.split(".")[1]?.length ?? 0;
  // Amounts in millions and billions are rounded: their trailing zeros state nothing.
  if (exponent === "0" && decimals === 0 && Math.abs(value) >= 1e6) return Number(`5e${trailingZeros(digits) - 1}`);
  return Number(`5e${Number(exponent) - decimals - 1}`);
}
