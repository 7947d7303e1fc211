import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { Job } from "#src/contract/jobs/analysis.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { ask, type Reply } from "./api-client.ts";
import { askingModel } from "./conclave.ts";
import { cuttableProxy } from "./cuttable-proxy.ts";
import { startModelServer } from "./model-server.ts";
import { startPostgres } from "./postgres-server.ts";
import { startService } from "./service-process.ts";
import { tradeDates } from "./trade-dates.ts";
import { demo } from "./worker-process.ts";

/**
 * `cut`: connections break and new ones are refused. `hang`: nothing is carried any more and nobody is told.
 * The others stop Postgres itself: fast, immediately, or by killing it.
 */
export type Outage = "cut" | "hang" | "stop" | "crash" | "kill";

interface Answer {
  readonly status: number;
  /** Milliseconds on the monotonic clock. */
  readonly at: number;
}

/** An error of the server may come so long after the end of an outage, and no later. */
const graceMs = 2000;
/** About as many are submitted, however long the outage. */
export const jobs = 36;
const pollEveryMs = 40;
/** Of a client whose submission was not accepted. */
const tryAgainMs = 100;
const beforeMs = 1500;
const afterMs = 3000;

export interface Report {
  readonly succeeded: number;
  /** Answers of 500 and above. */
  readonly errors: number;
  /** How long after the end of the outage the last of them came; `null` for none after it. */
  readonly lastErrorMs: number | null;
}

/** A whole service whose database goes away for a while, while jobs are submitted and polled over HTTP. */
export async function loseDatabase(outage: Outage, forMs: number): Promise<Report> {
  const model = await startModelServer({ latencyMs: 100 });
  const postgres = await startPostgres();
  const address = new URL(postgres.url);
  const proxy = await cuttableProxy({ host: address.hostname, port: Number(address.port) });
  onTestFinished(() => proxy.close());
  // Who asks a Postgres that is not there must be refused, and not find somebody else in between.
  if (outage === "cut" || outage === "hang") address.port = String(proxy.port);
  const service = await startService({
    DATABASE_URL: address.href,
    // More than either process has connections.
    SERVICE_MAX_CONCURRENCY: "16",
    SERVICE_MODEL_CONCURRENCY: "64",
    ...askingModel(model.url),
  });

  const load = startLoad(service.url, (beforeMs + forMs + afterMs) / jobs);
  await pause(beforeMs);
  if (outage === "cut" || outage === "hang") proxy[outage]();
  else await postgres.stop(({ stop: "SIGINT", crash: "SIGQUIT", kill: "SIGKILL" } as const)[outage]);
  await pause(forMs);
  if (outage === "cut" || outage === "hang") proxy.mend();
  else await postgres.start();
  const restored = performance.now();
  await pause(afterMs);
  const { answers, ids } = await load.end();

  const errors = answers.filter(({ status }) => status >= 500);
  expect(errors.filter(({ status }) => status !== 503)).toEqual([]);
  expect(errors.filter(({ at }) => at > restored + graceMs)).toEqual([]);
  expect(service.said()).not.toMatch(/http (exited|was terminated)/);
  await allEndWell(postgres.url, ids);
  expect(await service.stop()).toBe(0);
  await model.close();
  const late = errors.map(({ at }) => at - restored).filter((ms) => ms > 0);
  return { succeeded: ids.size, errors: errors.length, lastErrorMs: late.length === 0 ? null : Math.max(...late) };
}

/** Submits and polls at a steady pace, whatever comes back. */
function startLoad(
  url: string,
  submitEveryMs: number,
): { end(): Promise<{ answers: readonly Answer[]; ids: ReadonlySet<string> }> } {
  const answers: Answer[] = [];
  const ids = new Set<string>();
  const started: Promise<void>[] = [];
  /** A request that gets no answer at all fails the test, when all are waited for. */
  const begin = (work: Promise<void>): void => {
    work.catch(() => {});
    started.push(work);
  };
  const dates = tradeDates(2 * jobs);
  let submitted = 0;
  let polled = 0;
  const send = async (method: string, path: string, options: Parameters<typeof ask>[3]): Promise<Reply> => {
    const reply = await ask(url, method, path, options);
    answers.push({ status: reply.status, at: performance.now() });
    return reply;
  };
  /** As a careful client does: again with the same key, until the job is accepted. */
  const submit = async (key: string, json: object): Promise<void> => {
    for (;;) {
      const { status, body } = await send("POST", "/v1/analyses", { json, headers: { "idempotency-key": key } });
      if (status === 202) return void ids.add(Job.parse(body).id);
      await pause(tryAgainMs);
    }
  };
  const poll = async (id: string | undefined): Promise<void> => {
    if (id !== undefined) await send("GET", `/v1/analyses/${id}`, {});
  };
  const submits = setInterval(() => {
    begin(submit(`load-${submitted}`, demo(dates[submitted % dates.length] ?? "")));
    submitted += 1;
  }, submitEveryMs);
  const polls = setInterval(() => {
    begin(poll([...ids].at(polled % Math.max(1, ids.size))));
    polled += 1;
  }, pollEveryMs);
  return {
    async end() {
      clearInterval(submits);
      clearInterval(polls);
      await Promise.all(started);
      return { answers, ids };
    },
  };
}

const Row = z.object({ id: z.string(), status: z.string(), error: z.string().nullable(), ends: z.coerce.number() });

/** Every accepted job is there, no other, and each ends once and well. */
async function allEndWell(databaseUrl: string, ids: ReadonlySet<string>): Promise<void> {
  const db = openDatabase(databaseUrl, 1);
  const rows = async () =>
    z.array(Row).parse(
      (
        await db.pool.query(`
          select id, status, error, (select count(*) from analysis_events
            where analysis_id = analyses.id and type in ('job.succeeded', 'job.failed', 'job.cancelled')) as ends
          from analyses`)
      ).rows,
    );
  const open = async (): Promise<number> =>
    (await rows()).filter(({ status }) => status === "queued" || status === "running").length;
  await expect.poll(open, { interval: 200 }).toBe(0);
  const all = await rows();
  expect(new Set(all.map(({ id }) => id))).toEqual(ids);
  expect(all.filter(({ status, ends }) => status !== "succeeded" || ends !== 1)).toEqual([]);
  await db.close();
}
