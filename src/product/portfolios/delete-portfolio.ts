import { NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { deletePortfolioOf } from "./queries/portfolios.ts";

/** Erases it. @throws Forbidden; NotFound */
export async function deletePortfolio(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "portfolios:write");
  if (!(await deletePortfolioOf(ctx.db.sql, ctx.actor.owner, id))) throw new NotFound("there is no such portfolio");
}
