import { Decimal } from "decimal.js";
import type { Attribution, AttributionRun, Change, MeasuredChange } from "#src/contract/jobs/attribution.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { BudgetExceeded, Cancelled } from "#src/core/errors.ts";
import {
  baseline,
  runWith,
  sharedOf,
  sumOf,
  Unfinished,
  type AttributionTools,
  type KeptRun,
  type Paid,
} from "./attribute.ts";
import { lineOf, ranked, type AttributionPlan } from "./plan.ts";

export interface AttributionOrder {
  readonly plan: AttributionPlan;
  readonly repetitions: number;
  /** The limit for everything; `null` sets none. */
  readonly budget: Usd | null;
  readonly onDone: (line: MeasuredChange, at: number, of: number) => void;
}

/**
 * One change after the other; where money ends or somebody stops it, what was measured stands.
 * @throws ModelFailed, VendorFailed; CorruptRun
 */
export async function attributeRun(
  tools: AttributionTools,
  kept: KeptRun,
  { plan, repetitions, budget, onDone }: AttributionOrder,
): Promise<Attribution> {
  const base = baseline(tools, kept, await sharedOf(tools, kept));
  const measured: MeasuredChange[] = [];
  const unfinished: Paid[] = [];
  let spent: Usd | null = "0";
  let stopped: string | null = null;
  for (const [index, change] of plan.changes.entries()) {
    const left: Usd | null = budget === null ? null : Decimal.max(new Decimal(budget).minus(spent ?? 0), 0).toFixed();
    const tried = await tryChange(tools, kept, change, repetitions, left);
    ({ stopped } = tried);
    const { runs } = tried;
    unfinished.push(...tried.unfinished);
    spent = sumOf([spent, ...[...runs, ...tried.unfinished].map(({ cost_usd: cost }) => cost)]);
    if (runs.length > 0) measured.push({ change, runs });
    if (stopped !== null) break;
    onDone({ change, runs }, index + 1, plan.changes.length);
  }
  return attributionOf(kept, base, { plan, repetitions, measured, unfinished, stopped });
}

export interface Tried {
  readonly runs: AttributionRun[];
  /** Paid answers of an unfinished run, never asked again. */
  readonly unfinished: readonly Paid[];
  readonly stopped: string | null;
}

/**
 * @param budget of all repetitions; `null`: no limit
 * @returns what was measured, what else was paid for, and why not all was measured
 * @throws ModelFailed, VendorFailed; CorruptRun
 */
export async function tryChange(
  tools: AttributionTools,
  kept: KeptRun,
  change: Change,
  repetitions: number,
  budget: Usd | null,
): Promise<Tried> {
  const runs: AttributionRun[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const spent = sumOf(runs.map(({ cost_usd: cost }) => cost)) ?? "0";
    const left = budget === null ? null : Decimal.max(new Decimal(budget).minus(spent), 0).toFixed();
    try {
      runs.push(await runWith(tools, kept, change, repetition, left));
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      const { reason, paid } = error;
      if (reason instanceof BudgetExceeded) return { runs, unfinished: [paid], stopped: reason.message };
      if (reason instanceof Cancelled)
        return { runs, unfinished: [paid], stopped: "it was stopped; run it again to continue" };
      throw reason;
    }
  }
  return { runs, unfinished: [], stopped: null };
}

/** Everything measured beside the run itself, the heaviest first. */
export function attributionOf(
  kept: KeptRun,
  base: ReturnType<typeof baseline>,
  done: {
    readonly plan: Pick<AttributionPlan, "skipped">;
    readonly repetitions: number;
    readonly measured: readonly MeasuredChange[];
    readonly unfinished: readonly Paid[];
    readonly stopped: string | null;
  },
): Attribution {
  const { plan, repetitions, measured, unfinished, stopped } = done;
  const all = [...measured.flatMap(({ runs }) => runs), ...unfinished];
  return {
    version: 1,
    run_id: kept.run.manifest.run_id,
    ...base,
    repetitions,
    lines: ranked(measured.map(({ change, runs }) => lineOf(kept, change, base, runs))),
    skipped: [...plan.skipped],
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    reused: all.reduce((sum, { reused }) => sum + reused, 0),
    cost_usd: sumOf(all.map(({ cost_usd }) => cost_usd)),
    stopped,
  };
}
