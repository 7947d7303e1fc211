import { Scale } from "lucide-react";
import type { Metadata } from "next";
import { toIso } from "#src/platform/clock.ts";
import { listDifferences } from "#src/services/deposits/list-differences.ts";
import { DifferenceTable } from "#src/web/components/deposits/difference-table.tsx";
import { ReconcileButton } from "#src/web/components/deposits/reconcile-button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { contextOf, requireAdmin } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Reconciliation" };

export default async function Reconciliation() {
  const who = await requireAdmin();
  const { open, resolved, lastRun } = await listDifferences(contextOf(who), who);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card>
        <CardHeader className="flex flex-wrap items-start justify-between gap-3">
          <div className="grid gap-1">
            <CardTitle>Differences</CardTitle>
            <CardDescription>
              {lastRun === null ? (
                "Deposits were not compared with the processors' records yet."
              ) : (
                <>
                  Compared <Time at={toIso(lastRun.at)} />: {lastRun.checked} checked, {lastRun.repaired} repaired.
                </>
              )}
            </CardDescription>
          </div>
          <ReconcileButton />
        </CardHeader>
        {open.length === 0 ? (
          <EmptyState icon={Scale} title={lastRun === null ? "Not compared yet" : "Everything agrees"}>
            Callbacks that were lost, deposits that are stuck and amounts that differ are found by comparing.
          </EmptyState>
        ) : (
          <DifferenceTable label="Open differences" differences={open} />
        )}
      </Card>
      {resolved.length === 0 ? null : (
        <Card>
          <CardHeader>
            <CardTitle>Gone in the last 30 days</CardTitle>
          </CardHeader>
          <DifferenceTable label="Differences that are gone" differences={resolved} />
        </Card>
      )}
    </div>
  );
}
