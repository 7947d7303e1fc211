import type { BacktestAsked } from "#src/contract/backtests/backtests.ts";
import { InvalidField, InvalidInput } from "#src/core/errors.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/analysis-environment.ts";
import type { Context } from "#src/product/context.ts";
import { ownEnvironmentOf, type OwnEstimates } from "#src/product/model-keys/public/own-environment.ts";

/** `null` for rules. @throws InvalidField without a model */
export async function orderEnvironment(
  ctx: Context,
  own: OwnEstimates,
  { asked: { models } }: { readonly asked: Pick<BacktestAsked, "models"> },
): Promise<AnalysisEnvironment | null> {
  if (models === undefined) return null;
  try {
    return await ownEnvironmentOf(ctx, own, models.own_model);
  } catch (error) {
    if (error instanceof InvalidInput) throw new InvalidField("own_model", null, error.message);
    throw error;
  }
}
