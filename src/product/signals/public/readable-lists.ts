import { plans } from "#src/contract/accounts/plans.ts";
import { type ListInstrument, type Schedule, houseList } from "#src/contract/signals/signals.ts";
import { type SignalList, findList, listsOf } from "../queries/signal-lists.ts";
import { Forbidden, NotFound } from "#src/core/errors.ts";
import type { Context, JobSettings, SystemContext } from "#src/product/context.ts";
import type { Instant } from "#src/core/clock.ts";
import { firesAfter } from "#src/core/operation/cron.ts";
import type { AnalysisEnvironment } from "#src/product/analyses/public/analysis-environment.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Log } from "#src/core/operation/log.ts";

/** Whose jobs the house list makes. */
export const houseOwner = "house";

/**
 * Own lists, deleted ones too, and the house list with a plan.
 * @throws Forbidden; NotFound
 */
export async function readableList(ctx: Context, id: string): Promise<SignalList> {
  const { db, actor } = ctx;
  if (id === houseList) mustHaveSignals(actor);
  const list = await findList(db.sql, id);
  if (list === null || (list.owner !== null && list.owner !== actor.owner))
    throw new NotFound(id === houseList ? "the signal engine has not run yet" : "there is no such watchlist");
  return list;
}

/** @throws Forbidden without an active signal plan */
export function mustHaveSignals({ plan }: Pick<Context["actor"], "plan">): void {
  if (!plans[plan].signals) throw new Forbidden("live signals require the Signals or Elite plan");
}

export interface NextRun {
  readonly at: Instant;
  readonly symbols: readonly string[];
}

/** Soonest first; exchanges run `delayMs` after a close, coins at once. */
export function nextRuns(
  environment: Pick<AnalysisEnvironment, "closes" | "runDelayMs">,
  { schedule, instruments }: { readonly schedule: Schedule; readonly instruments: readonly ListInstrument[] },
  now: Instant,
  count: number,
): NextRun[] {
  if (schedule.kind === "cron") {
    const symbols = instruments.map(({ symbol }) => symbol);
    return firesAfter(schedule.cron, schedule.zone, now, count).map((at) => ({ at, symbols }));
  }
  const runs = instruments.flatMap(({ symbol, asset_type: type }) => {
    const delay = type === "crypto" ? 0 : environment.runDelayMs;
    return environment.closes(symbol, type, now - delay, count).map((close) => ({ symbol, at: close + delay }));
  });
  return [...Map.groupBy(runs, ({ at }) => at)]
    .toSorted(([a], [b]) => a - b)
    .slice(0, count)
    .map(([at, own]) => ({ at, symbols: own.map(({ symbol }) => symbol) }));
}

/** How the signal engine is set up. */
export interface SignalSettings {
  /** What the house list has; empty: it is not run. */
  readonly instruments: readonly ListInstrument[];
  /** How often each debate of it is repeated. */
  readonly runs: number;
  /** The share of the repetitions that must agree, 0 to 1. */
  readonly threshold: number;
  /** What its runs of a day, UTC, may cost together. */
  readonly dailyBudgetUsd: Usd;
  /** What one of them may cost. */
  readonly runBudgetUsd: Usd;
  /** Of the running slots, so many at once. */
  readonly slots: number;
  /** After the close of a stock's market, until its prices are final. */
  readonly delayMs: number;
}

/** What the engine works with. */
export interface SignalTools extends SystemContext {
  readonly log: Log;
  readonly jobs: JobSettings;
  readonly signals: SignalSettings;
}

export interface FollowedLists {
  /** The actor's own, oldest first, as many as their plan runs. */
  readonly own: readonly SignalList[];
  /** Where the plan has its signals. */
  readonly house: SignalList | null;
}

export async function followedLists({ db, actor }: Context): Promise<FollowedLists> {
  const plan = plans[actor.plan];
  const [own, house] = await Promise.all([
    listsOf(db.sql, actor.owner),
    plan.signals ? findList(db.sql, houseList) : null,
  ]);
  return { own: own.slice(0, plan.watchlists), house };
}

/** A list's instruments as what asks for them wants them. */
export function wantedOf(lists: readonly SignalList[]): (ListInstrument & { readonly list: string })[] {
  return lists.flatMap(({ id, instruments }) => instruments.map((instrument) => ({ ...instrument, list: id })));
}
