import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { z } from "zod";
import { decide, type DecisionTools } from "#src/backtest/decide.ts";
import { BacktestDecision, type BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";
import type { LocalDate } from "#src/core/clock.ts";
import { Cancelled, VendorFailed } from "#src/core/errors.ts";

/** The sessions of one symbol that are still to be decided, ascending. */
export interface SymbolWork {
  readonly symbol: string;
  readonly calendar: Calendar;
  readonly sessions: readonly LocalDate[];
}

/** They mostly wait; the reasoner bounds their calls. */
const debatesAtOnce = 4;

/** @throws what ended a debate, once the others have ended */
export async function decideHere(
  tools: DecisionTools,
  settings: BacktestSettings,
  work: readonly SymbolWork[],
  decided: (decision: BacktestDecision) => void,
): Promise<void> {
  const slots = pLimit(debatesAtOnce);
  let failed = false;
  const all = work.flatMap(({ symbol, calendar, sessions }) =>
    sessions.map((session) =>
      slots(async () => {
        if (failed) return;
        try {
          decided(await decide(tools, settings, symbol, calendar, session));
        } catch (error) {
          failed = true;
          throw error;
        }
      }),
    ),
  );
  await Promise.allSettled(all);
  await Promise.all(all);
}

/** A decision, a symbol's end, or a failure. */
export const ThreadMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("decided"), decision: BacktestDecision }),
  z.object({ kind: z.literal("done") }),
  z.object({
    kind: z.literal("vendor failed"),
    vendor: z.string(),
    reason: z.enum(["rate_limited", "unavailable", "timeout", "malformed", "unauthorized", "refused"]),
    detail: z.string(),
  }),
  z.object({ kind: z.literal("broken"), stack: z.string() }),
]);
export type ThreadMessage = z.infer<typeof ThreadMessage>;

export const Task = z.object({ symbol: z.string(), calendar: z.string(), sessions: z.array(z.string()) });
export type Task = z.infer<typeof Task>;

/** A second of work, so that no thread is alone at the end. */
const mostAtOnce = 50;

/** More of its last symbol, else an untouched one, the longest first, else the most that is left. */
export function shareOut(work: readonly SymbolWork[]): (last: string | null) => SymbolWork | null {
  const left = work.map(({ symbol, calendar, sessions }) => ({
    symbol,
    calendar,
    sessions: [...sessions],
    isBegun: false,
  }));
  return (last) => {
    const open = left
      .filter(({ sessions }) => sessions.length > 0)
      .toSorted((a, b) => Number(a.isBegun) - Number(b.isBegun) || b.sessions.length - a.sessions.length);
    const next = open.find(({ symbol }) => symbol === last) ?? open[0];
    if (next === undefined) return null;
    next.isBegun = true;
    return { ...next, sessions: next.sessions.splice(0, mostAtOnce) };
  };
}

/**
 * A thread a core, for `rules`. Each opens the archives once.
 * @throws Cancelled, ending the threads at once; VendorFailed; defects
 */
export async function decideInThreads(
  archives: readonly string[],
  settings: BacktestSettings,
  work: readonly SymbolWork[],
  decided: (decision: BacktestDecision) => void,
  signal: AbortSignal,
): Promise<void> {
  const next = shareOut(work);
  const pieces = work.reduce((sum, { sessions }) => sum + Math.ceil(sessions.length / mostAtOnce), 0);
  const threads = Array.from({ length: Math.min(pieces, availableParallelism()) }, () => {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData: { archives, settings } });
    return { worker, ended: workThrough(worker, next, decided) };
  });
  const end = (): void => void threads.map(({ worker }) => worker.terminate());
  signal.addEventListener("abort", end, { once: true });
  try {
    await Promise.all(threads.map(({ ended }) => ended));
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }
  if (signal.aborted) throw new Cancelled();
}

function workThrough(
  worker: Worker,
  take: ReturnType<typeof shareOut>,
  decided: (decision: BacktestDecision) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let last: string | null = null;
    const next = (): void => {
      const work = take(last);
      if (work === null) return resolve();
      const { symbol, calendar, sessions } = work;
      last = symbol;
      const task: Task = { symbol, calendar: calendar.name, sessions: [...sessions] };
      // The second argument lists transfers, not an origin.
      worker.postMessage(task, []);
    };
    worker.on("message", (message: unknown) => {
      const said = ThreadMessage.parse(message);
      switch (said.kind) {
        case "decided":
          return decided(said.decision);
        case "done":
          return next();
        case "vendor failed":
          return reject(new VendorFailed(said.vendor, said.reason, said.detail.replace(`${said.vendor}: `, "")));
        case "broken":
          return reject(new Error(`a backtest thread failed: ${said.stack}`));
      }
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a backtest thread ended with ${code}`)));
    next();
  });
}
