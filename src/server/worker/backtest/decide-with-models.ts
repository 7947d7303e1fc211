import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { addDays } from "#src/core/clock.ts";
import type { BacktestPlan, Dates } from "../thread-messages.ts";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { decide } from "#src/backtest/decide.ts";
import { rememberingReasoner } from "#src/backtest/remembered-answers.ts";
import type { BacktestModels } from "#src/contract/backtests/backtests.ts";
import { findAnswer, keepAnswer, isPaused } from "#src/product/backtests/queries/backtests.ts";
import type { Database } from "#src/core/db/database.ts";
import { createBudget } from "#src/debate/budget.ts";
import { findInstrument } from "#src/market/door/vendor-chain.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { Cancelled, InvalidInput, isConclaveError } from "#src/core/errors.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { compareText } from "#src/core/text/compare-text.ts";
import { jobAllowance, noting } from "../allowance.ts";
import { type OwnReasonerTools, ownReasoner } from "../own-reasoner.ts";

/**
 * Up to the day before the first incomplete date, so no symbol is judged by what was not asked.
 * @returns `null` when nothing is left
 */
export function wholeDates(
  { settings, work }: BacktestPlan,
  decisions: readonly BacktestDecision[],
): { readonly settings: BacktestSettings; readonly decisions: BacktestDecision[] } | null {
  const decided = new Set(decisions.map(({ symbol, session }) => `${symbol} ${session}`));
  const missing = work.flatMap(({ symbol, sessions }) =>
    sessions.filter((session) => !decided.has(`${symbol} ${session}`)),
  );
  const until = missing.toSorted()[0];
  if (until === undefined) return { settings, decisions: [...decisions] };
  const kept = decisions.filter(({ session }) => session < until);
  const symbols = settings.symbols.filter((symbol) => kept.some((one) => one.symbol === symbol));
  if (symbols.length === 0) return null;
  return { settings: { ...settings, symbols, to: addDays(until, -1) }, decisions: kept };
}

/** They stand in one durable step. */
const atOnce = 4;

/** Whose money it is, and how much of it. */
export interface ModelBacktest {
  readonly id: string;
  readonly owner: string;
  readonly models: BacktestModels;
}

/** By date, then symbol, so that an early end is a whole backtest. */
export function modelPieces(work: readonly Dates[]): Dates[][] {
  const all = work
    .flatMap(({ symbol, sessions }) => sessions.map((session) => ({ symbol, sessions: [session] })))
    .toSorted((a, b) => compareText(a.sessions[0] ?? "", b.sessions[0] ?? "") || compareText(a.symbol, b.symbol));
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) =>
    all.slice(index * atOnce, (index + 1) * atOnce),
  );
}

/** On the worker's own thread, since it waits. Each answer is kept at once. */
export function createModelDecider(tools: OwnReasonerTools & { readonly rules: Reasoner }, backtest: ModelBacktest) {
  const { db } = tools;
  const { id, owner, models } = backtest;
  const asking = ownReasoner(tools, {
    owner,
    choice: models.own_model,
    allowances: [jobAllowance(db, { id, budgetUsd: models.budget_usd })],
  });
  const store = {
    read: (key: string) => findAnswer(db.sql, owner, key),
    write: (key: string, answer: unknown) => keepAnswer(db.sql, id, key, answer),
  };
  const { provider, models: named, tuning } = asking;
  return {
    reasoner: { provider, ...named, base_url: null, ...tuning, own_key: true as const },
    /** @returns what was decided, and why the rest was not @throws Cancelled; defects */
    async decide(vendors: VendorChain, settings: BacktestSettings, piece: readonly Dates[]): Promise<Decided> {
      const stopped = DBOS.stepStatus?.cancelSignal ?? new AbortController().signal;
      const signal = unlessPaused(db, id, stopped);
      const one = async ({ symbol, session }: { symbol: string; session: string }) => {
        const { listing } = await findInstrument(vendors, symbol, signal);
        if (listing === null) throw new InvalidInput(`${symbol} is not known`);
        // A decision not covered in every part is not made.
        const { reasoner, refused } = noting(untilStopped(asking, stopped));
        const remembering = rememberingReasoner(reasoner, store, createBudget(null), "", () => {});
        const made = await decide(
          { vendors, reasoner: remembering, rules: tools.rules, signal },
          settings,
          symbol,
          listing.calendar,
          session,
        );
        const why = refused();
        if (why !== null) throw why;
        return made;
      };
      const dates = piece.flatMap(({ symbol, sessions }) => sessions.map((session) => ({ symbol, session })));
      return decidedOf(await Promise.allSettled(dates.map(one)));
    },
  };
}

/** Paused calls end and are kept, cancelled ones are dropped. */
function unlessPaused(db: Database, id: string, stopped: AbortSignal): AbortSignal {
  const dropped = new AbortController();
  const look = async (): Promise<void> => {
    if (!(await isPaused(db.sql, id).catch(() => false))) dropped.abort();
  };
  if (stopped.aborted) void look();
  else stopped.addEventListener("abort", () => void look(), { once: true });
  return dropped.signal;
}

/** No further call, even if somebody else goes on. */
function untilStopped(reasoner: Reasoner, stopped: AbortSignal): Reasoner {
  return {
    ...reasoner,
    speak: (brief, options) => (stopped.aborted ? Promise.reject(new Cancelled()) : reasoner.speak(brief, options)),
  };
}

export interface Decided {
  readonly made: readonly BacktestDecision[];
  readonly stopped: string | null;
}

/** @throws what is no reason to stop with what there is */
function decidedOf(ended: readonly PromiseSettledResult<BacktestDecision>[]): Decided {
  const errors = ended.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
  const fatal = errors.find((error) => !isConclaveError(error) || error instanceof Cancelled);
  if (fatal !== undefined) throw fatal;
  const [first] = errors;
  return {
    made: ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
    stopped: first instanceof Error ? first.message : null,
  };
}
