import { DBOS } from "@dbos-inc/dbos-sdk";
import { z } from "zod";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { BacktestAsked } from "#src/contract/backtests/backtests.ts";
import type { Tx } from "#src/core/db/database.ts";
import { jobWorkflows } from "#src/product/jobs/queries/job-queue.ts";
import { succeedBacktest, isPaused, noteTrial } from "#src/product/backtests/queries/backtests.ts";
import { endJob, noteProgress, takeJob } from "#src/product/jobs/queries/jobs.ts";
import { stepNames } from "#src/product/analyses/queries/runs.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { Cancelled, CorruptRun, InvalidInput } from "#src/core/errors.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { runStep } from "../outages.ts";
import type { OwnReasonerTools } from "../own-reasoner.ts";
import {
  createModelDecider,
  modelPieces,
  type Decided,
  type ModelBacktest,
  wholeDates,
} from "../backtest/decide-with-models.ts";
import {
  BacktestPlan,
  Decisions,
  type Dates,
  type RunDefaults,
  openBacktestThread,
  type BacktestThread,
} from "../thread-messages.ts";
import { setCutoff } from "#src/contract/backtests/knowledge-cutoff.ts";
import type { SystemContext } from "#src/product/context.ts";
import { backtestJob } from "#src/product/jobs/public/kinds.ts";
import { enqueueValidity } from "#src/product/backtests/public/order.ts";
import { noteHappening } from "#src/product/channels/public/note-happening.ts";
import { forgetRuns, type Schedule } from "./maintenance.ts";

/** What a killed worker repeats, and the step of progress. */
const pieceSize = 20;

/** The first step of those that one release makes. */
const planStep = "plan";

export const backtestSchedule: Schedule = { name: "forget backtests", cron: "41 3 * * *" };

export interface BacktestTools extends OwnReasonerTools, Pick<SystemContext, "queue"> {
  readonly backtests: {
    readonly archives: readonly string[];
    readonly defaults: RunDefaults;
    /** Look-ups that an analyst may make where models decide. */
    readonly toolSteps: number;
    /** Share of a decision's runs that must agree. */
    readonly minAgreement: number;
    /** Knowledge cut-offs that are set, by model. */
    readonly cutoffs: Readonly<Record<string, string>>;
    /** Of the archives, for what is decided on the worker's own thread. */
    readonly vendors: () => Promise<VendorChain>;
    /** Who decides beside models, for comparison. */
    readonly rules: Reasoner;
  };
}

/** Dates, pieces and end are durable steps. Rules decide in a thread. */
export async function runBacktestJob(tools: BacktestTools, id: string): Promise<void> {
  // No step: whoever takes over must ask anew.
  const taken = await takeJob(tools.db.sql, id, tools.clock.now());
  if (taken === null) return;
  const log = tools.log.child({ backtest: id });
  log.info("backtest started");
  const { owner } = taken;
  const asked = backtestJob.input.parse(taken.input);
  const maker = asked.models === undefined ? byRules(tools) : byModels(tools, { id, owner, models: asked.models });
  try {
    const ended = await runBacktest(tools, maker, { id, owner, asked });
    if ("refused" in ended) await fail(tools, { id, owner }, ended.refused);
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

/** Models are waited for, for hours. */
function byModels(tools: BacktestTools, backtest: ModelBacktest): Maker {
  const { archives, defaults, toolSteps, minAgreement, cutoffs, vendors, rules } = tools.backtests;
  const { reasoner, decide } = createModelDecider({ ...tools, rules }, backtest);
  return {
    defaults: { ...defaults, models: { reasoner, toolSteps, minAgreement, cutoff: setCutoff(cutoffs, reasoner) } },
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

interface Taken {
  readonly id: string;
  readonly owner: string;
  readonly asked: BacktestAsked;
}

async function runBacktest(tools: BacktestTools, maker: Maker, { id, owner, asked }: Taken): Promise<Ended> {
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
        const came = await orWhenStopped(tools, id, () => maker.decide(plan.settings, piece));
        return {
          ...came,
          running: await noteProgress(db.sql, id, { done: decisions.length + came.made.length, total }),
        };
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
      if (stopped !== null) await noteProgress(db.sql, id, { done: whole.decisions.length, total });
      return db.transaction(async (tx) => {
        const succeeded = await succeedBacktest(tx, id, { ...end, stopped }, clock.now());
        if (!succeeded) return false;
        await noteTrial(tx, { owner, backtest: id }, end.trial);
        if (asked.models !== undefined) await enqueueValidity(tx, tools.queue, { id, owner }, clock.now());
        await noteEnd(tools, tx, { id, owner }, true);
        return true;
      });
    },
    z.boolean(),
  );
  if ("refused" in finished) return finished;
  return { decisions: whole.decisions.length, stopped: !finished.value };
}

/** A pause breaks a step off before the engine knows: wait, so that it is taken anew. */
async function orWhenStopped<T>({ db }: BacktestTools, id: string, work: () => Promise<T>): Promise<T> {
  const stopped = DBOS.stepStatus?.cancelSignal;
  try {
    return await work();
  } catch (error) {
    if (error instanceof Cancelled && stopped?.aborted === false && (await isPaused(db.sql, id)))
      await new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve(), { once: true }));
    throw error;
  }
}

const Planned = z.object({ plan: BacktestPlan, running: z.boolean(), total: z.int() });

/** A result is of one release, so others' decisions are made anew; answers are kept. */
async function planAs({ db, log }: BacktestTools, maker: Maker, id: string, asked: BacktestAsked) {
  const plan = () =>
    step(
      planStep,
      async () => {
        const made = await maker.inThread((thread) => thread.plan(asked, maker.defaults));
        const total = made.work.reduce((sum, { sessions }) => sum + sessions.length, 0);
        return { plan: made, running: await noteProgress(db.sql, id, { done: 0, total }), total };
      },
      Planned,
    );
  const earlier = await stepNames(db.sql, id);
  const started = Math.max(0, earlier.lastIndexOf(planStep));
  await passOver(earlier.slice(0, started));
  const planned = await plan();
  if ("refused" in planned || planned.value.plan.settings.code_version === maker.defaults.codeVersion) return planned;
  log.info({ backtest: id }, "started by another release; everything is decided again");
  await passOver(earlier.slice(started + 1));
  return plan();
}

/** Finished steps take their places. */
async function passOver(names: readonly string[]): Promise<void> {
  for (const name of names)
    await runStep(() => Promise.reject(new CorruptRun(`the step "${name}" of the backtest is gone`)), { name });
}

/** Refusals are kept as values: errors lose their kind. */
async function step<T>(
  name: string,
  work: () => Promise<T>,
  shape: z.ZodType<T>,
): Promise<{ readonly value: T } | { readonly refused: string }> {
  // The engine's own serializer costs many times as much.
  const text = await runStep(
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
function piecesOf(work: readonly Dates[]): Dates[] {
  return work.flatMap(({ symbol, sessions }) =>
    Array.from({ length: Math.ceil(sessions.length / pieceSize) }, (_, index) => ({
      symbol,
      sessions: sessions.slice(index * pieceSize, (index + 1) * pieceSize),
    })),
  );
}

type Named = Pick<Taken, "id" | "owner">;

async function fail(tools: BacktestTools, { id, owner }: Named, reason: string): Promise<void> {
  const { db, clock, log } = tools;
  const failed = await db.transaction(async (tx) => {
    const ended = await endJob(tx.sql, id, { state: "failed", error: reason }, clock.now());
    if (ended) await noteEnd(tools, tx, { id, owner }, false);
    return ended;
  });
  if (failed) log.warn({ backtest: id, reason }, "backtest failed");
}

async function noteEnd(
  { queue, clock }: Pick<SystemContext, "queue" | "clock">,
  tx: Tx,
  { id, owner }: Named,
  ok: boolean,
): Promise<void> {
  await noteHappening(tx, queue, {
    where: { owner, list: null },
    once: `backtest ${id}`,
    happening: { event: "backtest_ended", backtest: id, ok },
    at: clock.now(),
  });
}

/** Results stand in their table. */
export async function forgetBacktests({ clock, log }: Pick<BacktestTools, "clock" | "log">): Promise<void> {
  try {
    for (const workflowName of [...jobWorkflows, backtestSchedule.name])
      await runStep(() => forgetRuns(workflowName, clock.now(), { failedToo: true }), {
        name: `forget ${workflowName}`,
      });
  } catch (error) {
    log.error({ err: error }, "old backtests could not be deleted");
  }
}
