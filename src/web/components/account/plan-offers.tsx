import { formatUsd } from "#src/contract/money.ts";
import { isAbove, periodDays, plans, type Plan, type PlanTerms } from "#src/contract/plans.ts";
import { counted } from "#src/platform/number-text.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { BuyPlanButton } from "./buy-plan-button.tsx";
import { offerOf } from "./ledger-labels.ts";

interface Held {
  readonly plan: Plan;
  /** Free, or given without an end. */
  readonly endless: boolean;
  readonly nextPlan: Plan | null;
}

/** @param wanted the plan whose purchase somebody comes back to */
export function PlanOffers({ held, wanted }: { held: Held; wanted: Plan | null }) {
  const all: readonly PlanTerms[] = Object.values(plans);
  const given = held.plan !== "free" && held.endless;
  return (
    <section aria-labelledby="plans" className="grid gap-3">
      <h2 id="plans" className="text-base font-semibold">
        Plans
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {all.map((terms) => {
          const { plan, name, priceMinor } = terms;
          const mine = plan === held.plan;
          const above = isAbove(plan, held.plan);
          const label = given ? null : offerOf(plan, { ...held, endless: given }, { name, above });
          return (
            <li
              key={plan}
              className={`grid content-between gap-5 rounded-lg border bg-surface p-5 ${mine ? "border-accent" : ""}`}
            >
              <div className="grid gap-3">
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <h3 className="font-semibold">{name}</h3>
                  {mine ? <Badge tone="info">Current plan</Badge> : null}
                  {held.nextPlan === plan ? <Badge>Next</Badge> : null}
                </div>
                <p className="tabular">
                  <span className="text-xl font-semibold">{formatUsd(priceMinor).replace(/\.00$/, "")}</span>{" "}
                  <span className="text-muted">{priceMinor === 0 ? "forever" : `for ${periodDays} days`}</span>
                </p>
                <ul className="grid gap-1 text-sm text-muted">
                  {worth(terms).map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </div>
              {label === null ? null : (
                <BuyPlanButton
                  plan={plan}
                  label={label}
                  variant={above ? "primary" : "secondary"}
                  wanted={plan === wanted}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function worth({ analysesPerMonth, runBudgetUsd, slots, signals, api, watchlists }: PlanTerms): string[] {
  return [
    `${counted(analysesPerMonth, "analysis", "analyses")} per month, ${slots === 1 ? "one" : slots} at a time`,
    `Up to $${runBudgetUsd} in model costs per analysis`,
    signals ? "Live signals" : "No live signals",
    counted(watchlists, "watchlist"),
    api ? "API keys" : "No API access",
  ];
}
