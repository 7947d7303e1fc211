import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Route } from "#src/contract/route.ts";
import { routes } from "#src/contract/routes.ts";
import { mountAssistant } from "./api/assistant.ts";
import { authMethodsOf, mountAuth } from "./api/auth.ts";
import { mountAvatar } from "./api/avatar.ts";
import { mountChainHeads } from "./api/chain-heads.ts";
import { mountDepositIpn } from "./api/deposit-ipn.ts";
import { mountDepositReceipt } from "./api/deposit-receipt.ts";
import { mountDepositStream } from "./api/deposit-stream.ts";
import { mountFeeds, originOf } from "./api/feeds.ts";
import { mountMcp } from "./api/mcp.ts";
import { mountAuthorizationMetadata } from "./api/oauth.ts";
import { mountRef } from "./api/ref.ts";
import { mountSignalStream } from "./api/signal-stream.ts";
import { recordRequests } from "./record-requests.ts";
import { docsPaths, mountDocs } from "./docs.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { answerJson, mountOpen, jobIdOf, mount, answer, answerPage, idOf } from "./mount.ts";
import { BadRequest, toProblem, type Problem } from "./problems.ts";
import { mountAccount } from "./v1/account.ts";
import { mountMemory } from "./v1/memory.ts";
import { mountAttributions } from "./v1/attributions.ts";
import { mountAnalyses } from "./v1/analyses.ts";
import { mountBacktests } from "./v1/backtests.ts";
import { mountBatches } from "./v1/batches.ts";
import { mountEndpoints } from "./v1/endpoints.ts";
import { mountEvents } from "./v1/events.ts";
import { mountQuestions } from "./v1/questions.ts";
import { mountLists } from "./v1/lists.ts";
import { mountProofs } from "./v1/proofs.ts";
import { mountTrackRecord } from "./v1/track-record.ts";
import { mountReports } from "./v1/reports.ts";
import { mountSignals } from "./v1/signals.ts";
import { mountValidity } from "./v1/validity.ts";
import type { HealthReport } from "#src/contract/health.ts";
import { listJobDeliveries } from "#src/product/webhooks/list-job-deliveries.ts";
import { validate } from "./validation.ts";
import { beginCall } from "./call.ts";
import { within } from "#src/core/telemetry.ts";
import { readCalendar } from "#src/product/calendar/read-calendar.ts";
import { stopChannel } from "#src/product/channels/stop-channel.ts";
import { unsubscribe } from "#src/product/mail/unsubscribe.ts";
import type { SystemContext } from "#src/product/context.ts";
import { getRequest } from "#src/product/requests/get-request.ts";
import { listRequests } from "#src/product/requests/list-requests.ts";

/** The whole HTTP contract, without a server: front-door.ts listens. */
export function createApp(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();
  app.use(requestLog(deps));
  app.use("/v1/*", recordRequests(deps));
  for (const path of words)
    app.use(path, (c, next) => {
      const methods = methodsOf(path);
      if (!methods.includes(c.req.method)) throw notAllowed(methods);
      return next();
    });
  mountAnalyses(app, deps);
  mountAttributions(app, deps);
  mountMemory(app, deps);
  mountEvents(app, deps);
  mountReports(app, deps);
  mountProofs(app, deps);
  mountQuestions(app, deps);
  mountWebhooks(app, deps);
  mountBatches(app, deps);
  mountSignals(app, deps);
  mountLists(app, deps);
  mountBacktests(app, deps);
  mountValidity(app, deps);
  mountTrackRecord(app, deps);
  mountAccount(app, deps);
  mountRequests(app, deps);
  mountEndpoints(app, deps);
  mountAuth(app, deps);
  mountAssistant(app, deps);
  mountAvatar(app, deps);
  mountDepositIpn(app, deps);
  mountDepositReceipt(app, deps);
  mountDepositStream(app, deps);
  mountSignalStream(app, deps);
  mountCalendar(app, deps);
  mountChainHeads(app, deps);
  mountUnsubscribe(app, deps);
  mountMcp(app, deps);
  mountAuthorizationMetadata(app, deps);
  mountOpenRoutes(app, deps);
  app.notFound((c) => {
    const methods = methodsOf(c.req.path);
    if (methods.length === 0) throw new BadRequest(404, "Not Found");
    throw notAllowed(methods);
  });
  return answeringErrors(app, deps);
}

function notAllowed(methods: readonly string[]): BadRequest {
  return new BadRequest(405, "Method Not Allowed", { allow: methods.join(", ") });
}

/** Health and the description; all else is a 503. */
export function createAppWithoutDatabase(
  deps: Pick<Deps, "health" | "log" | "meters" | "clock" | "limits" | "securityContact">,
  why: string,
): Hono<Env> {
  const app = new Hono<Env>();
  app.use(requestLog(deps));
  mountOpenRoutes(app, deps);
  app.notFound((c) => {
    if (methodsOf(c.req.path).length === 0 && !c.req.path.startsWith("/api/")) throw new BadRequest(404, "Not Found");
    throw new BadRequest(503, why, { "retry-after": "1" });
  });
  return answeringErrors(app, deps);
}

/** What needs no database. */
function mountOpenRoutes(app: Hono<Env>, deps: Pick<Deps, "health" | "clock" | "securityContact">): void {
  mountHealth(app, deps);
  mountRef(app);
  mountFeeds(app);
  mountDocs(app, deps);
}

function answeringErrors(app: Hono<Env>, deps: Pick<Deps, "log">): Hono<Env> {
  app.onError((error, c) => {
    const { status, detail, headers, defect } = toProblem(
      error instanceof HTTPException ? new BadRequest(400, "Bad Request") : error,
    );
    c.get("call").error = inWords(detail);
    if (defect) deps.log.error({ err: error, request_id: c.get("call").requestId }, "a request failed");
    return answerJson(status, { detail }, headers);
  });
  return app;
}

/** As the request log has it. */
function inWords(detail: Problem["detail"]): string {
  if (typeof detail === "string") return detail;
  return detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
}

const known = Object.values<Route>(routes)
  // Stands for the table of paths below it.
  .filter(({ path }) => path !== routes.authenticate.path)
  .map(({ method, path }) => ({
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));

/** Paths that are also what a parameter of another path could stand for. */
const words = new Set(
  known
    .map(({ path }) => path)
    .filter((path) => known.some((other) => other.path.includes("{") && other.pattern.test(path)))
    .filter((path) => !path.includes("{")),
);

/** For `Allow`; none for an unknown path. */
function methodsOf(path: string): string[] {
  const methods = known.flatMap((route) =>
    (words.has(path) ? route.path === path : route.pattern.test(path)) ? [route.method.toUpperCase()] : [],
  );
  if (docsPaths.includes(path)) methods.push("GET");
  // Sign-in links are used up when followed, so HEAD must not.
  const all = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), ...authMethodsOf(path)];
  return [...new Set(all)];
}

/** Monitors that ask at once share a check. */
function mountHealth(app: Hono<Env>, { health }: { readonly health: () => Promise<HealthReport> }): void {
  let out: Promise<HealthReport> | null = null;
  mountOpen(app, routes.getHealth, async () => {
    const report = await (out ??= health().finally(() => (out = null)));
    return answerJson(report.status === "down" ? 503 : 200, report);
  });
}

function mountWebhooks(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.listWebhookDeliveries, async (c, ctx) => {
    const { cursor = null, limit } = validate(routes.listWebhookDeliveries.query, c.req.query(), "query");
    return answerJson(200, await listJobDeliveries(ctx, { id: jobIdOf(c), cursor, limit }));
  });
}

function requestLog(deps: Pick<Deps, "log" | "meters" | "clock" | "limits">): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const call = beginCall(deps, { incoming, outgoing, path: c.req.path });
    c.set("call", call);
    await deps.limits.takeRoute(c.req.path, incoming);
    return within(call.span, next);
  };
}

/** The address is the secret: no cache, no cookie. */
function mountCalendar(app: Hono<Env>, deps: Deps): void {
  mountOpen(app, routes.getCalendar, async (c) => {
    const token = (c.req.param("calendar") ?? "").replace(/\.ics$/, "");
    const environment = await deps.analysisEnvironment();
    const calendar = await readCalendar(deps, { token, origin: originOf(c), settings: deps.settings, environment });
    return answer(200, calendar, {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="conclave.ics"',
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
    });
  });
}

const noStore = { "cache-control": "no-store" } as const;

/** For List-Unsubscribe and the page behind a chat's link. No cookie is looked at. */
function mountUnsubscribe(app: Hono<Env>, deps: SystemContext & Pick<Deps, "auth">): void {
  mountOpen(app, routes.unsubscribe, async (c) => {
    const given = { secret: deps.auth.keys.secret, token: c.req.param("token") ?? "" };
    if (await stopChannel(deps, given))
      return answer(303, null, { location: `/unsubscribe/${encodeURIComponent(given.token)}`, ...noStore });
    await unsubscribe(deps, given);
    return answer(204, null, noStore);
  });
  mountOpen(app, routes.openUnsubscribe, () => answer(302, null, { location: "/settings/notifications", ...noStore }));
}

function mountRequests(app: Hono<Env>, deps: Deps): void {
  mount(app, deps, routes.listRequests, async (c, ctx) => {
    const query = validate(routes.listRequests.query, c.req.query(), "query");
    const { key_id: key = null, status = null, route = null, from = null, to = null, cursor = null, limit } = query;
    const filter = { key, status, route, from, to };
    const { requests, older } = await listRequests(ctx, { filter, before: cursor, limit });
    return answerPage(requests, older);
  });

  mount(app, deps, routes.getRequest, async (c, ctx) =>
    answerJson(200, await getRequest(ctx, idOf(c, "request_id", "request"))),
  );
}
