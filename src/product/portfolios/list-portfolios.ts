import type { Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { requireScope, type Context } from "../context.ts";
import { openPortfolio } from "./public/find-portfolio.ts";
import { portfoliosOf } from "./queries/portfolios.ts";

/** Oldest first. @throws Forbidden */
export async function listPortfolios(ctx: Context): Promise<Portfolio[]> {
  requireScope(ctx, "portfolios:read");
  return (await portfoliosOf(ctx.db.sql, ctx.actor.owner)).map((stored) => openPortfolio(ctx.db.vault, stored));
}
