import type { LoggedRequest, RequestFilter } from "#src/contract/api/requests.ts";
import { listRequests as query } from "./queries/api-requests.ts";
import { requireScope, type Context } from "../context.ts";

/** Newest first. @param input `before`: last of the page before */
export async function listRequests(
  ctx: Context,
  input: { readonly filter: RequestFilter; readonly before: string | null; readonly limit: number },
): Promise<{ readonly requests: readonly LoggedRequest[]; readonly older: string | null }> {
  requireScope(ctx, "requests:read");
  const { filter, before, limit } = input;
  const found = await query(ctx.db.sql, ctx.actor.owner, filter, { before, limit: limit + 1 });
  const requests = found.slice(0, limit);
  return { requests, older: found.length > limit ? (requests.at(-1)?.id ?? null) : null };
}
