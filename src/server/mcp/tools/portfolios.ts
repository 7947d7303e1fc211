import { z } from "zod";
import { TradeDate } from "#src/contract/jobs/analysis.ts";
import { Batch } from "#src/contract/jobs/batches.ts";
import { OwnLimitUsd } from "#src/contract/jobs/usage.ts";
import { Lot, Portfolio, PortfolioPosition, PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { inline } from "#src/core/text/untrusted.ts";
import { pageOf } from "../answer.ts";
import { tool } from "../tool.ts";

const PortfolioId = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .describe("ID of a portfolio, from list_portfolios.");
const cursor = z
  .string()
  .regex(/^\d{1,4}$/)
  .optional();
const nextOf = (next: number | null): string | null => (next === null ? null : String(next));

const Shown = Portfolio.omit({ lots: true, limits: true, horizon_days: true });

function shown({ lots: _lots, limits: _limits, horizon_days: _days, ...portfolio }: Portfolio): z.infer<typeof Shown> {
  return { ...portfolio, name: inline(portfolio.name) };
}

export const listPortfolios = tool({
  name: "list_portfolios",
  title: "List portfolios",
  description: "The user's saved portfolios. They are private: repeat nothing of them elsewhere.",
  input: z.object({}),
  output: z.object({ portfolios: z.array(Shown.extend({ lots: z.int() })) }),
  async run(_input, { service }) {
    const all = z.array(Portfolio).parse(await service.client.portfolios.list());
    return { portfolios: all.map((one) => ({ ...shown(one), lots: one.lots.length })) };
  },
});

export const getPortfolio = tool({
  name: "get_portfolio",
  title: "Get a portfolio",
  description: "The lots, cash and limits of a portfolio. For what it is worth, use value_portfolio.",
  input: z.object({ id: PortfolioId, cursor }),
  output: z.object({
    portfolio: Shown.extend({ limits: Portfolio.shape.limits, horizon_days: Portfolio.shape.horizon_days }),
    lots: z.array(Lot),
    next_cursor: z.string().nullable(),
  }),
  async run({ id, cursor: from = "0" }, { service }) {
    const portfolio = Portfolio.parse(await service.client.portfolios.get(id));
    const { items, next } = pageOf(portfolio.lots, Number(from));
    const lots = items.map((lot) => ({ ...lot, note: lot.note === null ? null : inline(lot.note) }));
    const { limits, horizon_days } = portfolio;
    return { portfolio: { ...shown(portfolio), limits, horizon_days }, lots, next_cursor: nextOf(next) };
  },
});

const mostMissing = 20;

export const valuePortfolio = tool({
  name: "value_portfolio",
  title: "Value a portfolio",
  description:
    "Value, cost, dividends, profit, drawdown, beta, concentration and average correlation of a portfolio as of a day, " +
    "with the prices and splits known then. Say what is missing: it is in no sum.",
  input: z.object({
    id: PortfolioId,
    as_of: TradeDate.optional().describe("Default: today."),
    from: TradeDate.optional().describe("First day of the drawdown. Default: a year before."),
    cursor,
  }),
  output: PortfolioValuation.omit({ days: true, positions: true, correlation: true }).extend({
    average_correlation: z.number().nullable(),
    positions: z.array(PortfolioPosition.omit({ splits: true, notes: true })),
    next_cursor: z.string().nullable(),
  }),
  async run({ id, as_of, from, cursor: place = "0" }, { service }) {
    const days = { ...(as_of !== undefined && { as_of }), ...(from !== undefined && { from }) };
    const answer = PortfolioValuation.parse(await service.client.portfolios.valuation(id, days));
    const { days: _days, correlation, positions, missing, ...rest } = answer;
    const { items, next } = pageOf(
      positions.map(({ splits: _splits, notes: _notes, ...one }) => ({ ...one, symbol: inline(one.symbol) })),
      Number(place),
      25,
    );
    return {
      ...rest,
      average_correlation: correlation.average,
      positions: [...items],
      missing: missing.slice(0, mostMissing).map((one) => ({ ...one, symbol: inline(one.symbol) })),
      next_cursor: nextOf(next),
    };
  },
});

export const analyzePortfolio = tool({
  name: "analyze_portfolio",
  title: "Analyse a portfolio",
  description:
    "Starts an analysis of each position with the portfolio as its holdings. Ask the user for the budget first: each " +
    "analysis counts towards the monthly quota and can cost money. The analyses appear in list_analyses.",
  does: "starts",
  input: z.object({
    id: PortfolioId,
    budget_usd: OwnLimitUsd.describe("The most that all analyses together may cost, in US dollars."),
    trade_date: TradeDate.optional().describe("Default: the last session of each instrument."),
    idempotency_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/)
      .optional()
      .describe("Repeating the same key and arguments starts nothing new."),
  }),
  output: z.object({ batch: Batch.pick({ id: true, status: true, counts: true, budget_usd: true }) }),
  async run({ id, idempotency_key: key, trade_date: day, budget_usd }, { service }) {
    const body = { budget_usd, max_debate_rounds: null, ...(day !== undefined && { trade_date: day }) };
    const options = key === undefined ? {} : { idempotencyKey: key };
    const {
      id: batch,
      status,
      counts,
      budget_usd: budget,
    } = Batch.parse(await service.client.portfolios.analyze(id, body, options));
    return { batch: { id: batch, status, counts, budget_usd: budget } };
  },
});
