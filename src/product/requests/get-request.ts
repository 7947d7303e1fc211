import type { LoggedRequestDetail } from "#src/contract/api/requests.ts";
import { findRequest } from "./queries/api-requests.ts";
import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";

/** A request of one of the actor's keys, with its body. @throws NotFound */
export async function getRequest(ctx: Context, id: string): Promise<LoggedRequestDetail> {
  requireScope(ctx, "requests:read");
  const found = await findRequest(ctx.db.sql, ctx.actor.owner, id);
  if (found === null) throw new NotFound("there is no such request");
  return found;
}
