import type { Batch } from "#src/contract/jobs/batches.ts";
import { requireScope, type Context } from "../context.ts";
import { findOwn } from "./lib/find-own.ts";

/** @throws NotFound */
export async function getBatch(ctx: Context, id: string): Promise<Batch> {
  requireScope(ctx, "analyses:read");
  return findOwn(ctx, id);
}
