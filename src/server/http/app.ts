import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Route } from "#src/contract/route.ts";
import { routes } from "#src/contract/routes.ts";
import { mountAssistant } from "./api/assistant.ts";
import { authMethodsOf, mountAuth } from "./api/auth.ts";
import { mountAvatar } from "./api/avatar.ts";
import { mountCalendar } from "./api/calendar.ts";
import { mountChainHeads } from "./api/chain-heads.ts";
import { mountDepositIpn } from "./api/deposit-ipn.ts";
import { mountDepositReceipt } from "./api/deposit-receipt.ts";
import { mountDepositStream } from "./api/deposit-stream.ts";
import { mountFeeds, originOf } from "./api/feeds.ts";
import { mountHealth } from "./api/health.ts";
import { mountMcp } from "./api/mcp.ts";
import { mountAuthorizationMetadata } from "./api/oauth.ts";
import { mountRef } from "./api/ref.ts";
import { mountSignalStream } from "./api/signal-stream.ts";
import { mountUnsubscribe } from "./api/unsubscribe.ts";
import { recordRequests } from "./record-requests.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { answerJson, answer } from "./mount.ts";
import { BadRequest, toProblem, type Problem } from "./problems.ts";
import { mountAccount } from "./v1/account.ts";
import { mountHoldings } from "./v1/holdings.ts";
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
import { mountRequests } from "./v1/requests.ts";
import { mountSignals } from "./v1/signals.ts";
import { mountValidity } from "./v1/validity.ts";
import { mountWebhooks } from "./v1/webhooks.ts";
import { beginCall } from "./call.ts";
import { within } from "#src/core/telemetry.ts";
import { describeApi } from "#src/contract/openapi.ts";
import { toIso } from "#src/core/clock.ts";

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
  mountHoldings(app, deps);
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

function requestLog(deps: Pick<Deps, "log" | "meters" | "clock" | "limits">): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const call = beginCall(deps, { incoming, outgoing, path: c.req.path });
    c.set("call", call);
    await deps.limits.takeRoute(c.req.path, incoming);
    return within(call.span, next);
  };
}

const securityPath = "/.well-known/security.txt";
export const docsPaths: readonly string[] = ["/openapi.json", securityPath];

/** Written when it is first asked for: it takes longer than all else that a front door has to do to serve. */
let document: string | null = null;

/** RFC 9116 advises less than a year. */
const securityDays = 180;
const dayMs = 86_400_000;

/** The description of the API, from which the pages below `/docs/api` are made too, and where to report a vulnerability. */
function mountDocs(app: Hono<Env>, { clock, securityContact }: Pick<Deps, "clock" | "securityContact">): void {
  app.get("/openapi.json", () =>
    answer(200, (document ??= JSON.stringify(describeApi())), {
      "content-type": "application/json",
      "cache-control": "no-cache",
    }),
  );
  app.get(securityPath, (c) => {
    if (securityContact === null)
      throw new BadRequest(404, "the operator has set no contact for security reports (SECURITY_CONTACT)");
    const today = Math.floor(clock.now() / dayMs) * dayMs;
    const fields = [
      `Contact: ${securityContact}`,
      `Expires: ${toIso(today + securityDays * dayMs)}`,
      "Preferred-Languages: en",
      // Web addresses in it must be https.
      ...(originOf(c).startsWith("https://") ? [`Canonical: ${originOf(c)}${securityPath}`] : []),
    ];
    return answer(200, `${fields.join("\n")}\n`, {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-cache",
    });
  });
}
