import { notRepeatable, type Run } from "#src/contract/run/run.ts";
import { Conflict, NoLongerKept, InvalidField } from "#src/core/errors.ts";
import type { Context, JobSettings } from "#src/product/context.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { testTickers } from "#src/contract/api/test-mode.ts";
import { shortField, type AnalysisRequest } from "#src/contract/jobs/analysis.ts";
import { languageField } from "#src/contract/run/language.ts";
import type { ModelKeyDefaults, OwnModel } from "#src/contract/jobs/model-keys.ts";
import type { ResolvedRun, StoredRunSettings } from "../queries/runs.ts";

/**
 * @param act as in `notRepeatable`
 * @throws Conflict where steps are gone or of an earlier release
 */
export async function requireKeptSteps(
  { queue }: Context,
  id: string,
  { result, manifest }: Run,
  act: string,
): Promise<void> {
  const reason = notRepeatable(manifest, act);
  if (reason !== null) throw new Conflict(reason);
  const repetition = result.runs?.shown ?? 1;
  const steps = await queue.finishedSteps(id);
  // Of a rerun the first step is what it took over.
  const known = repetition === 1 ? ["snapshot", "rerun source"] : [`repetition ${repetition}: snapshot`];
  if (!known.some((key) => steps.has(key)))
    throw new Conflict("the statements of this analysis are no longer stored; start a new one");
}

/** @throws NoLongerKept */
export function refuseRemoved({ removedAt }: { readonly removedAt: Instant | null }): void {
  if (removedAt === null) return;
  const day = toIso(removedAt).slice(0, 10);
  throw new NoLongerKept(`the report of this analysis is no longer kept; it was removed on ${day}`);
}

/** @throws InvalidField for a ticker that test data do not have */
export function requireTestTicker(ticker: string): void {
  if (!testTickers.includes(ticker.trim().toUpperCase())) throw new InvalidField("ticker", ticker, unknownTicker);
}

export const unknownTicker = `is not in the test data; test keys know ${testTickers.join(", ")}`;

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
