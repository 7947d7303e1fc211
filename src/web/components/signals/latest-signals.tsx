import { Activity } from "lucide-react";
import Link from "next/link";
import { plans } from "#src/contract/plans.ts";
import type { SignalDetail } from "#src/contract/signals.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { SignalRating } from "./signal-rating.tsx";

/** On the dashboard. @param signals `null`: the plan has none */
export function LatestSignals({ signals }: { signals: readonly SignalDetail[] | null }) {
  return (
    <Card>
      <CardHeader className="flex items-center justify-between">
        <CardTitle>Latest signals</CardTitle>
        <Button asChild variant="link" size="sm">
          <Link href="/signals">{signals === null ? "Learn more" : "All signals"}</Link>
        </Button>
      </CardHeader>
      {signals === null ? (
        <EmptyState
          icon={Activity}
          title="Not included in your plan"
          className="border-t py-8"
          action={
            <Button asChild variant="secondary" size="sm">
              <Link href="/billing">View {plans.signals.name}</Link>
            </Button>
          }
        >
          Live signals are included in {plans.signals.name} and {plans.elite.name}.
        </EmptyState>
      ) : signals.length === 0 ? (
        <EmptyState icon={Activity} title="No signals yet" className="border-t py-8">
          The house list runs after each close. A run without an opinion (REVIEW) publishes no signal.
        </EmptyState>
      ) : (
        <ul className="border-t">
          {signals.map(({ signal }) => (
            <li key={signal.id} className="border-b last:border-b-0">
              <Link
                href={`/signals/${signal.id}`}
                className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-5 py-3 -outline-offset-2 hover:bg-sunken"
              >
                <span className="font-medium">{signal.symbol}</span>
                <SignalRating signal={signal} />
                <Time at={signal.published_at} className="w-full text-xs text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
