import type { Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { requireScope, type Context } from "../context.ts";
import { findPortfolio } from "./public/find-portfolio.ts";

/** @throws Forbidden; NotFound for an unknown or foreign id */
export async function getPortfolio(ctx: Context, id: string): Promise<Portfolio> {
  requireScope(ctx, "portfolios:read");
  return findPortfolio(ctx, id);
}
