import { DBOS } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import type { BacktestDecision } from "#src/contract/backtest.ts";
import type { BacktestAsked } from "#src/contract/backtests.ts";
import type { Database } from "#src/db/database.ts";
import { backtestWorkflow } from "#src/db/job-queue.ts";
import { failBacktest, noteProgress, succeedBacktest, takeQueued } from "#src/db/queries/backtests.ts";
import type { Clock } from "#src/platform/clock.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Log } from "#src/platform/log.ts";
import { BacktestPlan, Decisions, type Dates, type HouseSettings } from "../backtest/exchange.ts";
import { openBacktestThread, type BacktestThread } from "../backtest/open-thread.ts";
import { forgetRuns } from "./forget-runs.ts";

/** Decisions of one durable step: what a killed worker repeats at the most, and how often progress is told. */
const pieceSize = 20;

/** DBOS starts one run of it however many workers there are. */
export const backtestSchedule = { name: "forget backtests", cron: "41 3 * * *" } as const;

export interface BacktestTools {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly backtests: { readonly archives: readonly string[]; readonly house: HouseSettings };
}

/**
 * One backtest from the queue to its end. Its dates, each piece of its decisions and its end are durable steps: a
 * worker that goes on with a dead one's reads them and decides what is not there. Decided in a thread of its own.
 */
export async function runBacktestJob(tools: BacktestTools, id: string): Promise<void> {
  // No step of the workflow: whoever takes a backtest over must ask anew whether to go on.
  const asked = await takeQueued(tools.db.sql, id, tools.clock.now());
  if (asked === null) return;
  const log = tools.log.child({ backtest: id });
  log.info("backtest started");
  const { archives } = tools.backtests;
  const thread = openBacktestThread(archives);
  try {
    const ended = await conduct(tools, thread, id, asked);
    if ("refused" in ended) await fail(tools, id, ended.refused);
    log.info(ended, "backtest ended");
  } finally {
    await thread.close();
  }
}

type Ended = { readonly decisions: number; readonly stopped: boolean } | { readonly refused: string };

async function conduct(
  { db, clock, backtests: { house } }: BacktestTools,
  thread: BacktestThread,
  id: string,
  asked: BacktestAsked,
): Promise<Ended> {
  const planned = await step(
    "plan",
    async () => {
      const plan = await thread.plan(asked, house);
      const total = plan.work.reduce((sum, { sessions }) => sum + sessions.length, 0);
      return { plan, running: await noteProgress(db.sql, id, 0, total), total };
    },
    z.object({ plan: BacktestPlan, running: z.boolean(), total: z.int() }),
  );
  if ("refused" in planned) return planned;
  const { plan, total } = planned.value;
  if (plan.settings.code_version !== house.codeVersion)
    return { refused: "this server was updated while it ran, and half of it would be by other code: start it again" };
  const decisions: BacktestDecision[] = [];
  for (const [index, piece] of piecesOf(plan.work).entries()) {
    const decided = await step(
      `piece ${index + 1}`,
      async () => {
        const made = await thread.decide(plan.settings, piece);
        return { made, running: await noteProgress(db.sql, id, decisions.length + made.length, total) };
      },
      z.object({ made: Decisions, running: z.boolean() }),
    );
    if ("refused" in decided) return decided;
    decisions.push(...decided.value.made);
    // Cancelled, or deleted.
    if (!decided.value.running) return { decisions: decisions.length, stopped: true };
  }
  const finished = await step(
    "result",
    async () => {
      const end = await thread.assemble(plan.settings, decisions);
      return db.transaction((tx) => succeedBacktest(tx, id, end, clock.now()));
    },
    z.boolean(),
  );
  if ("refused" in finished) return finished;
  return { decisions: decisions.length, stopped: !finished.value };
}

/** A durable step. What was refused is kept as such: as an error it would come back without its kind. */
async function step<T>(
  name: string,
  work: () => Promise<T>,
  shape: z.ZodType<T>,
): Promise<{ readonly value: T } | { readonly refused: string }> {
  // As a text: the engine's own way to write values costs many times as much.
  const text = await DBOS.runStep(
    async () => {
      try {
        return JSON.stringify({ value: await work() });
      } catch (error) {
        if (error instanceof InvalidInput) return JSON.stringify({ refused: error.message });
        throw error;
      }
    },
    { name },
  );
  return z.union([z.object({ value: shape }), z.object({ refused: z.string() })]).parse(JSON.parse(text));
}

/** The dates in their order, each piece of one symbol. */
export function piecesOf(work: readonly Dates[]): Dates[] {
  return work.flatMap(({ symbol, sessions }) =>
    Array.from({ length: Math.ceil(sessions.length / pieceSize) }, (_, index) => ({
      symbol,
      sessions: sessions.slice(index * pieceSize, (index + 1) * pieceSize),
    })),
  );
}

async function fail({ db, clock, log }: BacktestTools, id: string, reason: string): Promise<void> {
  if (await failBacktest(db.sql, id, reason, clock.now())) log.warn({ backtest: id, reason }, "backtest failed");
}

/** The steps of backtests that ended a day ago: what they came to stands in a table of its own. */
export async function forgetBacktests({ clock, log }: Pick<BacktestTools, "clock" | "log">): Promise<void> {
  try {
    for (const workflowName of [backtestWorkflow, backtestSchedule.name])
      await DBOS.runStep(() => forgetRuns(workflowName, clock.now(), { failedToo: true }), {
        name: `forget ${workflowName}`,
      });
  } catch (error) {
    log.error({ err: error }, "old backtests could not be forgotten");
  }
}
