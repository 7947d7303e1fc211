import { routesAsked } from "./queries/api-requests.ts";
import { requireScope, type Context } from "../context.ts";

/** The routes that the actor's keys were used for, for a filter. */
export async function listRoutesAsked(ctx: Context): Promise<string[]> {
  requireScope(ctx, "requests:read");
  return routesAsked(ctx.db.sql, ctx.actor.owner);
}
