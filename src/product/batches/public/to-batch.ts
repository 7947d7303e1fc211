import type { Batch } from "#src/contract/jobs/batches.ts";
import type { ListedBatch } from "#src/product/batches/queries/batches.ts";

/** A batch as its owner sees it. */
export function toBatch({ number: _place, ...batch }: ListedBatch): Batch {
  return batch;
}
