import { type PortfolioBody, portfolioLimits, type Portfolio } from "#src/contract/portfolios/portfolios.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { newId } from "#src/core/ids.ts";
import { madeBefore, noteMade, type Once } from "../idempotency/public/once.ts";
import { lockJobs } from "../jobs/public/submit-job.ts";
import { requireScope, type Context } from "../context.ts";
import { alertsDueAt, askedOf, refuseFuture, sealPortfolio } from "./lib/sealed-portfolio.ts";
import { openPortfolio, findPortfolio } from "./public/find-portfolio.ts";
import { insertPortfolio, portfoliosOf, updatePortfolio, deletePortfolioOf } from "./queries/portfolios.ts";

/**
 * An idempotency key makes one portfolio.
 * @throws Forbidden; InvalidField for a lot of the future; Conflict beyond the limit or for a reused key
 */
export async function createPortfolio(
  ctx: Context,
  { body, idempotencyKey: key }: { readonly body: PortfolioBody; readonly idempotencyKey: string | null },
): Promise<{ readonly portfolio: Portfolio; readonly replayed: boolean }> {
  requireScope(ctx, "portfolios:write");
  const { db, actor, clock } = ctx;
  const at = clock.now();
  refuseFuture(body, at);
  // What was asked is compared sealed: even its hash says something of so few figures.
  const once: Once | null = key === null ? null : { operation: "create portfolio", key, asked: null };
  const asked = sha256(canonicalJson(body));
  const made = await db.transaction(async (tx) => {
    await lockJobs(tx, actor, at);
    const known = once === null ? null : await madeBefore(tx, actor.owner, once);
    if (known !== null) return { id: known, replayed: true };
    if ((await portfoliosOf(tx.sql, actor.owner)).length >= portfolioLimits.portfolios)
      throw new Conflict(
        `an account can have at most ${portfolioLimits.portfolios} portfolios; change or delete one of yours`,
      );
    const id = newId("pf");
    const sealed = sealPortfolio(db.vault, id, { ...body, asked });
    await insertPortfolio(tx, { id, owner: actor.owner, sealed, alertsDueAt: alertsDueAt(body, at) }, at);
    if (once !== null) await noteMade(tx, actor.owner, once, id, at);
    return { id, replayed: false };
  });
  const [stored] = await portfoliosOf(db.sql, actor.owner, made.id);
  if (stored === undefined)
    throw new Conflict("the portfolio that was made with this Idempotency-Key has been deleted");
  if (made.replayed && askedOf(db.vault, stored.sealed) !== asked)
    throw new Conflict("the Idempotency-Key was already used with a different body");
  return { portfolio: openPortfolio(db.vault, stored), replayed: made.replayed };
}

/** @throws Forbidden; NotFound for an unknown or foreign id */
export async function getPortfolio(ctx: Context, id: string): Promise<Portfolio> {
  requireScope(ctx, "portfolios:read");
  return findPortfolio(ctx, id);
}

/** Oldest first. @throws Forbidden */
export async function listPortfolios(ctx: Context): Promise<Portfolio[]> {
  requireScope(ctx, "portfolios:read");
  return (await portfoliosOf(ctx.db.sql, ctx.actor.owner)).map((stored) => openPortfolio(ctx.db.vault, stored));
}

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

/** Erases it. @throws Forbidden; NotFound */
export async function deletePortfolio(ctx: Context, id: string): Promise<void> {
  requireScope(ctx, "portfolios:write");
  if (!(await deletePortfolioOf(ctx.db.sql, ctx.actor.owner, id))) throw new NotFound("there is no such portfolio");
}
