import { DBOS } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtest.ts";
import type { BacktestAsked } from "#src/contract/backtests.ts";
import { backtestWorkflow, modelBacktestWorkflow } from "#src/db/job-queue.ts";
import { failBacktest, noteProgress, succeedBacktest, takeQueued } from "#src/db/queries/backtests.ts";
import { stepNames } from "#src/db/queries/step-names.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { CorruptRun, InvalidInput } from "#src/platform/errors.ts";
import type { OwnReasonerTools } from "../own-reasoner.ts";
import { createModelDecider, modelPieces, type Decided, type ModelBacktest } from "../backtest/decide-with-models.ts";
import { BacktestPlan, Decisions, type Dates, type RunDefaults } from "../backtest/thread-messages.ts";
import { openBacktestThread, type BacktestThread } from "../backtest/open-thread.ts";
import { wholeDates } from "../backtest/whole-dates.ts";
import { forgetRuns } from "./forget-runs.ts";

/** Decisions by rules of one durable step: what a killed worker repeats at the most, and how often progress is told. */
const pieceSize = 20;

/** The first step of those that one release makes. */
const planStep = "plan";

/** DBOS starts one run of it however many workers there are. */
export const backtestSchedule = { name: "forget backtests", cron: "41 3 * * *" } as const;

export interface BacktestTools extends OwnReasonerTools {
  readonly backtests: {
    readonly archives: readonly string[];
    readonly defaults: RunDefaults;
    /** Look-ups that an analyst may make where models decide. */
    readonly toolSteps: number;
    /** Of the archives, for what is decided on the worker's own thread. */
    readonly vendors: () => Promise<VendorChain>;
  };
}

/**
 * One backtest from the queue to its end. Its dates, each piece of its decisions and its end are durable steps: a
 * worker that goes on with a dead one's reads them and decides what is not there. Rules decide in a thread of its own.
 */
export async function runBacktestJob(tools: BacktestTools, id: string): Promise<void> {
  // No step of the workflow: whoever takes a backtest over must ask anew whether to go on.
  const taken = await takeQueued(tools.db.sql, id, tools.clock.now());
  if (taken === null) return;
  const log = tools.log.child({ backtest: id });
  log.info("backtest started");
  const { owner, asked } = taken;
  const maker = asked.models === undefined ? byRules(tools) : byModels(tools, { id, owner, models: asked.models });
  try {
    const ended = await runBacktest(tools, maker, id, asked);
    if ("refused" in ended) await fail(tools, id, ended.refused);
    log.info(ended, "backtest ended");
  } finally {
    await maker.close();
  }
}

/** Who decides, and where. */
interface Maker {
  readonly defaults: RunDefaults;
  /** Decisions of one durable step. */
  readonly pieces: (work: readonly Dates[]) => Dates[][];
  decide(settings: BacktestSettings, piece: readonly Dates[]): Promise<Decided>;
  /** A thread for what is counted and not asked. */
  inThread<T>(work: (thread: BacktestThread) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** In one thread from beginning to end, which keeps what it has read. */
function byRules({ backtests: { archives, defaults } }: BacktestTools): Maker {
  const thread = openBacktestThread(archives);
  return {
    defaults,
    pieces: (work) => piecesOf(work).map((piece) => [piece]),
    async decide(settings, piece) {
      const made = [];
      for (const dates of piece) made.push(...(await thread.decide(settings, dates)));
      return { made, stopped: null };
    },
    inThread: (work) => work(thread),
    close: () => thread.close(),
  };
}

/** A thread only at the beginning and the end: in between models are waited for, for hours. */
function byModels(tools: BacktestTools, backtest: ModelBacktest): Maker {
  const { archives, defaults, toolSteps, vendors } = tools.backtests;
  const { reasoner, decide } = createModelDecider(tools, backtest);
  return {
    defaults: { ...defaults, models: { reasoner, toolSteps } },
    pieces: modelPieces,
    decide: async (settings, piece) => decide(await vendors(), settings, piece),
    async inThread(work) {
      const thread = openBacktestThread(archives);
      try {
        return await work(thread);
      } finally {
        await thread.close();
      }
    },
    close: () => Promise.resolve(),
  };
}

type Ended = { readonly decisions: number; readonly stopped: boolean } | { readonly refused: string };

async function runBacktest(tools: BacktestTools, maker: Maker, id: string, asked: BacktestAsked): Promise<Ended> {
  const { db, clock } = tools;
  const planned = await planAs(tools, maker, id, asked);
  if ("refused" in planned) return planned;
  const { plan, total } = planned.value;
  const decisions: BacktestDecision[] = [];
  let stopped: string | null = null;
  for (const [index, piece] of maker.pieces(plan.work).entries()) {
    const decided = await step(
      `piece ${index + 1}`,
      async () => {
        const came = await maker.decide(plan.settings, piece);
        return { ...came, running: await noteProgress(db.sql, id, decisions.length + came.made.length, total) };
      },
      z.object({ made: Decisions, stopped: z.string().nullable().default(null), running: z.boolean() }),
    );
    if ("refused" in decided) return decided;
    decisions.push(...decided.value.made);
    // Cancelled, or deleted.
    if (!decided.value.running) return { decisions: decisions.length, stopped: true };
    ({ stopped } = decided.value);
    if (stopped !== null) break;
  }
  const whole = stopped === null ? { settings: plan.settings, decisions } : wholeDates(plan, decisions);
  if (whole === null) return { refused: stopped ?? "nothing was decided" };
  const finished = await step(
    "result",
    async () => {
      const end = await maker.inThread((thread) => thread.assemble(whole.settings, whole.decisions));
      if (stopped !== null) await noteProgress(db.sql, id, whole.decisions.length, total);
      return db.transaction((tx) => succeedBacktest(tx, id, { ...end, stopped }, clock.now()));
    },
    z.boolean(),
  );
  if ("refused" in finished) return finished;
  return { decisions: whole.decisions.length, stopped: !finished.value };
}

const Planned = z.object({ plan: BacktestPlan, running: z.boolean(), total: z.int() });

/**
 * The dates to decide, by this release. A result is of one release: what another has decided is left, and all is
 * decided anew. Answers of models were kept apart from the steps, and none is paid for again.
 */
async function planAs({ db, log }: BacktestTools, maker: Maker, id: string, asked: BacktestAsked) {
  const plan = () =>
    step(
      planStep,
      async () => {
        const made = await maker.inThread((thread) => thread.plan(asked, maker.defaults));
        const total = made.work.reduce((sum, { sessions }) => sum + sessions.length, 0);
        return { plan: made, running: await noteProgress(db.sql, id, 0, total), total };
      },
      Planned,
    );
  const earlier = await stepNames(db.sql, id);
  const begun = Math.max(0, earlier.lastIndexOf(planStep));
  await passOver(earlier.slice(0, begun));
  const planned = await plan();
  if ("refused" in planned || planned.value.plan.settings.code_version === maker.defaults.codeVersion) return planned;
  log.info({ backtest: id }, "begun by another release; all is decided anew");
  await passOver(earlier.slice(begun + 1));
  return plan();
}

/** Takes the places of steps that are finished, so that what follows has the places behind them. */
async function passOver(names: readonly string[]): Promise<void> {
  for (const name of names)
    await DBOS.runStep(() => Promise.reject(new CorruptRun(`the step "${name}" of the backtest is gone`)), { name });
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
    for (const workflowName of [backtestWorkflow, modelBacktestWorkflow, backtestSchedule.name])
      await DBOS.runStep(() => forgetRuns(workflowName, clock.now(), { failedToo: true }), {
        name: `forget ${workflowName}`,
      });
  } catch (error) {
    log.error({ err: error }, "old backtests could not be deleted");
  }
}
