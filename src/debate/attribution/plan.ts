import { Decimal } from "decimal.js";
import type {
  Attribution,
  AttributionEstimate,
  AttributionLine,
  AttributionRun,
  Change,
  MeasuredChange,
} from "#src/contract/jobs/attribution.ts";
import { Agent } from "#src/contract/run/answers.ts";
import type { Run } from "#src/contract/run/run.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { BudgetExceeded, Cancelled } from "#src/core/errors.ts";
import {
  type AttributionTools,
  type KeptRun,
  type Paid,
  Unfinished,
  baseline,
  evidenceOf,
  flipped,
  mayChange,
  placeOf,
  removable,
  runWith,
  sharedOf,
  sumOf,
} from "./attribute.ts";

/** What is tried, and what cannot be. */
export interface AttributionPlan {
  readonly changes: readonly Change[];
  readonly skipped: Attribution["skipped"];
}

/** The parts of a kept run that a plan needs. */
export type PlannedRun = Pick<KeptRun, "run" | "request">;

export interface ChosenChanges {
  /** Ids; `null`: what the reasoner's price allows. */
  readonly evidence: readonly string[] | null;
  readonly agents: readonly Agent[] | null;
  readonly flips: boolean;
  /** The number of most cited pieces of evidence to use when none is named. */
  readonly most: number;
}

/** Each wanted item left out and turned, each wanted agent left out. By default all where free, else the most cited. */
export function planAttribution(kept: PlannedRun, wish: ChosenChanges): AttributionPlan {
  const { evidence } = kept.run.manifest;
  const ids = wish.evidence ?? mostCited(kept, wish.most);
  // Named changes are tried in any case.
  const told = wish.evidence === null ? evidence.filter(({ key }) => aboutData.has(key)) : [];
  const changes: Change[] = [];
  const skipped: Attribution["skipped"] = told.map(({ id, label }) => ({
    change: { kind: "without_evidence", evidence: id },
    label,
    reason: "it says how much data there is, and nothing of the instrument",
  }));
  for (const id of ids) {
    const item = evidenceOf(kept, id);
    changes.push({ kind: "without_evidence", evidence: item.id });
    if (!wish.flips) continue;
    const change = { kind: "flipped_evidence", evidence: item.id } as const;
    if (flipped(item) !== null) changes.push(change);
    else skipped.push({ change, label: item.label, reason: flipless(item) });
  }
  const spoke = new Set(kept.run.manifest.calls.map(({ agent }) => agent));
  for (const agent of wish.agents ?? removable) {
    const change = { kind: "without_agent", agent } as const;
    if (!spoke.has(agent)) continue;
    if (removable.includes(agent) && !isLastAnalyst(agent, kept)) changes.push(change);
    else
      skipped.push({
        change,
        label: agent,
        reason:
          agent === "portfolio_manager" ? "without it there is no rating" : "without it there is nothing to debate",
      });
  }
  return { changes, skipped: evidence.length === 0 ? [] : skipped };
}

function isLastAnalyst(agent: Agent, { request }: PlannedRun): boolean {
  return request.analysts.length === 1 && request.analysts[0] === agent;
}

function flipless({ value, text }: Evidence): string {
  if (text !== null || value === null) return "a text has no sign";
  return value === 0 ? "zero has no sign" : "its sign is no direction";
}

/** Without these there may be no opinion at all. */
const aboutData: ReadonlySet<string> = new Set(["sessions_available", "price_age_days"]);

/** By how many agents name them; ties in evidence order. */
function mostCited({ run }: PlannedRun, most: number): string[] {
  const { reports } = run.result;
  const counts = new Map<string, number>();
  for (const agent of Agent.options) {
    const turns = reports[agent]?.turns ?? [];
    const cited = new Set(
      turns.flatMap(({ text, points }) => [...points.flatMap((point) => point.evidence), ...idsIn(text)]),
    );
    // What decides is what the managers name.
    const weight = agent === "portfolio_manager" ? 3 : agent === "research_manager" || agent === "trader" ? 2 : 1;
    for (const id of cited) counts.set(id, (counts.get(id) ?? 0) + weight);
  }
  return run.manifest.evidence
    .filter(({ key }) => !aboutData.has(key))
    .map(({ id }, index) => ({ id, index, count: counts.get(id) ?? 0 }))
    .toSorted((a, b) => b.count - a.count || a.index - b.index)
    .slice(0, most)
    .map(({ id }) => id);
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/(?<![A-Za-z\d])[MSNFD]\d{1,4}(?![A-Za-z\d])/g)].map(([id]) => id);
}

/** What such a call is held at; `null`: unknown price. */
export type HoldOf = (call: Run["manifest"]["calls"][number]) => Usd | null;

/**
 * From the cost of the run's own calls; equal answers end a change early. Other answers may be longer and asked twice.
 * @param atOnce calls held side by side
 */
export function estimateAttribution(
  { run }: PlannedRun,
  changes: readonly Change[],
  repetitions: number,
  { holdOf, atOnce }: { readonly holdOf: HoldOf; readonly atOnce: number },
): AttributionEstimate {
  const agents = [...new Set(run.manifest.calls.map(({ agent }) => agent))];
  const calls = changes.flatMap((change) => {
    const may = mayChange(change, agents);
    return run.manifest.calls.filter(({ agent }) => may.includes(agent));
  });
  const cost = sumOf(calls.map(({ cost_usd }) => cost_usd));
  const most = sumOf(calls.map(holdOf)) === null ? null : Decimal.max(0, ...calls.map((call) => holdOf(call) ?? 0));
  const limit =
    cost === null || most === null ? null : new Decimal(cost).times(repetitions * 2).plus(most.times(atOnce));
  return {
    changes: changes.length,
    calls: calls.length * repetitions,
    cost_usd: cost === null ? null : new Decimal(cost).times(repetitions).toFixed(),
    limit_usd: limit?.toDecimalPlaces(2, Decimal.ROUND_UP).toFixed() ?? null,
  };
}

/** The outcome of a change, compared with the run. */
function lineOf(
  kept: KeptRun,
  change: Change,
  base: Pick<AttributionRun, "rating" | "score">,
  runs: readonly AttributionRun[],
): AttributionLine {
  const label = change.kind === "without_agent" ? change.agent : evidenceOf(kept, change.evidence).label;
  const places = runs.map(({ rating }) => placeOf(rating));
  const scores = runs.map(({ score }) => score);
  return {
    change,
    label,
    runs: [...runs],
    changed: runs.filter(({ rating }) => rating !== base.rating).length,
    rating_shift: shift(places, placeOf(base.rating)),
    score_shift: shift(scores, base.score),
  };
}

function shift(values: readonly (number | null)[], from: number | null): number | null {
  if (from === null || values.length === 0) return null;
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value - from;
  }
  // Without the noise of binary sums.
  return Number((sum / values.length).toPrecision(12));
}

/** Evidence before agents; then what changes the rating most often, then the score most. */
function ranked(lines: readonly AttributionLine[]): AttributionLine[] {
  const size = (value: number | null): number => Math.abs(value ?? 0);
  const share = ({ changed, runs }: AttributionLine): number => (runs.length === 0 ? 0 : changed / runs.length);
  const isAgent = ({ change }: AttributionLine): number => Number(change.kind === "without_agent");
  return lines.toSorted(
    (a, b) =>
      isAgent(a) - isAgent(b) ||
      share(b) - share(a) ||
      size(b.rating_shift) - size(a.rating_shift) ||
      size(b.score_shift) - size(a.score_shift),
  );
}

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
