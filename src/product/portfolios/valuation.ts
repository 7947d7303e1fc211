import { portfolioLimits, type PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { addDays, toIso, type LocalDate } from "#src/core/clock.ts";
import { InvalidInput, InvalidField } from "#src/core/errors.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { requireScope, type Context } from "../context.ts";
import { findPortfolio } from "./public/portfolio-alerts.ts";
import type { Holdings } from "#src/contract/holdings/holdings.ts";
import type { Batch, BatchLine } from "#src/contract/jobs/batches.ts";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import type { AnalyzePortfolio } from "#src/contract/portfolios/portfolio-routes.ts";
import { submitBatch } from "../batches/batches.ts";

interface Asked {
  readonly environment: Pick<AnalysisEnvironment, "valuePortfolio">;
  readonly id: string;
  /** `null`: today. */
  readonly asOf: LocalDate | null;
  /** Of the series; `null`: a year before. */
  readonly from: LocalDate | null;
  readonly signal: AbortSignal;
}

/**
 * Nothing of it is kept.
 * @throws Forbidden; NotFound; InvalidInput for days that are none of a series; Cancelled
 */
export async function valuePortfolio(
  ctx: Context,
  { environment, id, signal, ...asked }: Asked,
): Promise<PortfolioValuation> {
  requireScope(ctx, "portfolios:read");
  const today = toIso(ctx.clock.now()).slice(0, 10);
  const { from } = asked;
  const asOf = asked.asOf ?? today;
  // East of Greenwich the day has begun earlier.
  if (asOf > addDays(today, 1)) throw new InvalidInput("as_of is in the future");
  const first = from ?? addDays(asOf, -365);
  if (first > asOf) throw new InvalidInput("from must not be later than as_of");
  if (first < addDays(asOf, -366 * portfolioLimits.years))
    throw new InvalidInput(`from must be at most ${portfolioLimits.years} years before as_of`);
  const portfolio = await findPortfolio(ctx, id);
  return { portfolio_id: id, ...(await environment.valuePortfolio(portfolio, { from: first, asOf }, signal)) };
}

/**
 * What an analysis as of a day is told of a portfolio.
 * @param given holdings beside it, which would contradict it
 * @throws Forbidden; NotFound; InvalidField with other holdings; InvalidInput; Cancelled
 */
export async function holdingsOfPortfolio(
  ctx: Context,
  {
    environment,
    id,
    day,
    given = null,
    signal,
  }: {
    readonly environment: Pick<AnalysisEnvironment, "holdingsOn">;
    readonly id: string;
    readonly day: LocalDate;
    readonly given?: Holdings | null | undefined;
    readonly signal: AbortSignal;
  },
): Promise<Holdings> {
  requireScope(ctx, "portfolios:read");
  if (given != null) throw new InvalidField("portfolio", id, "cannot be given together with holdings; leave one out");
  return environment.holdingsOn(await findPortfolio(ctx, id), day, signal);
}

/**
 * One analysis for each position, as a batch that stops within the budget. An idempotency key makes one batch.
 * @throws Forbidden; NotFound; InvalidInput when nothing is held; Cancelled; and as `submitBatch`
 */
export async function analyzePortfolio(
  ctx: Context,
  {
    environment,
    id,
    body,
    idempotencyKey,
    signal,
  }: {
    readonly environment: Pick<AnalysisEnvironment, "holdingsOn" | "read" | "typedInstruments">;
    readonly id: string;
    readonly body: AnalyzePortfolio;
    readonly idempotencyKey: string | null;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly batch: Batch; readonly replayed: boolean }> {
  requireScope(ctx, "analyses:write");
  const { budget_usd: budgetUsd, trade_date: asked = null } = body;
  const day = asked ?? toIso(ctx.clock.now()).slice(0, 10);
  const holdings = await holdingsOfPortfolio(ctx, { environment, id, day, signal });
  if (holdings.positions.length === 0) throw new InvalidInput(`the portfolio holds nothing on ${day}`);
  const lines = holdings.positions.map(({ symbol }, index) => lineOf(environment, body, symbol, index + 1));
  return submitBatch(ctx, { lines, budgetUsd, idempotencyKey, held: { holdings, asked: { portfolio: id, body } } });
}

function lineOf(
  environment: Pick<AnalysisEnvironment, "read" | "typedInstruments">,
  { trade_date: asked, analysts, max_debate_rounds, language, own_model: own }: AnalyzePortfolio,
  symbol: string,
  line: number,
): BatchLine {
  const assetType = environment.typedInstruments(symbol, "stock")[0]?.asset_type ?? "stock";
  const read = environment.read(symbol, assetType);
  if (!read.ok) return { line, customId: symbol, refusal: { detail: read.reason } };
  return {
    line,
    customId: symbol,
    asked: {
      ticker: read.symbol,
      trade_date: asked ?? read.lastSession,
      asset_type: assetType,
      analysts: analysts ?? [...Analyst.options],
      max_debate_rounds,
      ...(language !== undefined && { language }),
      ...(own != null && { own_model: own }),
    },
  };
}
