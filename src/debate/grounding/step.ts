import type { Evidence } from "#src/contract/evidence.ts";
import { quantityOfItem } from "./evidence-index.ts";
import { first } from "./gap.ts";
import type { Grounds } from "./grounds.ts";
import { plain } from "./operands.ts";
import type { Quantity } from "./quantity.ts";

/* A step over named figures, for the readers of sentences that name one in full. */

export interface Step {
  readonly expression: string;
  readonly ids: readonly string[];
  readonly value: number;
  readonly quantity: Quantity;
  /** Whether a printed sign must be the result's, and one must be printed where it is negative. */
  readonly isSigned?: true;
  /** Of a multiple: "less than four times" is anything less. */
  readonly isMultiple?: true;
}

export type Figure = Pick<Step, "ids" | "value" | "quantity"> & { readonly name: string };

export const money: Quantity = { ...plain, money: 1 };

/** What a sentence is read with, for one of its numbers. */
export interface Told {
  readonly written: string;
  readonly lead: string;
  readonly ahead: string;
  readonly grounds: Grounds;
  readonly cited: readonly Evidence[];
}

export function figure(told: Told, key: string): Figure | null {
  const item = first(told.grounds.index, key);
  return item === null ? null : { name: item.id, ids: [item.id], value: item.value, quantity: quantityOfItem(item) };
}
