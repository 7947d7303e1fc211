import { once } from "node:events";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { Transport } from "@modelcontextprotocol/server";
import { Conclave } from "#client";
import { HealthReport } from "#src/contract/api/site-routes.ts";
import { createMcpServer } from "#src/server/mcp/server.ts";
import type { Service } from "#src/server/mcp/answer.ts";
import type { Cli } from "../cli.ts";
import { type ServiceFlags, addressOf, clientOf } from "./jobs.ts";
import { say } from "../terminal.ts";
import { AnalysisRequest, type Job } from "#src/contract/jobs/analysis.ts";
import { plainTexts } from "#src/contract/text.ts";
import { composeAnalysisEnvironment } from "#src/server/compose/analysis-environment.ts";
import { type ConclaveError, NotFound, isConclaveError } from "#src/core/errors.ts";
import { readRun } from "../runs/run-folder.ts";
import { type RunsHere, keptJob, keptRunIds, openRunsHere } from "../runs/runs-here.ts";
import { Holdings } from "#src/contract/holdings/holdings.ts";
import { ownReport } from "../runs/holdings-files.ts";
import { withoutNullParams } from "#src/contract/api/mcp-routes.ts";

/** Until the client or a signal ends it. Standard output carries only the protocol. */
export async function runMcp(cli: Cli, flags: ServiceFlags): Promise<void> {
  const stopping = cli.interruption();
  const report = (error: unknown): void =>
    say(cli.err, `conclave: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const address = addressOf(cli, flags).replace(/\/+$/, "");
  const alone = isNamed(cli, flags) || (await answers(address)) ? null : openLocalService(cli, stopping, report);
  const service: Service = {
    client: alone === null ? clientOf(cli, flags) : new Conclave({ baseUrl: address, apiKey: null, ...alone }),
    address,
    cancelled: null,
    stopping,
    // An editor that closes is no wish to lose what was begun.
    leavingCancels: false,
    report,
  };
  // A pipe closes; a file, and nothing at all, only end.
  const left = Promise.race(["end", "close"].map((event) => once(process.stdin, event, { signal: stopping }))).catch(
    (error: unknown) => {
      if (!stopping.aborted) throw error;
    },
  );
  const server = serveStdio(() => createMcpServer(service), { transport: lenientStdio(), onerror: report });
  const where =
    alone === null
      ? `for the service at ${address}`
      : `without a service: analyses run here and are kept in ${join(cli.settings.home, "runs")}`;
  say(cli.err, `conclave: MCP server on standard input and output, ${where}`);
  await left;
  await alone?.settled();
  await server.close();
}

/** Whether a service was named, which is then meant wherever it is. */
function isNamed({ settings }: Cli, { url, key }: ServiceFlags): boolean {
  return [url, key, settings.serviceUrl, settings.keys.conclave].some((one) => one != null);
}

/** Whether a Conclave service is there; other programs like its port too. */
async function answers(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(2000) });
    return HealthReport.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}

/** What answers the API's requests of assistants where no service does. */
interface LocalService {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Fulfilled when no analysis is under way. */
  readonly settled: () => Promise<void>;
}

const needsService =
  'this needs a running Conclave service; on its own, "conclave mcp" can only make, read and compare analyses. ' +
  'Start a service with "npx conclave up" and restart this MCP server';

const statuses: Partial<Record<ConclaveError["kind"], 404 | 409 | 422>> = {
  invalid_input: 422,
  invalid_field: 422,
  not_found: 404,
  conflict: 409,
  corrupt_run: 409,
};

/**
 * The API's paths that make and read analyses, over the runs of `conclave analyze`: the tools ask here what they would
 * ask a service. Nobody else reaches it.
 */
function openLocalService(cli: Cli, stopping: AbortSignal, report: (error: unknown) => void): LocalService {
  const { home } = cli.settings;
  const runs = openRunsHere(cli, stopping, report);
  const jobOf = async (id: string): Promise<Job> => runs.get(id)?.job ?? keptJob(home, id);
  const app = new Hono();
  mountStart(app, runs, jobOf);
  mountJobs(app, runs, home, jobOf);
  mountReports(app, home, jobOf);
  mountSettings(app, cli);
  app.notFound((c) => c.json({ detail: needsService }, 501));
  app.onError((error, c) => {
    const status = isConclaveError(error) ? (statuses[error.kind] ?? 400) : null;
    if (status !== null) return c.json({ detail: error.message }, status);
    report(error);
    return c.json({ detail: "internal error" }, 500);
  });
  return { fetch: async (url, init) => app.fetch(new Request(url, init)), settled: runs.settled };
}

const AskedHere = AnalysisRequest.extend({ holdings: Holdings.nullish() });

type JobOf = (id: string) => Promise<Job>;

function mountStart(app: Hono, runs: RunsHere, jobOf: JobOf): void {
  const started = new Map<string, string>();
  app.post("/v1/analyses", async (c) => {
    const request = AskedHere.safeParse(await c.req.json());
    if (!request.success) {
      const [issue] = request.error.issues;
      return c.json({ detail: `${issue?.path.join(".") ?? "request"} ${issue?.message ?? "is not valid"}` }, 422);
    }
    // Named by its client for a repeated call, which starts nothing new.
    const key = `${c.req.header("idempotency-key") ?? ""} ${JSON.stringify(request.data)}`;
    const earlier = started.get(key);
    const { holdings = null, ...asked } = request.data;
    const job = earlier === undefined ? await runs.start(asked, holdings) : await jobOf(earlier);
    started.set(key, job.id);
    return c.json(job, 202);
  });
}

function mountJobs(app: Hono, runs: RunsHere, home: string, jobOf: JobOf): void {
  app.get("/v1/analyses", async (c) => c.json(await listed(c, await keptRunIds(home), jobOf)));
  app.get("/v1/analyses/:id", async (c) => {
    const { id } = c.req.param();
    const waitMs = Number(c.req.query("wait") ?? 0) * 1000;
    const run = runs.get(id);
    if (run !== undefined && waitMs > 0) {
      const answered = new AbortController();
      const signal = AbortSignal.any([c.req.raw.signal, answered.signal]);
      await Promise.race([run.ended, delay(waitMs, undefined, { signal }).catch(() => {})]);
      answered.abort();
    }
    return c.json(await jobOf(id));
  });
  app.delete("/v1/analyses/:id", async (c) => {
    const { id } = c.req.param();
    const { status } = await jobOf(id);
    const run = runs.get(id);
    if (status !== "queued" && status !== "running") {
      const detail = `it has ended (${status}) and stays in ${join(home, "runs", id)}; delete that folder to discard it`;
      return c.json({ detail }, 400);
    }
    if (run === undefined)
      return c.json({ detail: "another conclave process is running this analysis; stop it there" }, 400);
    await run.cancel();
    return c.json(run.job);
  });
  app.get("/v1/analyses/:id/events", async (c) => {
    const run = runs.get(c.req.param("id"));
    const after = Number(c.req.header("last-event-id") ?? 0);
    if (run === undefined || run.isTold(after)) return c.body(null, 204);
    return streamSSE(c, async (stream) => {
      for await (const event of run.events(after, c.req.raw.signal))
        await stream.writeSSE({ id: String(event.seq), event: event.type, data: JSON.stringify(event) });
    });
  });
}

function mountReports(app: Hono, home: string, jobOf: JobOf): void {
  app.get("/v1/analyses/:id/report.md", async (c) => {
    const folder = await finishedFolder(home, c.req.param("id"), jobOf);
    return c.text(await readFile(ownReport(folder), "utf8"));
  });
  app.get("/v1/analyses/:id/report.json", async (c) =>
    c.json(plainTexts(await readRun(await finishedFolder(home, c.req.param("id"), jobOf)))),
  );
}

function mountSettings(app: Hono, cli: Cli): void {
  const environment = () => composeAnalysisEnvironment(cli.settings, cli.demoArchive, cli.clock);
  app.get("/v1/config", async (c) => c.json((await environment()).config));
  app.get("/v1/instruments", async (c) => {
    const { search = "", cursor = "", limit = "20" } = c.req.query();
    const wanted = search.toLowerCase();
    const found = (await environment()).instruments.filter(
      ({ symbol, name }) => symbol > cursor && `${symbol}\n${name}`.toLowerCase().includes(wanted),
    );
    const page = found.slice(0, Number(limit));
    const data = page.map(({ assetType, ...rest }) => ({ ...rest, asset_type: assetType }));
    return c.json({ data, next_cursor: found.length > page.length ? (page.at(-1)?.symbol ?? null) : null });
  });
}

async function finishedFolder(home: string, id: string, jobOf: JobOf): Promise<string> {
  const { status } = await jobOf(id);
  if (status !== "succeeded") throw new NotFound(`the analysis is ${status} and has no report`);
  return join(home, "runs", id);
}

/** A page of jobs without reports; the cursor is how many were passed over. */
async function listed(c: Context, ids: readonly string[], jobOf: JobOf) {
  const { status, ticker, limit = "20", cursor = "0" } = c.req.query();
  const data: Job[] = [];
  let at = Number(cursor);
  for (; at < ids.length && data.length < Number(limit); at += 1) {
    // What cannot be read is no reason to show nothing.
    const job = await jobOf(ids[at] ?? "").catch(() => null);
    if (job === null || (status !== undefined && job.status !== status)) continue;
    if (ticker !== undefined && job.request.ticker !== ticker) continue;
    data.push({ ...job, result: withoutReports(job.result) });
  }
  return { data, next_cursor: at < ids.length ? String(at) : null };
}

function withoutReports(result: Job["result"]): Job["result"] {
  if (result === null) return null;
  const { reports: _reports, ...rest } = result;
  return rest;
}

/** Standard input and output, where parameters may be `null`, as over HTTP. */
export function lenientStdio(input?: Readable, output?: Writable): Transport {
  const plain = new StdioServerTransport(input, output);
  const transport: Transport = {
    start() {
      // Not an event target: it has one listener for each.
      const heard: Pick<Transport, "onmessage" | "onclose" | "onerror"> = {
        onmessage: (message) => transport.onmessage?.(withoutNullParams(message)),
        onclose: () => transport.onclose?.(),
        onerror: (error) => transport.onerror?.(error),
      };
      Object.assign(plain, heard);
      return plain.start();
    },
    send: (message) => plain.send(message),
    close: () => plain.close(),
  };
  return transport;
}
