import { z } from "zod";
import { HeldPosition, HoldingLimits, Holdings, mostPositions } from "../holdings/holdings.ts";
import { TradeDate } from "../jobs/analysis.ts";
import { plainLine, storableText } from "../text.ts";

/* What somebody holds, kept for them: sealed at rest, and in nothing that others read (docs/portfolios.md). */

export const portfolioLimits = {
  /** Of one owner. */
  portfolios: 20,
  lots: 300,
  /** As many as an analysis takes. */
  symbols: mostPositions,
  nameLength: 80,
  noteLength: 100,
  /** Of one valuation, day by day. */
  years: 10,
} as const;

/** As far back as prices are asked for. */
const earliestDay = "1900-01-01";

/** What was bought, or sold short, at one time. */
export const Lot = z.strictObject({
  symbol: HeldPosition.shape.symbol,
  /** Shares or coins as of `acquired`: later splits are applied to it. */
  quantity: HeldPosition.shape.quantity,
  cost_per_unit: HeldPosition.shape.cost_basis,
  /** Of `cost_per_unit`; `null`: that of the portfolio. */
  currency: Holdings.shape.currency.nullable().default(null),
  acquired: TradeDate.refine((day) => day >= earliestDay, `must be ${earliestDay} or later`),
  note: storableText.transform(plainLine).pipe(z.string().max(portfolioLimits.noteLength)).nullable().default(null),
});
export type Lot = z.infer<typeof Lot>;

const Threshold = z.number().gt(0).max(100).nullable().default(null);

/** When its owner is told; `null` and `false`: never. Looked at once a day, by closes of the day before. */
export const PortfolioAlerts = z.strictObject({
  /** Up or down, without purchases. */
  day_change_pct: Threshold,
  /** Below the highest point of the last year. */
  drawdown_pct: Threshold,
  /** One position, of all positions and cash. */
  position_pct: Threshold,
  /** Your newest analysis of a symbol says Underweight or Sell, and the one before it did not. */
  ratings: z.boolean().default(false),
});
export type PortfolioAlerts = z.infer<typeof PortfolioAlerts>;

export const PortfolioBody = z
  .strictObject({
    name: storableText.transform(plainLine).pipe(z.string().min(1, "enter a name").max(portfolioLimits.nameLength)),
    /** Of cash, values and figures. */
    currency: Holdings.shape.currency,
    cash: Holdings.shape.cash,
    lots: z.array(Lot).max(portfolioLimits.lots),
    limits: Holdings.shape.limits,
    horizon_days: Holdings.shape.horizon_days,
    alerts: PortfolioAlerts.default({ day_change_pct: null, drawdown_pct: null, position_pct: null, ratings: false }),
  })
  .superRefine(({ lots }, ctx) => {
    const symbols = new Set(lots.map(({ symbol }) => symbol.toUpperCase()));
    if (symbols.size > portfolioLimits.symbols)
      ctx.addIssue({
        code: "custom",
        path: ["lots"],
        message: `has ${symbols.size} symbols; a portfolio can have at most ${portfolioLimits.symbols}`,
      });
  });
export type PortfolioBody = z.infer<typeof PortfolioBody>;

export const Portfolio = z.object({
  id: z.string(),
  /** Counts up with every change. */
  version: z.int().positive(),
  name: z.string(),
  currency: z.string(),
  cash: z.string(),
  lots: z.array(Lot),
  limits: HoldingLimits,
  horizon_days: z.int().nullable(),
  alerts: PortfolioAlerts,
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
});
export type Portfolio = z.infer<typeof Portfolio>;

const Money = z.string();

/** What one symbol of a portfolio is worth on a day. */
export const PortfolioPosition = z.object({
  symbol: z.string(),
  /** With the splits known on the day. */
  quantity: z.string(),
  /** Those applied, oldest first. */
  splits: z.array(z.object({ ex_date: z.iso.date(), ratio: z.number() })),
  price: z.number().nullable(),
  price_date: z.iso.date().nullable(),
  price_currency: z.string().nullable(),
  value: Money.nullable(),
  /** Of positions and cash. */
  weight_pct: z.number().nullable(),
  /** Of all its lots; `null`: of one of them it is not known. */
  cost: Money.nullable(),
  /** Since its lots were acquired, by ex-date. */
  dividends: Money.nullable(),
  /** Value and dividends less cost. */
  profit: Money.nullable(),
  /** What is missing, and why. */
  notes: z.array(z.string()),
});
export type PortfolioPosition = z.infer<typeof PortfolioPosition>;

/** The close of one day. */
export const PortfolioDay = z.object({
  date: z.iso.date(),
  /** Of positions, without cash. */
  positions_value: Money,
  /** Since the lots were acquired; `null`: no position has a cost. */
  profit: Money.nullable(),
  /** Since the day before in this series. */
  day_profit: Money.nullable(),
  /** Of what was held the day before, with dividends; `null` on the first day. */
  return_pct: z.number().nullable(),
  /** Below the highest point of the return index since the first day; 0 or negative. */
  drawdown_pct: z.number().nullable(),
});
export type PortfolioDay = z.infer<typeof PortfolioDay>;

/** Which sessions and symbols a figure was computed from. */
const computedFrom = {
  symbols: z.array(z.string()),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
};

export const PortfolioValuation = z.object({
  portfolio_id: z.string(),
  /** What was known at its close is used, and nothing later. */
  date: z.iso.date(),
  currency: z.string(),
  /** Positions and cash. */
  value: Money,
  positions_value: Money,
  cash: Money,
  cost: Money.nullable(),
  dividends: Money.nullable(),
  profit: Money.nullable(),
  positions: z.array(PortfolioPosition),
  drawdown: z.object({ now_pct: z.number().nullable(), worst_pct: z.number().nullable(), ...computedFrom }),
  beta: z.object({ value: z.number().nullable(), benchmark: z.string().nullable(), ...computedFrom }),
  concentration: z.object({
    largest: z.object({ symbol: z.string(), share_pct: z.number() }).nullable(),
    /** Herfindahl-Hirschman index, 0 to 1. */
    hhi: z.number().nullable(),
    ...computedFrom,
  }),
  correlation: z.object({
    /** Of all pairs. */
    average: z.number().nullable(),
    /** A row for each of `symbols`, in their order. */
    matrix: z.array(z.array(z.number().nullable())),
    ...computedFrom,
  }),
  days: z.array(PortfolioDay),
  /** What is in no figure, or only in some. */
  missing: z.array(z.object({ symbol: z.string(), reason: z.string() })),
  notes: z.array(z.string()),
});
export type PortfolioValuation = z.infer<typeof PortfolioValuation>;
