import { z } from "zod";
import { AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { Agent } from "#src/contract/run/answers.ts";
import { ModelKeyDefaults, OwnModel } from "#src/contract/jobs/model-keys.ts";

/** `repetition` from 2 on. */
const Rerun = z.object({ of: z.string(), from: Agent, repetition: z.int().exactOptional() });
export type Rerun = z.infer<typeof Rerun>;

/** Kept with the job, so that new settings change nothing. */
export interface StoredRunSettings {
  readonly rounds: number;
  readonly riskRounds: number;
  readonly budgetUsd: string | null;
  /** Agents are not asked again about figures that contradict the evidence. */
  readonly askAgainFigures?: false;
  /** For a run that is one of several of the same debate. */
  readonly seed?: number | undefined;
  /** For a run on its owner's own key. */
  readonly ownModel?: OwnModel | undefined;
  /** The key's settings when the run was submitted. */
  readonly ownDefaults?: ModelKeyDefaults | undefined;
  readonly rerun?: Rerun | undefined;
  /** The traceparent of the request; it changes nothing of the run. */
  readonly traceparent?: string | undefined;
}

/** What a run is made with: decided once, when it is submitted, and kept with its job. */
export interface ResolvedRun {
  readonly request: AnalysisRequest;
  readonly setting: StoredRunSettings;
}

/** As the column `analyses.setting` has them. */
const SettingRow = z.object({
  rounds: z.int(),
  risk_rounds: z.int(),
  budget_usd: z.string().nullable(),
  ask_again_figures: z.literal(false).optional(),
  seed: z.int().optional(),
  own_model: OwnModel.optional(),
  own_defaults: ModelKeyDefaults.optional(),
  rerun: Rerun.optional(),
  traceparent: z.string().optional(),
});

/** Of a row of analyses; its rounds are those that the request names. */
export function readRun(row: { readonly request: unknown; readonly setting: unknown }): ResolvedRun {
  const request = AnalysisRequest.parse(row.request);
  const {
    rounds,
    risk_rounds: riskRounds,
    budget_usd: budgetUsd,
    ask_again_figures: askAgainFigures,
    own_model: ownModel,
    own_defaults: ownDefaults,
    ...rest
  } = SettingRow.parse(row.setting);
  const setting = {
    ...rest,
    rounds: request.max_debate_rounds ?? rounds,
    riskRounds,
    budgetUsd,
    ...(askAgainFigures === false && { askAgainFigures }),
    ...(ownModel !== undefined && { ownModel }),
    ...(ownDefaults !== undefined && { ownDefaults }),
  };
  return Object.freeze({ request, setting });
}

export function settingRow(setting: StoredRunSettings): z.infer<typeof SettingRow> {
  const { rounds, riskRounds, budgetUsd, askAgainFigures, seed, ownModel, ownDefaults, rerun, traceparent } = setting;
  return {
    rounds,
    risk_rounds: riskRounds,
    budget_usd: budgetUsd,
    ...(askAgainFigures === undefined ? {} : { ask_again_figures: askAgainFigures }),
    ...(seed === undefined ? {} : { seed }),
    ...(ownModel === undefined ? {} : { own_model: ownModel }),
    ...(ownDefaults === undefined ? {} : { own_defaults: ownDefaults }),
    ...(rerun === undefined ? {} : { rerun }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
