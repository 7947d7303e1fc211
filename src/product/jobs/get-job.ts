import { requireScope, type Context } from "../context.ts";
import { getOwn } from "./public/get-own.ts";
import type { JobKind } from "./public/kinds.ts";

/** @throws Forbidden; NotFound */
export async function getJob<Job>(
  ctx: Context,
  { kind, id }: { readonly kind: JobKind<unknown, Job>; readonly id: string },
): Promise<Job> {
  requireScope(ctx, kind.read);
  return getOwn(ctx, kind, id);
}
