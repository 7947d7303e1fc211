import type { Metadata } from "next";
import Link from "next/link";
import { formatUsd } from "#src/contract/money.ts";
import { Plan, plans } from "#src/contract/plans.ts";
import { toIso } from "#src/platform/clock.ts";
import { listEntries } from "#src/services/ledger/list-entries.ts";
import { readBalance } from "#src/services/ledger/read-balance.ts";
import { readPlan } from "#src/services/plans/read-plan.ts";
import { readQuota } from "#src/services/plans/read-quota.ts";
import { PeriodTable, StatementTable } from "#src/web/components/account/billing-tables.tsx";
import { PlanOffers } from "#src/web/components/account/plan-offers.tsx";
import { RenewalSwitch } from "#src/web/components/account/renewal-switch.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { Money } from "#src/web/components/ui/money.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Pagination } from "#src/web/components/ui/pagination.tsx";
import { Progress } from "#src/web/components/ui/progress.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";
import { contextOf, requireViewer, type Viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Plan and billing" };

export default async function Billing({ searchParams }: { searchParams: SearchParams }) {
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
        <Card id="statement">
          <CardHeader>
            <CardTitle>Statement</CardTitle>
          </CardHeader>
          <StatementTable entries={statement.entries} />
          <div className="px-5 pb-4">
            <Pagination
              label="Pages of the statement"
              newer={cursor === null ? null : "/billing#statement"}
              older={statement.nextCursor === null ? null : `/billing?before=${statement.nextCursor}#statement`}
            />
          </div>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>Plan history</CardTitle>
          </CardHeader>
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
    <Card>
      <CardHeader>
        <CardTitle>Your plan</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
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
      </CardContent>
    </Card>
  );
}

function BalanceCard({ balance, quota }: { balance: number; quota: { submitted: number; limit: number } }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Balance</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Money minor={balance} className="text-2xl font-semibold" />
          <Button asChild variant="secondary">
            <Link href="/deposits">Top up</Link>
          </Button>
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
      </CardContent>
    </Card>
  );
}
