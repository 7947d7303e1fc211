import { portfolioLimits, type PortfolioValuation } from "#src/contract/portfolios/portfolios.ts";
import { addDays, toIso, type LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { requireScope, type Context } from "../context.ts";
import { findPortfolio } from "./public/find-portfolio.ts";

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
