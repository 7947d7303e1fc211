import { type Portfolio, type PortfolioBody, portfolioLimits } from "#src/contract/portfolios/portfolios.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import { newId } from "#src/core/ids.ts";
import { type Once, madeBefore, noteMade } from "../idempotency/queries/idempotency-keys.ts";
import { lockJobs } from "../jobs/public/submit-job.ts";
import { type Context, type SystemContext, requireScope } from "../context.ts";
import {
  alertsDueAt,
  askedOf,
  findPortfolio,
  nextLook,
  openPortfolio,
  refuseFuture,
  sealPortfolio,
} from "./public/find-portfolio.ts";
import {
  type DuePortfolio,
  deletePortfolioOf,
  insertPortfolio,
  noteAlerts,
  portfoliosOf,
  portfoliosWithAlerts,
  updatePortfolio,
} from "./queries/portfolios.ts";
import { addDays, minuteMs, toIso } from "#src/core/clock.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { isOutage } from "#src/core/network/database-away.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { newestRatings } from "../analyses/queries/analysis-list.ts";
import { notePage } from "../channels/public/note-happening.ts";
import { notifyOwner } from "../mail/public/mailer.ts";
import { alertsOn, keyOf, openTold } from "./public/portfolio-alerts.ts";

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

interface Tools {
  readonly environment: Pick<AnalysisEnvironment, "valuePortfolio">;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** In one go; the rest follows a quarter of an hour later. */
const mostPortfolios = 100;
/** For failed vendors. */
const laterMs = 60 * minuteMs;
/** Messages may wait for a digest. */
const keptDays = 14;
/** An opinion that is older is no news. */
const newestDays = 7;
const seriesDays = 365;

/** Repeatable: nobody is told twice. A portfolio's failure is logged and tried again. @returns how many were told */
export async function checkPortfolioAlerts(ctx: SystemContext, tools: Tools): Promise<number> {
  let told = 0;
  const due = await portfoliosWithAlerts(ctx.db.sql, { dueBy: ctx.clock.now(), limit: mostPortfolios });
  for (const stored of due) {
    if (tools.signal.aborted) break;
    try {
      if (await check(ctx, tools, stored)) told += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      tools.log.warn({ err: error, portfolio: stored.id }, "a portfolio's alerts could not be checked; trying again");
      await again(ctx, stored);
    }
  }
  return told;
}

async function again({ db, clock }: SystemContext, { id, version }: DuePortfolio): Promise<void> {
  await db.transaction((tx) => noteAlerts(tx, { id, version, dueAt: clock.now() + laterMs }));
}

/** @returns whether its owner is told */
async function check(ctx: SystemContext, { environment, signal }: Tools, stored: DuePortfolio): Promise<boolean> {
  const { db, queue, clock } = ctx;
  const { id, owner, version } = stored;
  const now = clock.now();
  const date = addDays(toIso(now).slice(0, 10), -1);
  const portfolio = openPortfolio(db.vault, stored);
  const valuation = await environment.valuePortfolio(
    portfolio,
    { from: addDays(date, -seriesDays), asOf: date },
    signal,
  );
  if (valuation.missing.some(({ reason }) => reason === "no price source answered")) {
    await again(ctx, stored);
    return false;
  }
  const symbols = valuation.positions.map(({ symbol }) => symbol);
  const since = addDays(date, -newestDays);
  const ratings = portfolio.alerts.ratings ? await newestRatings(db.sql, owner, symbols, since) : [];
  const alerts = alertsOn(portfolio.alerts, valuation, ratings, date);
  const before = openTold(db.vault, stored.alerts);
  const fresh = alerts.filter((alert) => !before.standing.includes(keyOf(alert, date)));
  const after = {
    standing: alerts.map((alert) => keyOf(alert, date)),
    told: [...(fresh.length === 0 ? [] : [{ date, alerts: fresh }]), ...before.told].filter(
      (one) => one.date > addDays(date, -keptDays),
    ),
  };
  const sealed = db.vault.seal(canonicalJson(after), placeOf("portfolios.sealed_alerts", id));
  return db.transaction(async (tx) => {
    const isSame = await noteAlerts(tx, { id, version, dueAt: nextLook(now), alerts: sealed });
    if (!isSame || fresh.length === 0) return false;
    const once = `${id} ${date}`;
    const happening = { event: "portfolio_alert", portfolio: id, date } as const;
    await notePage(tx, { where: { owner, list: null }, once, happening, at: now, after: "" });
    await notifyOwner(tx, queue, { kind: "portfolio_alert", userId: owner, once, portfolio: id, date });
    return true;
  });
}
