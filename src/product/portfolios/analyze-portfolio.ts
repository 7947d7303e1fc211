import type { Batch, BatchLine } from "#src/contract/jobs/batches.ts";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import type { AnalyzePortfolio } from "#src/contract/portfolios/portfolio-routes.ts";
import { toIso } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { submitBatch } from "../batches/batches.ts";
import { requireScope, type Context } from "../context.ts";
import { holdingsOfPortfolio } from "./holdings-of-portfolio.ts";

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
