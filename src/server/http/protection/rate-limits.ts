import type { IncomingMessage, ServerResponse } from "node:http";
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import { type Plan, plans } from "#src/contract/accounts/plans.ts";
import { testLimits } from "#src/contract/api/test-mode.ts";
import type { Route } from "#src/contract/api/route.ts";
import { routes } from "#src/contract/api/routes.ts";
import { RateLimited, Unauthorized } from "#src/core/errors.ts";
import type { SystemContext } from "#src/product/context.ts";
import { networkOf } from "#src/product/accounts/public/sign-in-limits.ts";
import { createTokenReader, type CookieKeys } from "#src/product/accounts/public/signed-requests.ts";
import { clientAddress } from "./forwarded.ts";

/**
 * Requests a minute by session, else by network. In memory per front door; plans' minutes and guesses are counted in
 * the database.
 */
export const perMinute = {
  /** Probes are frequent, and several come from one place. */
  probe: 3000,
  page: 900,
  /** A page fetches some forty links ahead. */
  prefetch: 3600,
  /** Scripts, styles and pictures of pages. */
  file: 9000,
  /** A form or button of a page. */
  action: 120,
  /** One that brings a file. */
  upload: 20,
  /** A picture that is rendered for the answer. */
  drawing: 60,
  /** What pages, feed readers and programs fetch. */
  read: 900,
  /** A link from a mail or a friend. */
  link: 120,
  /** Opening an event stream. */
  stream: 120,
  question: 60,
  /** PDFs of one account. */
  document: 60,
  /** Keys that are none, of one network. */
  refused: 600,
} as const;
export type Rule = keyof typeof perMinute;

export interface RateLimits {
  /** By session, else by network. @throws RateLimited */
  take(rule: Rule, request: IncomingMessage): Promise<void>;
  /** Counts a document of an account. @throws RateLimited */
  takeDocument(owner: string): Promise<void>;
  /** A request of the contract, by its path. @throws RateLimited */
  takeRoute(path: string, request: IncomingMessage): Promise<void>;
  /** Counts refusals only. @throws RateLimited, and what `work` throws */
  refusing<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T>;
}

/** @param points a minute; tests set fewer */
export function createRateLimits(keys: CookieKeys, points: Readonly<Record<Rule, number>> = perMinute): RateLimits {
  const limiters = new Map(
    Object.entries(points).map(([rule, most]) => [
      rule,
      new RateLimiterMemory({ points: most, duration: 60, keyPrefix: rule }),
    ]),
  );
  const limiterOf = (rule: Rule): RateLimiterMemory => {
    const limiter = limiters.get(rule);
    if (limiter === undefined) throw new Error(`there is no limiter for ${rule}`);
    return limiter;
  };
  const tokenOf = createTokenReader(keys);
  const take: RateLimits["take"] = async (rule, request) => {
    // Signed, so that nobody makes up sessions.
    const session = await tokenOf(request.headers.cookie);
    await count(limiterOf(rule), session ?? networkOf(clientAddress(request)), null);
  };
  return {
    take,
    takeDocument: (owner) => count(limiterOf("document"), owner, null),
    async takeRoute(path, request) {
      const rule = ruleOf(request.method ?? "GET", path);
      if (rule !== null) await take(rule, request);
    },
    async refusing(request, work) {
      const limiter = limiterOf("refused");
      const network = networkOf(clientAddress(request));
      const state = await limiter.get(network);
      if (state !== null && state.consumedPoints >= limiter.points) throw exceeded(limiter, state);
      try {
        return await work();
      } catch (error) {
        if (error instanceof Unauthorized) await limiter.penalty(network);
        throw error;
      }
    },
  };
}

/**
 * @param response tells programs how many are left
 * @throws RateLimited
 */
export async function count(limiter: RateLimiterAbstract, key: string, response: ServerResponse | null): Promise<void> {
  let isRefused = false;
  const state = await limiter.consume(key).catch((refused: unknown) => {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    isRefused = true;
    return refused;
  });
  response?.setHeader("RateLimit-Limit", limiter.points);
  response?.setHeader("RateLimit-Remaining", Math.max(0, state.remainingPoints));
  response?.setHeader("RateLimit-Reset", Math.ceil(state.msBeforeNext / 1000));
  if (isRefused) throw exceeded(limiter, state);
}

function exceeded({ points }: RateLimiterAbstract, { msBeforeNext }: RateLimiterRes): RateLimited {
  return new RateLimited(`rate limit exceeded: at most ${points} requests per minute`, msBeforeNext, points);
}

const templates = Object.values<Route>(routes).map(({ method, path, open, limit }) => ({
  method: method.toUpperCase(),
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  limit: open === true ? (limit ?? ("read" as const)) : ("own" as const),
}));

/** `null` where another limit counts it. A path that does not exist counts too. */
function ruleOf(method: string, path: string): Rule | null {
  // The commonest, and never ours.
  if (path.startsWith("/v1/") || (path.startsWith("/api/auth/") && !/^\/api\/auth\/(?:session|csrf)$/.test(path)))
    return null;
  const asked = method === "HEAD" ? "GET" : method;
  const limit = templates.find((each) => each.method === asked && each.pattern.test(path))?.limit ?? "read";
  return limit === "own" ? null : limit;
}

/** The limit that a request for a page counts against. */
export function pageRule({ method = "GET", headers }: IncomingMessage, path: string): Rule {
  if (method !== "GET" && method !== "HEAD")
    return Number(headers["content-length"] ?? 0) > uploadBytes ? "upload" : "action";
  if (path.startsWith("/_next/")) return "file";
  if (/\/opengraph-image/.test(path)) return "drawing";
  // Without `rsc` Next renders the whole page, whatever other parameters say.
  return headers["rsc"] === "1" && headers["next-router-prefetch"] !== undefined ? "prefetch" : "page";
}

/** Larger than any form that people fill in. */
const uploadBytes = 131_072;

/** In the database, so that a plan's minute holds over every front door; what is refused is remembered here and asks no more. */
export function planLimiters({ db }: Pick<SystemContext, "db">): Record<Plan | "test", RateLimiterPostgres> {
  const limiterOf = (plan: Plan | "test", points: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: db.pool,
      tableName: "auth_limits",
      tableCreated: true,
      // The sign-in's limits clear the table.
      clearExpiredByTimeout: false,
      keyPrefix: `minute ${plan}`,
      points,
      duration: 60,
      inMemoryBlockOnConsumed: points + 1,
    });
  const ofPlan = (plan: Plan): RateLimiterPostgres => limiterOf(plan, plans[plan].requestsPerMinute);
  return {
    free: ofPlan("free"),
    signals: ofPlan("signals"),
    elite: ofPlan("elite"),
    test: limiterOf("test", testLimits.requestsPerMinute),
  };
}
