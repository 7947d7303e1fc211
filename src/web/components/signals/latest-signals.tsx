import Link from "next/link";
import type { SignalDetail } from "#src/contract/signals.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { SignalRating } from "./signal-rating.tsx";

/** On the dashboard, when there are any. */
export function LatestSignals({ signals }: { signals: readonly SignalDetail[] }) {
  return (
    <Card>
      <CardHeader className="flex items-center justify-between">
        <CardTitle>Latest signals</CardTitle>
        <Button asChild variant="link" size="sm">
          <Link href="/signals">All signals</Link>
        </Button>
      </CardHeader>
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
    </Card>
  );
}
