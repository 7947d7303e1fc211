import type { Metadata } from "next";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { isAbove, periodDays, Plan, plans, type PlanTerms } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { counted } from "#src/core/text/number-text.ts";
import { listEntries, readBalance } from "#src/product/ledger/ledger.ts";
import { readPlan, readQuota } from "#src/product/plans/plans.ts";
import { PeriodTable, StatementTable, offerOf } from "#src/web/components/account/billing-tables.tsx";
import { BuyPlanButton, RenewalSwitch } from "#src/web/components/account/plan-buttons.tsx";
import { Badge, Money, Progress, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Card, PageHeader, Pagination } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { paramOf, type PageProps } from "#src/web/page-request.ts";
import { contextOf, requireViewer, type Viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Plan and billing" };

export default async function Billing({ searchParams }: PageProps) {
  const who = await requireViewer();
  const ctx = contextOf(who);
  const before = await paramOf(searchParams, "before");
  const wanted = Plan.safeParse(await paramOf(searchParams, "plan")).data ?? null;
  const cursor = before !== null && /^\d{1,15}$/.test(before) ? Number(before) : null;
  const [balance, plan, quota, statement] = await Promise.all([
    readBalance(ctx, who.userId),
    readPlan(ctx, who.userId),
    readQuota(ctx),
    listEntries(ctx, { owner: who.userId, cursor, limit: 20 }),
  ]);
  return (
    <>
      <PageHeader title="Plan and billing" />
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <PlanInForce who={who} renews={plan.autoRenew} next={plan.nextPlan} />
          <BalanceCard balance={balance} quota={quota} />
        </div>
        <PlanOffers
          held={{ plan: who.plan, endless: who.planUntil === null, nextPlan: plan.nextPlan }}
          wanted={wanted}
        />
        <Card id="statement" title="Statement" flush>
          <StatementTable entries={statement.entries} />
          <div className="px-5 pb-4">
            <Pagination
              label="Pages of the statement"
              newer={cursor === null ? null : "/billing#statement"}
              older={statement.nextCursor === null ? null : `/billing?before=${statement.nextCursor}#statement`}
            />
          </div>
        </Card>
        <Card title="Plan history" flush>
          <PeriodTable periods={plan.periods} />
        </Card>
      </div>
    </>
  );
}

function PlanInForce({ who, renews, next }: { who: Viewer; renews: boolean; next: "signals" | "elite" | null }) {
  const { plan, planUntil } = who;
  const { name, priceMinor } = plans[plan];
  const follows = next === null ? plan : next;
  return (
    <Card title="Your plan" inner="grid gap-4">
      <div>
        <p className="text-2xl font-semibold">{name}</p>
        <p className="text-sm text-muted">
          {plan === "free" ? (
            "Free, with no end date. You can buy a plan below."
          ) : planUntil === null ? (
            "Granted to you, with no end date."
          ) : (
            <>
              until <Time at={toIso(planUntil)} />
              {next === null ? null : `, then ${plans[next].name}`}
              {!renews && next === null ? `, then ${plans.free.name}` : null}
            </>
          )}
        </p>
      </div>
      {planUntil === null ? null : (
        <RenewalSwitch
          on={renews}
          hint={
            renews
              ? `When the period ends, ${formatUsd(plans[follows].priceMinor)} for ${plans[follows].name} is charged to your balance. If your balance is too low, you return to ${plans.free.name}.`
              : `If this is off, you return to ${plans.free.name} when the period ends. If it is on, ${formatUsd(priceMinor)} is charged to your balance.`
          }
        />
      )}
    </Card>
  );
}

function BalanceCard({ balance, quota }: { balance: number; quota: { submitted: number; limit: number } }) {
  return (
    <Card title="Balance" inner="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Money minor={balance} className="text-2xl font-semibold" />
        <LinkButton href="/deposits" variant="secondary">
          Top up
        </LinkButton>
      </div>
      <div className="grid gap-2">
        <p className="flex justify-between gap-3 text-sm">
          <span className="text-muted">Analyses this month</span>
          <span className="tabular-nums">
            {quota.submitted} of {quota.limit}
          </span>
        </p>
        <Progress label="Analyses this month" value={quota.submitted} max={quota.limit} />
        <p className="text-xs text-muted">Resets on the first of each month (UTC).</p>
      </div>
    </Card>
  );
}

interface Held {
  readonly plan: Plan;
  /** Free, or given without an end. */
  readonly endless: boolean;
  readonly nextPlan: Plan | null;
}

/** @param wanted the plan whose purchase somebody comes back to */
function PlanOffers({ held, wanted }: { held: Held; wanted: Plan | null }) {
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
