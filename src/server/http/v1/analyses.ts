import { setTimeout as pause } from "node:timers/promises";
import type { Hono } from "hono";
import type { Job } from "#src/contract/analysis.ts";
import { routes } from "#src/contract/routes.ts";
import { cancelAnalysis } from "#src/product/analyses/cancel-analysis.ts";
import { getAnalysis } from "#src/product/analyses/get-analysis.ts";
import { listAnalyses } from "#src/product/analyses/list-analyses.ts";
import { rerunAnalysis } from "#src/product/analyses/rerun-analysis.ts";
import { submitAnalysis } from "#src/product/analyses/submit-analysis.ts";
import { readMadeSecret } from "#src/product/webhooks/read-made-secret.ts";
import type { Deps } from "../deps.ts";
import type { Env, RequestContext } from "../env.ts";
import { answer, answerJson, createdHeaders, jobIdOf, mount, queryOf } from "../mount.ts";
import { readBody } from "../read-body.ts";
import { validate, validateBody } from "../validation.ts";

/** A run takes minutes; asking sooner gives progress at best. */
const askAgainSeconds = "5";
/** One look is enough for all the job tells meanwhile. */
const lookEveryMs = 100;

export function mountAnalyses(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.submitAnalysis, async (c, ctx) => {
    const { "idempotency-key": key = null } = validate(routes.submitAnalysis.headers, c.env.incoming.headers, "header");
    const body = validateBody(routes.submitAnalysis.body, await readBody(c.env.incoming));
    const { job, replayed } = await submitAnalysis(ctx, { body, idempotencyKey: key });
    // Most have none, and are not asked after: a submission is one transaction.
    const secret = typeof body.webhook_url === "string" ? await readMadeSecret(ctx, job.id) : null;
    return answerJson(202, job, {
      location: `/v1/analyses/${job.id}`,
      "retry-after": askAgainSeconds,
      ...(secret !== null && { "webhook-secret": secret }),
      ...(replayed && { "idempotent-replayed": "true" }),
    });
  });

  mount(app, deps, routes.listAnalyses, async (c, ctx) => {
    const {
      status = null,
      ticker = null,
      cursor = null,
      limit,
      include,
    } = validate(routes.listAnalyses.query, queryOf(c, routes.listAnalyses), "query");
    const reports = include === "reports";
    return answerJson(200, await listAnalyses(ctx, { status, ticker, cursor, limit, reports }));
  });

  mount(app, deps, routes.getAnalysis, async (c, ctx) => {
    const { wait } = validate(routes.getAnalysis.query, c.req.query(), "query");
    const id = jobIdOf(c);
    const known = c.req.header("if-none-match");
    const read = (): Promise<Job> => getAnalysis(ctx, id);
    const waitsOn = (job: Job): boolean =>
      isOpen(job) && (known === undefined || matches(known, renderedJob(job).etag));
    const job = wait === 0 ? await read() : await waitFor(read, waitsOn, wait * 1000, c, deps, id);
    const { etag, body } = renderedJob(job);
    if (known !== undefined && matches(known, etag))
      return answer(304, null, { etag, "cache-control": "private, no-cache" });
    return answer(200, body, { "content-type": "application/json", "cache-control": "private, no-cache", etag });
  });

  mount(app, deps, routes.rerunAnalysis, async (c, ctx) => {
    const { rerunAnalysis: route } = routes;
    const { "idempotency-key": key = null } = validate(route.headers, c.env.incoming.headers, "header");
    const { from } = validate(route.query, c.req.query(), "query");
    const body = validateBody(route.body, await readBody(c.env.incoming));
    const asked = { id: jobIdOf(c), from, body, idempotencyKey: key };
    const { job, replayed } = await rerunAnalysis(ctx, asked);
    const headers = { "retry-after": askAgainSeconds, ...createdHeaders(`/v1/analyses/${job.id}`, replayed) };
    return answerJson(202, job, headers);
  });

  mount(app, deps, routes.cancelAnalysis, async (c, ctx) => answerJson(200, await cancelAnalysis(ctx, jobIdOf(c))));
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
