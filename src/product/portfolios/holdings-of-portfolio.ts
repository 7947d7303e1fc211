import type { Holdings } from "#src/contract/holdings/holdings.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { InvalidField } from "#src/core/errors.ts";
import type { AnalysisEnvironment } from "../analyses/public/analysis-environment.ts";
import { requireScope, type Context } from "../context.ts";
import { findPortfolio } from "./public/find-portfolio.ts";

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
