import {
  type Portfolio,
  type PortfolioAlerts,
  PortfolioBody,
  type PortfolioValuation,
} from "#src/contract/portfolios/portfolios.ts";
import { type Instant, type LocalDate, addDays, dayMs, minuteMs, toIso } from "#src/core/clock.ts";
import { placeOf } from "#src/core/db/sealed-columns.ts";
import { InvalidField, NotFound } from "#src/core/errors.ts";
import { canonicalJson } from "#src/core/hash.ts";
import type { Sealed, Vault } from "#src/core/vault.ts";
import {
  type StoredPortfolio,
  portfoliosOf,
  portfoliosWithAlerts,
} from "#src/product/portfolios/queries/portfolios.ts";
import type { Context, SystemContext } from "../../context.ts";
import { z } from "zod";

/** `asked`: the hash of what made it. */
export function sealPortfolio(vault: Vault, id: string, content: PortfolioBody & { readonly asked: string }): Sealed {
  return vault.seal(canonicalJson(content), placeOf("portfolios.sealed_portfolio", id));
}

export function askedOf(vault: Vault, sealed: Sealed): string {
  const { asked }: { readonly asked?: unknown } = JSON.parse(vault.open(sealed));
  return String(asked);
}

/** East of Greenwich the day has begun earlier. */
export function refuseFuture({ lots }: PortfolioBody, at: Instant): void {
  const latest = addDays(toIso(at).slice(0, 10), 1);
  const index = lots.findIndex(({ acquired }) => acquired > latest);
  if (index !== -1) throw new InvalidField(`lots.${index}.acquired`, null, "is in the future");
}

/** The closes of all markets, and the day of coins, are over and known then. */
const afterMidnightMs = 45 * minuteMs;

/** The next look; `null`: no alert is set. */
export function alertsDueAt({ alerts, lots }: Pick<PortfolioBody, "alerts" | "lots">, at: Instant): Instant | null {
  const isSet = Object.values(alerts).some((one) => one !== null && one !== false);
  return isSet && lots.length > 0 ? nextLook(at) : null;
}

export function nextLook(at: Instant): Instant {
  const today = Date.parse(toIso(at).slice(0, 10)) + afterMidnightMs;
  return today > at ? today : today + dayMs;
}

/** The caller has checked the scope. @throws NotFound for an unknown or foreign id */
export async function findPortfolio({ db, actor }: Context, id: string): Promise<Portfolio> {
  const [stored] = await portfoliosOf(db.sql, actor.owner, id);
  if (stored === undefined) throw new NotFound("there is no such portfolio");
  return openPortfolio(db.vault, stored);
}

/** As its owner sees it. */
export function openPortfolio(vault: Vault, { id, sealed, version, createdAt, changedAt }: StoredPortfolio): Portfolio {
  const { asked: _ofItsMaking, ...content } = JSON.parse(vault.open(sealed));
  return {
    id,
    version,
    ...PortfolioBody.parse(content),
    created_at: toIso(createdAt),
    changed_at: toIso(changedAt),
  };
}

/* What of a portfolio its owner asked to be told of. It stands sealed beside the portfolio, and messages name it only. */

const Pct = { pct: z.number(), limit: z.number() };
export const PortfolioAlert = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("day_change"), ...Pct }),
  z.object({ kind: z.literal("drawdown"), ...Pct }),
  z.object({ kind: z.literal("position"), symbol: z.string(), ...Pct }),
  z.object({
    kind: z.literal("rating"),
    symbol: z.string(),
    rating: z.string(),
    before: z.string().nullable(),
    analysis: z.string(),
  }),
]);
export type PortfolioAlert = z.infer<typeof PortfolioAlert>;

const AlertsTold = z.object({
  /** What holds now, so that it is told again only after it has ended. */
  standing: z.array(z.string()),
  /** Newest first. */
  told: z.array(z.object({ date: z.iso.date(), alerts: z.array(PortfolioAlert) })),
});
export type AlertsTold = z.infer<typeof AlertsTold>;

/** The newest opinion on a symbol, and the one before it. */
export interface NewestRating {
  readonly symbol: string;
  readonly analysis: string;
  readonly rating: string;
  readonly before: string | null;
}

const isDown = (rating: string | null): boolean => rating === "Underweight" || rating === "Sell";

/** What holds at the close of `date`. A day without a close changes nothing. */
export function alertsOn(
  wanted: PortfolioAlerts,
  { days, positions }: Pick<PortfolioValuation, "days" | "positions">,
  ratings: readonly NewestRating[],
  date: LocalDate,
): PortfolioAlert[] {
  const last = days.at(-1);
  const { day_change_pct: change, drawdown_pct: drawdown, position_pct: share } = wanted;
  const alerts: PortfolioAlert[] = [];
  const moved = last?.date === date ? last.return_pct : null;
  if (change !== null && moved !== null && Math.abs(moved) >= change)
    alerts.push({ kind: "day_change", pct: moved, limit: change });
  const below = last?.drawdown_pct ?? null;
  if (drawdown !== null && below !== null && -below >= drawdown)
    alerts.push({ kind: "drawdown", pct: -below, limit: drawdown });
  for (const { symbol, weight_pct: weight } of positions)
    if (share !== null && weight !== null && Math.abs(weight) > share)
      alerts.push({ kind: "position", symbol, pct: Math.abs(weight), limit: share });
  if (wanted.ratings)
    for (const { symbol, rating, before, analysis } of ratings)
      if (isDown(rating) && !isDown(before)) alerts.push({ kind: "rating", symbol, rating, before, analysis });
  return alerts;
}

/** The same for the same news. */
export function keyOf(alert: PortfolioAlert, date: LocalDate): string {
  switch (alert.kind) {
    case "day_change":
      return `day_change ${date}`;
    case "drawdown":
      return "drawdown";
    case "position":
      return `position ${alert.symbol}`;
    case "rating":
      return `rating ${alert.analysis}`;
  }
}

/** In English, as mails are. */
export function alertText(alert: PortfolioAlert): string {
  switch (alert.kind) {
    case "day_change":
      return `${alert.pct < 0 ? "Down" : "Up"} ${Math.abs(alert.pct)}% in a day (your limit: ${alert.limit}%).`;
    case "drawdown":
      return `${alert.pct}% below its highest point of the last year (your limit: ${alert.limit}%).`;
    case "position":
      return `${alert.symbol} is ${alert.pct}% of it (your limit: ${alert.limit}%).`;
    case "rating":
      return `${alert.symbol}: ${alert.before === null ? "" : `${alert.before} to `}${alert.rating} in your newest analysis.`;
  }
}

export function openTold(vault: Vault, sealed: Sealed | null): AlertsTold {
  return sealed === null ? { standing: [], told: [] } : AlertsTold.parse(JSON.parse(vault.open(sealed)));
}

/** For a message to its owner; `null` where it is gone. */
export async function toldOn(
  { db }: SystemContext,
  { portfolio: id, date, owner }: { readonly portfolio: string; readonly date: LocalDate; readonly owner: string },
): Promise<{ readonly name: string; readonly alerts: readonly PortfolioAlert[] } | null> {
  const [stored] = await portfoliosWithAlerts(db.sql, { id });
  if (stored === undefined || stored.owner !== owner) return null;
  const found = openTold(db.vault, stored.alerts).told.find((one) => one.date === date);
  return found === undefined ? null : { name: openPortfolio(db.vault, stored).name, alerts: found.alerts };
}
