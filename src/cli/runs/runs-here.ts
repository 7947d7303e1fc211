import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { EventEmitter, once } from "node:events";
import pLimit from "p-limit";
import type { AnalysisRequest, Job } from "#src/contract/jobs/analysis.ts";
import { CorruptRun, NotFound } from "#src/core/errors.ts";
import type { Holdings } from "#src/contract/holdings/holdings.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import type { JobEvent } from "#src/contract/jobs/jobs.ts";
import { toIso } from "#src/core/clock.ts";
import { isWorkedOn, readRun } from "./run-folder.ts";
import { readSteps } from "./steps-file.ts";
import type { Cli } from "../cli.ts";
import { prepareRun } from "../commands/analyze.ts";
import { keepHoldings } from "./holdings-files.ts";
import { RunEnded, failure } from "../failure.ts";
import { makeRun } from "./run-in-folder.ts";

/** The runs of a home folder, newest first. */
export async function keptRunIds(home: string): Promise<string[]> {
  const folder = join(home, "runs");
  const names = await readdir(folder).catch(() => []);
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.birthtimeMs ?? 0 })),
  );
  return dated.toSorted((a, b) => b.at - a.at).map(({ name }) => name);
}

/** A run that this process does not make, as the job that a service would show. @throws NotFound; CorruptRun */
export async function keptJob(home: string, id: string): Promise<Job> {
  const folder = join(home, "runs", id);
  try {
    const { request, result, manifest } = await readRun(folder);
    const { started_at, finished_at } = manifest;
    return { id, status: "succeeded", request, created_at: started_at, started_at, finished_at, result, error: null };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
  }
  const { header, path } = await readSteps(folder).catch((cause: unknown) => {
    throw cause instanceof CorruptRun ? cause : new NotFound(`there is no analysis ${id}`, { cause });
  });
  const { birthtime, mtime } = await stat(path);
  const begun = { id, request: header.request, created_at: birthtime.toISOString(), result: null };
  if (await isWorkedOn(folder))
    return { ...begun, status: "running", started_at: begun.created_at, finished_at: null, error: null };
  const error = `it stopped before its end; continue it in a terminal: npx conclave resume ${id}`;
  return { ...begun, status: "failed", started_at: begun.created_at, finished_at: mtime.toISOString(), error };
}

/** Analyses in this process, in the folders and with the settings of `conclave analyze`. */
export interface RunsHere {
  readonly start: (request: AnalysisRequest, holdings: Holdings | null) => Promise<Job>;
  readonly get: (id: string) => RunHere | undefined;
  /** Fulfilled when none is under way. */
  readonly settled: () => Promise<void>;
}

/** @param stopping stops every run; what is finished of it is kept, and `conclave resume` goes on with it */
export function openRunsHere(cli: Cli, stopping: AbortSignal, report: (error: unknown) => void): RunsHere {
  const runs = new Map<string, RunHere>();
  const slots = pLimit(cli.settings.service.maxConcurrency);
  return {
    async start(request, holdings) {
      const prepared = await prepareRun(cli, request, {});
      const { folder, vendors, reasoner } = prepared;
      if (holdings !== null) await keepHoldings(folder, holdings, null);
      const { run_id: id } = prepared.header;
      const run = new RunHere(cli, { id, request: prepared.header.request }, stopping, report, (signal, tell) =>
        slots(async () => {
          signal.throwIfAborted();
          tell(null);
          const own = { ...cli, version: cli.version, interruption: () => signal };
          await makeRun(own, folder, { vendors, reasoner }, () => ({ show: tell, close: () => {} }));
        }),
      );
      runs.set(id, run);
      return run.job;
    },
    get: (id) => runs.get(id),
    async settled() {
      await Promise.all([...runs.values()].map(({ ended }) => ended));
    },
  };
}

/** `null` where the run has its slot. */
type Tell = (event: DebateEvent | null) => void;
type Make = (signal: AbortSignal, tell: Tell) => Promise<void>;

/** A run that this process makes or made. */
class RunHere {
  /** Fulfilled when it has ended, however it did. */
  readonly ended: Promise<void>;
  readonly #cancelled = new AbortController();
  readonly #changed = new EventEmitter().setMaxListeners(0);
  readonly #told: JobEvent[] = [];
  readonly #now: () => string;
  #job: Job;
  #isOver = false;

  constructor(
    { clock, settings: { home } }: Cli,
    asked: Pick<Job, "id" | "request">,
    stopping: AbortSignal,
    report: (error: unknown) => void,
    make: Make,
  ) {
    this.#now = () => toIso(clock.now());
    const open = { started_at: null, finished_at: null, result: null, error: null };
    this.#job = { ...asked, ...open, status: "queued", created_at: this.#now() };
    this.ended = this.#make(home, make, AbortSignal.any([this.#cancelled.signal, stopping]), report);
  }

  get job(): Job {
    return this.#job;
  }

  async cancel(): Promise<void> {
    this.#cancelled.abort();
    await this.ended;
  }

  /** Whether it has ended and has no event after that one. */
  isTold(after: number): boolean {
    return this.#isOver && after >= this.#told.length;
  }

  /** Its events after one of them, as they come, until it has ended. */
  async *events(after: number, signal: AbortSignal): AsyncGenerator<JobEvent> {
    let next = after;
    while (!this.isTold(next) && !signal.aborted) {
      const event = this.#told[next];
      // Whoever listens may leave.
      if (event === undefined) await once(this.#changed, "change", { signal }).catch(() => {});
      else {
        next += 1;
        yield event;
      }
    }
  }

  #tell(event: DebateEvent | null): void {
    if (event === null) this.#job = { ...this.#job, status: "running", started_at: this.#now() };
    else {
      const { type, ...data } = event;
      this.#told.push({ seq: this.#told.length + 1, type, data, created_at: this.#now() });
    }
    this.#changed.emit("change");
  }

  async #make(home: string, make: Make, signal: AbortSignal, report: (error: unknown) => void): Promise<void> {
    try {
      await make(signal, (event) => this.#tell(event));
      this.#job = await keptJob(home, this.#job.id);
    } catch (error) {
      const ended = { ...this.#job, finished_at: this.#now() };
      const isCancelled = this.#cancelled.signal.aborted;
      if (!isCancelled && !(error instanceof RunEnded)) report(error);
      this.#job = isCancelled
        ? { ...ended, status: "cancelled" }
        : { ...ended, status: "failed", error: failure(error).line };
    }
    this.#isOver = true;
    this.#changed.emit("change");
  }
}
