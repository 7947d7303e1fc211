import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Route } from "#src/contract/api/route.ts";
import { routes } from "#src/contract/api/routes.ts";
import { answer, answerJson, type Env } from "./answers.ts";
import { assistantHandlers } from "./api/assistant.ts";
import { authMethodsOf, mountAuth, sessionHandlers } from "./api/auth.ts";
import { avatarHandlers, feedHandlers, originOf, followHandlers, healthHandlers, refHandlers } from "./api/site.ts";
import { ipnHandlers, depositHandlers } from "./api/deposits.ts";
import { mcpHandlers, mountMcp } from "./api/mcp.ts";
import { oauthHandlers } from "./api/oauth.ts";
import { recordRequests, beginCall } from "./call.ts";
import type { Deps } from "./deps.ts";
import { mount, type Handlers } from "./mount.ts";
import { BadRequest, toProblem, type Problem } from "./problems.ts";
import { accountHandlers, endpointHandlers } from "./v1/account.ts";
import { analysesHandlers, eventHandlers, holdingsHandlers } from "./v1/analyses.ts";
import { attributionHandlers, backtestHandlers, memoryHandlers } from "./v1/jobs.ts";
import { batchHandlers } from "./v1/batches.ts";
import { listHandlers, signalHandlers, trackRecordHandlers } from "./v1/signals.ts";
import { portfolioHandlers } from "./v1/portfolios.ts";
import { proofHandlers, questionHandlers, reportHandlers } from "./v1/reports.ts";
import { within } from "#src/core/operation/telemetry.ts";
import { describeApi } from "#src/contract/api/openapi.ts";
import { dayMs, toIso } from "#src/core/clock.ts";

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
  mount(app, deps, handlersOf(deps));
  mountAuth(app, deps);
  mountMcp(app, deps);
  mountDocs(app, deps);
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
  mount(app, null, openHandlers(deps));
  mountDocs(app, deps);
  app.notFound((c) => {
    if (methodsOf(c.req.path).length === 0 && !c.req.path.startsWith("/api/")) throw new BadRequest(404, "Not Found");
    throw new BadRequest(503, why, { "retry-after": "1" });
  });
  return answeringErrors(app, deps);
}

/** What needs no database. */
const openHandlers = (deps: Pick<Deps, "health">) => ({ ...healthHandlers(deps), ...refHandlers, ...feedHandlers() });

const handlersOf = (deps: Deps): Handlers => ({
  ...analysesHandlers(deps),
  ...attributionHandlers(deps),
  ...holdingsHandlers,
  ...memoryHandlers(deps),
  ...eventHandlers(deps),
  ...reportHandlers(deps),
  ...proofHandlers(deps),
  ...questionHandlers(deps),
  ...batchHandlers(),
  ...portfolioHandlers(deps),
  ...signalHandlers(deps),
  ...listHandlers(deps),
  ...backtestHandlers(deps),
  ...trackRecordHandlers(deps),
  ...accountHandlers(deps),
  ...endpointHandlers(deps),
  ...sessionHandlers(deps),
  ...assistantHandlers(deps),
  ...avatarHandlers(deps),
  ...ipnHandlers(deps),
  ...depositHandlers(deps),
  ...followHandlers(deps),
  ...mcpHandlers(deps),
  ...oauthHandlers(deps),
  ...openHandlers(deps),
});

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
