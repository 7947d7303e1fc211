import type { Portfolio, PortfolioBody } from "#src/contract/portfolios/portfolios.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { requireScope, type Context } from "../context.ts";
import { alertsDueAt, askedOf, refuseFuture, sealPortfolio } from "./lib/sealed-portfolio.ts";
import { findPortfolio } from "./public/find-portfolio.ts";
import { portfoliosOf, updatePortfolio } from "./queries/portfolios.ts";

/**
 * Replaces all of it.
 * @throws Forbidden; NotFound; InvalidField for a lot of the future; Conflict when it was changed since `version`
 */
export async function replacePortfolio(
  ctx: Context,
  { id, version, body }: { readonly id: string; readonly version: number; readonly body: PortfolioBody },
): Promise<Portfolio> {
  requireScope(ctx, "portfolios:write");
  const { db, actor, clock } = ctx;
  const at = clock.now();
  refuseFuture(body, at);
  const [stored] = await portfoliosOf(db.sql, actor.owner, id);
  if (stored === undefined) throw new NotFound("there is no such portfolio");
  const sealed = sealPortfolio(db.vault, id, { ...body, asked: askedOf(db.vault, stored.sealed) });
  if (
    !(await updatePortfolio(
      db.sql,
      { id, owner: actor.owner, version, sealed, alertsDueAt: alertsDueAt(body, at) },
      at,
    ))
  )
    throw new Conflict("the portfolio was changed since you read it; read it again");
  return findPortfolio(ctx, id);
}
