import { setTimeout as pause } from "node:timers/promises";
import type { Job } from "#src/contract/jobs/analysis.ts";
import type { JobEvent, SubmitAnalysis } from "#src/contract/jobs/jobs.ts";
import type { Holdings } from "#src/contract/holdings/holdings.ts";
import { cancelAnalysis, rerunAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import { getAnalysis, listAnalyses, deleteHoldings, readHoldings } from "#src/product/analyses/reading.ts";
import type { Context } from "#src/product/context.ts";
import { holdingsOfPortfolio } from "#src/product/portfolios/valuation.ts";
import { listJobDeliveries, readMadeSecret } from "#src/product/webhooks/webhooks.ts";
import { Reply, answer, created, type RequestContext } from "../answers.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../mount.ts";
import { inTime } from "./portfolios.ts";
import { type EventsRead, readEvents } from "#src/product/analyses/running.ts";
import { lastEventId, openStream } from "../streams/event-streams.ts";
import { type EventBatch, type Followed, type StreamEvent, streamEvent } from "../streams/stream-channels.ts";
import { NotFound } from "#src/core/errors.ts";

/** A run takes minutes; asking sooner gives progress at best. */
const askAgain = "5";
/** One look is enough for all the job tells meanwhile. */
const lookEveryMs = 100;

export const analysesHandlers = (deps: Deps) =>
  ({
    submitAnalysis: async ({ ctx, headers, body: { portfolio = null, ...sent } }) => {
      const body = portfolio === null ? sent : { ...sent, holdings: await holdingsFrom(deps, ctx, portfolio, sent) };
      const { job, replayed } = await submitAnalysis(ctx, { body, idempotencyKey: headers["idempotency-key"] ?? null });
      // Only jobs with a webhook have a secret: a submission is one transaction.
      const secret = typeof body.webhook_url === "string" ? await readMadeSecret(ctx, job.id) : null;
      const { headers: told } = created(job, `/v1/analyses/${job.id}`, { replayed, askAgain });
      return new Reply(job, { ...told, ...(secret !== null && { "webhook-secret": secret }) });
    },
    listAnalyses: ({ ctx, query: { status = null, ticker = null, cursor = null, limit, include } }) =>
      listAnalyses(ctx, { status, ticker, cursor, limit, reports: include === "reports" }),
    getAnalysis: async ({ c, ctx, path: { job_id: id }, query: { wait }, headers }) => {
      const known = headers["if-none-match"];
      const read = (): Promise<Job> => getAnalysis(ctx, id);
      const waitsOn = (job: Job): boolean =>
        isOpen(job) && (known === undefined || matches(known, renderedJob(job).etag));
      const job = wait === 0 ? await read() : await waitFor(read, waitsOn, wait * 1000, c, deps, id);
      const { etag, body } = renderedJob(job);
      if (known !== undefined && matches(known, etag))
        return answer(304, null, { etag, "cache-control": "private, no-cache" });
      return answer(200, body, { "content-type": "application/json", "cache-control": "private, no-cache", etag });
    },
    rerunAnalysis: async ({ ctx, path, headers, query: { from }, body }) => {
      const asked = { id: path.job_id, from, body, idempotencyKey: headers["idempotency-key"] ?? null };
      const { job, replayed } = await rerunAnalysis(ctx, asked);
      return created(job, `/v1/analyses/${job.id}`, { replayed, askAgain });
    },
    cancelAnalysis: ({ ctx, path }) => cancelAnalysis(ctx, path.job_id),
    listWebhookDeliveries: ({ ctx, path, query: { cursor = null, limit } }) =>
      listJobDeliveries(ctx, { id: path.job_id, cursor, limit }),
  }) satisfies Partial<Handlers>;

async function holdingsFrom(
  deps: Deps,
  ctx: Context,
  id: string,
  { holdings: given, trade_date: day }: Pick<SubmitAnalysis, "holdings" | "trade_date">,
): Promise<Holdings> {
  const environment = await deps.analysisEnvironment();
  return inTime(deps, (signal) => holdingsOfPortfolio(ctx, { environment, id, day, given, signal }));
}

async function waitFor(
  read: () => Promise<Job>,
  waitsOn: (job: Job) => boolean,
  ms: number,
  c: RequestContext,
  deps: Deps,
  id: string,
): Promise<Job> {
  const over = Promise.withResolvers<"over">();
  const end = (): void => over.resolve("over");
  const timer = setTimeout(end, ms);
  let woken = Promise.withResolvers<"woken">();
  const unsubscribe = deps.wakeups.subscribe(id, () => woken.resolve("woken"));
  c.env.outgoing.once("close", end);
  deps.stopping.addEventListener("abort", end, { once: true });
  try {
    for (let ended = deps.stopping.aborted; ;) {
      // Before the read, so that what changes during it is not missed.
      woken = Promise.withResolvers();
      const job = await read();
      if (ended || !waitsOn(job)) return job;
      ended = (await Promise.race([over.promise, woken.promise])) === "over";
      if (!ended) await pause(lookEveryMs);
    }
  } finally {
    clearTimeout(timer);
    unsubscribe();
    deps.stopping.removeEventListener("abort", end);
  }
}

function isOpen({ status }: Job): boolean {
  return status === "queued" || status === "running";
}

interface RenderedJob {
  readonly etag: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Long texts are encoded once. */
const longText = 4096;

/** The same object as long as the job has not changed. */
const renderedJobs = new WeakMap<Job, RenderedJob>();

function renderedJob(job: Job): RenderedJob {
  const known = renderedJobs.get(job);
  if (known !== undefined) return known;
  const text = JSON.stringify(job);
  const made = { etag: etagOf(job), body: text.length < longText ? text : new TextEncoder().encode(text) };
  renderedJobs.set(job, made);
  return made;
}

/** A job only changes with its state. */
function etagOf({ status, created_at, started_at, finished_at }: Job): string {
  return `"${status}-${Date.parse(finished_at ?? started_at ?? created_at).toString(36)}"`;
}

function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
}

export const eventHandlers = (deps: Deps) =>
  ({
    streamEvents: async ({ c, ctx, path: { job_id: id }, query: { after }, headers }) => {
      // The header is newer than the address.
      const seen = lastEventId(headers["last-event-id"]) ?? after ?? 0;
      const { page, reset } = await firstPage(ctx, id, seen);
      if (page.last && page.events.length === 0) return answer(204, null, { "cache-control": "no-store" });
      const followed: Followed = {
        channel: id,
        read: async (from) => encoded(await readEvents(ctx, { id, after: from })),
      };
      return openStream(deps, { c, ctx }, followed, { after: reset ? 0 : seen, first: encoded(page), reset });
    },
  }) satisfies Partial<Handlers>;

/** Everything if the job has no such event. */
async function firstPage(ctx: Context, id: string, seen: number): Promise<{ page: EventsRead; reset: boolean }> {
  if (seen === 0) return { page: await readEvents(ctx, { id, after: 0 }), reset: false };
  const { events, ...rest } = await readEvents(ctx, { id, after: seen - 1 });
  const [known, ...others] = events;
  if (known?.seq === seen) return { page: { events: others, ...rest }, reset: false };
  return { page: await readEvents(ctx, { id, after: 0 }), reset: true };
}

/** Streams that read together get the same events, and so the same bytes. */
const told = new WeakMap<JobEvent, StreamEvent>();

function encoded({ events, more, last }: EventsRead): EventBatch {
  return {
    events: events.map((event) => {
      let encodedEvent = told.get(event);
      if (encodedEvent === undefined) {
        encodedEvent = streamEvent(event.seq, event.type, JSON.stringify(event));
        told.set(event, encodedEvent);
      }
      return encodedEvent;
    }),
    next: last ? "nothing" : more ? "more" : "later",
  };
}

export const holdingsHandlers = {
  getHoldings: async ({ ctx, path }) => {
    const found = await readHoldings(ctx, path.job_id);
    if (found === null) throw new NotFound("this analysis has no holdings");
    return new Reply(found, { "cache-control": "no-store" });
  },
  deleteHoldings: ({ ctx, path }) => deleteHoldings(ctx, path.job_id),
} satisfies Partial<Handlers>;
