import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { accountsPerNetwork } from "#src/contract/jobs/caps.ts";
import type { Database } from "#src/core/db/database.ts";
import { RateLimited } from "#src/core/errors.ts";
import { sha256 } from "#src/core/hash.ts";

const minute = 60;

/** In the database, for every process: by network against many accounts, by account against many networks. */
const rules = {
  /** Attempts to sign in from one network. */
  "network sign-in": { points: 60, seconds: 5 * minute },
  /** Sign-ups, and mails that were asked for, from one network. */
  "network mail": { points: 60, seconds: 10 * minute },
  /** Accounts that were asked for from one network. */
  "network account": { points: accountsPerNetwork, seconds: 24 * 60 * minute },
  /** Everything else from one network. */
  network: { points: 600, seconds: 5 * minute },
  /** Wrong passwords for one address, known or not. */
  password: { points: 10, seconds: 15 * minute },
  /** Wrong codes of one account. */
  code: { points: 8, seconds: 15 * minute },
  /** Answers to one request of an app, for longer than the request is good. */
  consent: { points: 1, seconds: 15 * minute },
  /** Mails to one address. */
  mail: { points: 6, seconds: 60 * minute },
} as const;
type Rule = keyof typeof rules;

export interface AuthLimits {
  /** Counts one more. @throws RateLimited beyond the rule */
  take(rule: Rule, key: string): Promise<void>;
  /** It was no guess after all. */
  forget(rule: Rule, key: string): Promise<void>;
}

export function createAuthLimits({ pool }: Pick<Database, "pool">): AuthLimits {
  const limiters = new Map(
    Object.entries(rules).map(([name, { points, seconds }], index) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: "auth_limits",
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
        // Each of them would clear the one table.
        clearExpiredByTimeout: index === 0,
      }),
    ]),
  );
  return {
    async take(rule, key) {
      try {
        await limiters.get(rule)?.consume(sha256(key));
      } catch (refused) {
        if (refused instanceof RateLimiterRes)
          throw new RateLimited(
            "too many attempts; wait a few minutes and try again",
            refused.msBeforeNext,
            rules[rule].points,
          );
        throw refused;
      }
    },
    async forget(rule, key) {
      await limiters.get(rule)?.delete(sha256(key));
    },
  };
}

/** Under what a count stands in the table. */
export function limitKey(rule: Rule, key: string): string {
  return `${rule}:${sha256(key)}`;
}

/** An address that says nothing of who asks. */
export function isThisMachine(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}

/** An IPv6 host has a /64. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::")
    ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0")
    : [];
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":");
}
