import type { Metadata } from "next";
import Link from "next/link";
import { plans } from "#src/contract/plans.ts";
import { getAlerts } from "#src/services/signals/get-alerts.ts";
import { listHouseRuns } from "#src/services/admin/list-house-runs.ts";
import { listRuns } from "#src/services/signals/list-runs.ts";
import { listWatchlists } from "#src/services/signals/list-watchlists.ts";
import { AlertsForm } from "#src/web/components/signals/alerts-form.tsx";
import { LastRuns } from "#src/web/components/signals/last-runs.tsx";
import { Watchlists } from "#src/web/components/signals/watchlists.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { contextOf, requireViewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Watchlists and alerts" };

export default async function SignalLists() {
  const who = await requireViewer();
  const ctx = contextOf(who);
  const [lists, runs, alerts, houseRuns] = await Promise.all([
    listWatchlists(ctx),
    listRuns(ctx),
    getAlerts(ctx),
    who.role === "admin" ? listHouseRuns(ctx, who) : null,
  ]);
  const { watchlists: most, signals } = who.entitlements;
  const { name } = plans[who.plan];
  return (
    <>
      <Breadcrumb steps={[{ label: "Signals", href: "/signals" }, { label: "Watchlists and alerts" }]} />
      <PageHeader
        title="Watchlists and alerts"
        description="Lists of your own that are analysed on a schedule, and how you hear of a changed rating."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <CardHeader>
            <CardTitle>Your watchlists</CardTitle>
            <CardDescription>
              {lists.length} of {most} in the plan {name}. Each run of each instrument counts as an analysis of your
              month.
            </CardDescription>
          </CardHeader>
          <Watchlists lists={lists} runs={runs} most={most} />
          {lists.length < most || who.plan === "elite" ? null : (
            <CardContent className="border-t pt-4">
              <p className="text-sm text-muted">
                That is all that {name} has.{" "}
                <Link href="/billing" className="text-accent underline underline-offset-4">
                  {plans.elite.name} has {plans.elite.watchlists}
                </Link>
                .
              </p>
            </CardContent>
          )}
        </Card>
        {houseRuns === null ? null : (
          <Card>
            <CardHeader>
              <CardTitle>House list</CardTitle>
              <CardDescription>What subscribers get. You see its runs because you run the service.</CardDescription>
            </CardHeader>
            <CardContent>
              <LastRuns runs={houseRuns} list="the house list" />
            </CardContent>
          </Card>
        )}
        <Card>
          <CardHeader>
            <CardTitle>Alerts</CardTitle>
            <CardDescription>
              When a signal&apos;s rating is another than the one before. A run that ends in REVIEW is no signal and
              sets off none.
            </CardDescription>
          </CardHeader>
          <CardContent className="grid gap-5">
            {signals ? null : (
              <Alert tone="info" title="Of your own lists alone">
                Alerts on the house list come with {plans.signals.name} and {plans.elite.name}.
              </Alert>
            )}
            <AlertsForm alerts={alerts} email={who.email} />
          </CardContent>
        </Card>
      </div>
    </>
  );
}
