import { z } from "zod";
import type { PortfolioAlerts, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import type { LocalDate } from "#src/core/clock.ts";
import type { Sealed, Vault } from "#src/core/vault.ts";
import { portfoliosWithAlerts } from "#src/product/portfolios/queries/portfolios.ts";
import type { SystemContext } from "../../context.ts";
import { openPortfolio } from "./find-portfolio.ts";

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
