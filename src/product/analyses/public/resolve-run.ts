import { shortField, type AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { languageField } from "#src/contract/run/language.ts";
import type { ModelKeyDefaults, OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { ResolvedRun, StoredRunSettings } from "#src/product/analyses/queries/run-settings.ts";
import type { JobSettings } from "#src/product/context.ts";

export type RunWish = Pick<AnalysisRequest, "ticker" | "trade_date" | "asset_type" | "analysts"> & {
  readonly max_debate_rounds?: number | null;
  readonly language?: string | undefined;
  readonly runs?: number;
  readonly allow_short?: boolean | undefined;
};

interface RunTerms extends Pick<StoredRunSettings, "budgetUsd" | "seed" | "rerun"> {
  readonly own: { readonly model: OwnModel; readonly defaults: ModelKeyDefaults } | null;
}

export function resolveRun(
  { rounds, riskRounds, askAgainFigures }: Pick<JobSettings, "rounds" | "riskRounds" | "askAgainFigures">,
  { language, runs = 1, allow_short: allowShort, ...asked }: RunWish,
  { own, seed, ...terms }: RunTerms,
): ResolvedRun {
  return Object.freeze({
    request: {
      ...asked,
      max_debate_rounds: asked.max_debate_rounds ?? rounds,
      ...languageField(language),
      ...(runs > 1 && { runs }),
      ...shortField(allowShort),
    },
    setting: {
      rounds,
      riskRounds,
      ...(askAgainFigures === false && { askAgainFigures }),
      ...terms,
      ...(seed !== undefined && { seed }),
      ...(own !== null && { ownModel: own.model, ownDefaults: own.defaults }),
    },
  });
}
