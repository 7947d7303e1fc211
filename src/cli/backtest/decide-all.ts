import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { z } from "zod";
import { decide, type DecisionTools } from "#src/backtest/decide.ts";
import { BacktestDecision, type BacktestSettings } from "#src/contract/backtest.ts";
import type { Calendar } from "#src/market/calendar.ts";
import type { LocalDate } from "#src/platform/clock.ts";
import { Cancelled, VendorFailed } from "#src/platform/errors.ts";

/** What is still to be decided for one symbol, ascending. */
export interface SymbolWork {
  readonly symbol: string;
  readonly calendar: Calendar;
  readonly sessions: readonly LocalDate[];
}

/** Debates at the same time that wait for models; the reasoner bounds their calls. */
const debatesAtOnce = 4;

/** In this thread, for a reasoner that mostly waits. @throws what ended a debate, after those under way have ended */
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

/** What a thread says: a decision, the end of a symbol, or why it cannot go on. */
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

/** Sessions that a thread takes at a time: a second or less of work, so that no thread is left alone at the end. */
const mostAtOnce = 50;

/**
 * What a thread decides next: more of its last symbol, whose files it has read; else of one that no thread has begun,
 * the longest first; else of whichever has most left.
 */
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
 * In a thread for each core, for the `rules`, which never wait. Every thread opens the archives once and keeps what it
 * has read of them, so that of consecutive dates only the first reads files.
 * @throws Cancelled when the signal fired: the threads are ended where they stand; VendorFailed; defects
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
      // The second argument is the list of what is handed over; a thread has no origin.
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
          return reject(new Error(`a thread of the backtest broke: ${said.stack}`));
      }
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`a thread of the backtest ended with ${code}`)));
    next();
  });
}
