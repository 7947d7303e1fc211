import { Decimal } from "decimal.js";
import { entitlements, plans } from "#src/contract/plans.ts";
import type { Tx } from "#src/db/database.ts";
import { addSubmitted, lockSubmitted } from "#src/db/queries/quota.ts";
import type { Instant, LocalDate } from "#src/platform/clock.ts";
import { RateLimited } from "#src/platform/errors.ts";
import type { Actor } from "../context.ts";

/** Of a calendar month, UTC. */
export interface Quota {
  /** Takes one analysis of the actor's; false leaves all as it is. */
  take(actor: Actor): { ok: true } | { ok: false; error: RateLimited };
  /** Writes down what was taken. Call it once, before the transaction ends. */
  keep(): Promise<void>;
}

/**
 * How many analyses these actors may still submit this month, for one or more submissions that share a transaction:
 * take for each one that is accepted, then keep. Their counts are locked until the transaction ends. Their accounts
 * must exist. Whoever reaches a server that runs open on its own machine has no quota.
 */
export async function openQuota(tx: Tx, actors: readonly Actor[], now: Instant): Promise<Quota> {
  const month = monthOf(now);
  const owners = actors.filter(counts).map(({ owner }) => owner);
  const submitted = await lockSubmitted(tx, owners, month);
  const taken = new Map<string, number>();
  return {
    take(actor) {
      if (!counts(actor)) return { ok: true };
      const { owner, plan } = actor;
      const more = taken.get(owner) ?? 0;
      const limit = entitlements[plan].analysesPerMonth;
      if ((submitted.get(owner) ?? 0) + more >= limit)
        return {
          ok: false,
          error: new RateLimited(
            `the plan ${plans[plan].name} has ${limit} analyses a month and they are used; more on ${nextMonth(month)} (UTC), or with a higher plan`,
            Date.parse(nextMonth(month)) - now,
          ),
        };
      taken.set(owner, more + 1);
      return { ok: true };
    },
    keep: () => addSubmitted(tx, taken, month),
  };
}

/**
 * The most that a run of the actor's may cost, US dollars: the lower of the plan's budget and the house's own.
 * `null`: no limit, for whoever reaches a server that runs open on its own machine and set none.
 */
export function runBudgetUsd(actor: Actor, houseUsd: string | null): string | null {
  if (!counts(actor)) return houseUsd;
  const { runBudgetUsd: planUsd } = entitlements[actor.plan];
  return houseUsd !== null && new Decimal(houseUsd).lessThan(planUsd) ? houseUsd : planUsd;
}

function counts({ owner }: Actor): boolean {
  return owner !== "local";
}

/** The first day of an instant's month, UTC. */
export function monthOf(at: Instant): LocalDate {
  return `${new Date(at).toISOString().slice(0, 7)}-01`;
}

function nextMonth(month: LocalDate): LocalDate {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
