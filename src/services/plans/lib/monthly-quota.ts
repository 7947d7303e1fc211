import { Decimal } from "decimal.js";
import { isTestOwner } from "#src/contract/test-mode.ts";
import { plans } from "#src/contract/plans.ts";
import type { Instant, LocalDate } from "#src/platform/clock.ts";
import { dayText } from "#src/platform/date-text.ts";
import { RateLimited } from "#src/platform/errors.ts";
import { counted } from "#src/platform/number-text.ts";
import type { Actor } from "../../context.ts";

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

/** The first day of an instant's month, UTC. */
export function monthOf(at: Instant): LocalDate {
  return `${new Date(at).toISOString().slice(0, 7)}-01`;
}

function nextMonth(month: LocalDate): LocalDate {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
