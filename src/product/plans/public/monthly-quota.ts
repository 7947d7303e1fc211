import { Decimal } from "decimal.js";
import { isTestOwner } from "#src/contract/api/test-mode.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { timesUsd, usdText } from "#src/contract/accounts/money.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Submission } from "#src/product/analyses/queries/submissions.ts";
import { type Instant, type LocalDate, dayText } from "#src/core/clock.ts";
import { RateLimited } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { Actor, JobSettings } from "#src/product/context.ts";
import type { Period } from "../queries/plans.ts";

/** Per month, UTC; `null`: any number. */
export function monthlyQuota(actor: Actor): number | null {
  return counts(actor) ? plans[actor.plan].analysesPerMonth : null;
}

export function quotaSpent({ plan }: Actor, now: Instant, runs = 1): RateLimited {
  const { name, analysesPerMonth } = plans[plan];
  const next = nextMonth(monthOf(now));
  return new RateLimited(
    runs > 1
      ? `fewer than ${runs} of the ${counted(analysesPerMonth, "analysis", "analyses")} of the ${name} plan are left this month; ask for fewer runs, wait until ${dayText(Date.parse(next))} (UTC) or upgrade`
      : `you have used all ${counted(analysesPerMonth, "analysis", "analyses")} of the ${name} plan this month; wait until ${dayText(Date.parse(next))} (UTC) or upgrade`,
    Date.parse(next) - now,
  );
}

/** The lower of the plan's and the service's. `null`: no limit, on an open server of one's own. */
export function runBudgetUsd(actor: Actor, serviceUsd: string | null): string | null {
  if (!counts(actor)) return serviceUsd;
  const { runBudgetUsd: planUsd } = plans[actor.plan];
  return serviceUsd !== null && new Decimal(serviceUsd).lessThan(planUsd) ? serviceUsd : planUsd;
}

function counts({ owner }: Actor): boolean {
  return owner !== "local" && !isTestOwner(owner);
}

/** What the server's budget for the month is asked for. @param own nothing of it is on the server's money */
export function monthlyCap(
  { monthlyBudgetUsd }: Pick<JobSettings, "monthlyBudgetUsd">,
  { budgetUsd, own, runs = 1 }: { readonly budgetUsd: Usd | null; readonly own: boolean; readonly runs?: number },
): Pick<Submission, "capUsd" | "mostUsd"> {
  // Without a limit of its own a run may take all of it.
  return {
    capUsd: monthlyBudgetUsd ?? null,
    mostUsd: own ? "0" : timesUsd(budgetUsd ?? monthlyBudgetUsd ?? "0", runs),
  };
}

/** What somebody is told whom the server's budget for the month does not cover any more. */
export function budgetSpent(
  { monthlyBudgetUsd = "0" }: Pick<JobSettings, "monthlyBudgetUsd">,
  now: Instant,
): RateLimited {
  const next = nextMonth(monthOf(now));
  return new RateLimited(
    `the rest of this server's monthly budget of ${usdText(monthlyBudgetUsd)} does not cover another run; try again when current runs have finished, wait until ${dayText(Date.parse(next))} (UTC), or ask its operator to raise SERVICE_MONTHLY_BUDGET_USD`,
    Date.parse(next) - now,
  );
}

/** The first day of an instant's month, UTC. */
export function monthOf(at: Instant): LocalDate {
  return `${new Date(at).toISOString().slice(0, 7)}-01`;
}

function nextMonth(month: LocalDate): LocalDate {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/**
 * US cents: `floor(price × (end − max(now, start)) / (end − start))`. A period without an end was given
 * (docs/adr/0022).
 */
export function remainingMinor(
  { priceMinor, startsAt, endsAt }: Pick<Period, "priceMinor" | "startsAt" | "endsAt">,
  now: Instant,
): number {
  if (endsAt === null || endsAt <= now) return 0;
  return Math.floor((priceMinor * (endsAt - Math.max(now, startsAt))) / (endsAt - startsAt));
}
