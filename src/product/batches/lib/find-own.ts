import type { Batch } from "#src/contract/jobs/batches.ts";
import { listBatches } from "#src/product/batches/queries/batches.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "#src/product/context.ts";
import { toBatch } from "../public/to-batch.ts";

/** @throws NotFound for an unknown or foreign id */
export async function findOwn({ db, actor }: Context, id: string): Promise<Batch> {
  const [batch] = await listBatches(db.sql, actor.owner, { id, limit: 1 });
  if (batch === undefined) throw new NotFound("there is no such batch");
  return toBatch(batch);
}
