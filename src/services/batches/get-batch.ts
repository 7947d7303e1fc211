import type { Batch } from "#src/contract/batches.ts";
import { requireScope, type Context } from "../context.ts";
import { findOwn } from "./lib/find-own.ts";

/** One of the actor's, with its progress. @throws NotFound for an unknown or foreign id */
export async function getBatch(ctx: Context, id: string): Promise<Batch> {
  requireScope(ctx, "analyses:read");
  return findOwn(ctx, id);
}
