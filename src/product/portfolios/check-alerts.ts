import { addDays, minuteMs, toIso } from "#src/core/clock.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { isOutage } from "#src/core/network/database-away.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { newestRatings } from "../analyses/queries/analysis-list.ts";
import { notePage } from "../channels/public/note-happening.ts";
import type { SystemContext } from "../context.ts";
import { notifyOwner } from "../mail/public/mailer.ts";
import { nextLook } from "./lib/sealed-portfolio.ts";
import { openPortfolio } from "./public/find-portfolio.ts";
import { alertsOn, keyOf, openTold } from "./public/portfolio-alerts.ts";
import { noteAlerts, portfoliosWithAlerts, type DuePortfolio } from "./queries/portfolios.ts";

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
