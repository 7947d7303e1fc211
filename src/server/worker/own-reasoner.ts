import type { CustomerModels } from "#src/server/compose/models/compose-model-reasoner.ts";
import { providerLabels, type OwnModel, type CustomerProvider } from "#src/contract/jobs/model-keys.ts";
import type { Database } from "#src/core/db/database.ts";
import { findModelKey, findKeyLimit, holdOnKey, settleOnKey } from "#src/product/model-keys/queries/model-keys.ts";
import type { Clock } from "#src/core/clock.ts";
import { ModelFailed, SecretUnreadable, BudgetExceeded } from "#src/core/errors.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { Sealed } from "#src/core/vault.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { holdingAll, type Allowance, speakHeld } from "./allowance.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { monthOf } from "#src/product/plans/public/monthly-quota.ts";

export interface OwnRun {
  readonly owner: string;
  /** With what is set for the key. */
  readonly choice: OwnModel;
  /** Beside the key's own limit. */
  readonly allowances?: readonly Allowance[];
}

export interface OwnReasonerTools {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly customerModels: CustomerModels;
}

/**
 * The key is looked at before each call: replaced ones count at once, deleted ones end the run. It stands in no
 * setting, event or step.
 */
export function ownReasoner(tools: OwnReasonerTools, { owner, choice, allowances = [] }: OwnRun): Reasoner {
  const { db, customerModels } = tools;
  const models = customerModels.modelsOf(choice);
  const tuning = tuningOf(choice);
  const hold = holdingAll(tools.log, [keyAllowance(tools, owner, choice.llm_provider), ...allowances]);
  let last: { readonly stored: string; readonly reasoner: Reasoner } | null = null;
  const current = async (model: string): Promise<Reasoner> => {
    const { stored, key } = await openKey(db, owner, choice, model);
    if (last?.stored !== stored) last = { stored, reasoner: customerModels.reasonerOf(choice, key()) };
    return last.reasoner;
  };
  return {
    provider: choice.llm_provider,
    models,
    ...tuning,
    usesTools: true,
    // `speak` holds the owner's limits.
    estimate: () => null,
    async speak(brief, options) {
      const model = models[brief.depth];
      const reasoner = await current(model);
      return speakHeld({ reasoner, hold, model, chargeOf: customerModels.chargeOf }, brief, options);
    },
  };
}

function tuningOf({ reasoning_effort: effort, temperature }: OwnModel): Pick<Reasoner, "tuning"> {
  const tuning = {
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(temperature !== undefined && { temperature }),
  };
  return Object.keys(tuning).length === 0 ? {} : { tuning };
}

/** @throws ModelFailed when the key is gone or does not open */
async function openKey(
  db: Database,
  owner: string,
  { llm_provider: provider }: OwnModel,
  model: string,
): Promise<{ readonly stored: string; readonly key: () => string }> {
  const found = await findModelKey(db.sql, owner, provider);
  const label = providerLabels[provider];
  if (found === null)
    throw new ModelFailed(
      model,
      "unauthorized",
      `your ${label} key was deleted; add one under Account, Models, and start again`,
    );
  return { stored: found.sealed.stored, key: () => opened(db, found.sealed, model, label) };
}

function opened(db: Database, sealed: Sealed, model: string, label: string): string {
  try {
    return db.vault.open(sealed);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new ModelFailed(
      model,
      "unauthorized",
      `your stored ${label} key cannot be read; add it again under Account, Models, and start again`,
      { cause: error },
    );
  }
}

/** Counted also without a limit. */
function keyAllowance(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  owner: string,
  provider: CustomerProvider,
): Allowance {
  return {
    async hold(most: Usd) {
      const month = { owner, provider, month: monthOf(clock.now()) };
      if (await holdOnKey(db.sql, month, most)) return (cost) => settleOnKey(db.sql, month, most, cost);
      const { limit, used } = await findKeyLimit(db.sql, month);
      const label = providerLabels[provider];
      throw new BudgetExceeded(
        limit === null
          ? `your ${label} key was deleted; add one under Account, Models, and start again`
          : `your monthly limit of ${usdText(limit)} for your ${label} key does not cover the next call: ${usdText(used)} used or reserved, up to ${usdText(most)} more needed; raise it under Account, Models`,
      );
    },
  };
}
