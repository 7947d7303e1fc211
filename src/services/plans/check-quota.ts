import { Decimal } from "decimal.js";
import { plans } from "#src/contract/plans.ts";
import type { Instant, LocalDate } from "#src/platform/clock.ts";
import { RateLimited } from "#src/platform/errors.ts";
import type { Actor } from "../context.ts";

/** Analyses that an actor may submit in a calendar month, UTC; `null`: any number. Counted where they are accepted. */
export function monthlyQuota(actor: Actor): number | null {
  return counts(actor) ? plans[actor.plan].analysesPerMonth : null;
}

/** What somebody is told whose month is used up. */
export function quotaSpent({ plan }: Actor, now: Instant): RateLimited {
  const { name, analysesPerMonth } = plans[plan];
  const next = nextMonth(monthOf(now));
  return new RateLimited(
    `the plan ${name} has ${analysesPerMonth} analyses a month and they are used; more on ${next} (UTC), or with a higher plan`,
    Date.parse(next) - now,
  );
}

/**
 * The most that a run of the actor's may cost, US dollars: the lower of the plan's budget and the house's own.
 * `null`: no limit, for whoever reaches a server that runs open on its own machine and set none.
 */
export function runBudgetUsd(actor: Actor, houseUsd: string | null): string | null {
  if (!counts(actor)) return houseUsd;
  const { runBudgetUsd: planUsd } = plans[actor.plan];
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
