import type { AttributionJob } from "#src/contract/attribution.ts";
import { usdText } from "#src/contract/usd.ts";
import { countText } from "#src/platform/number-text.ts";
import { RefreshWhile } from "#src/web/components/analysis/refresh-while.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { Progress } from "#src/web/components/ui/progress.tsx";
import { CancelAttributionButton } from "./cancel-attribution-button.tsx";

const everyMs = 2000;

/** How far along a measurement is; the page asks anew by itself. */
export function AttributionProgress({ id, job }: { readonly id: string; readonly job: AttributionJob }) {
  const { status, planned, done, spent_usd: spent, budget_usd: budget } = job;
  const running = status === "running";
  const total = planned.changes.length;
  return (
    <Card>
      <RefreshWhile active everyMs={everyMs} />
      <CardHeader className="flex items-center justify-between gap-4">
        <CardTitle>Measuring what the rating rests on</CardTitle>
        <CancelAttributionButton id={id} />
      </CardHeader>
      <CardContent className="grid gap-4">
        <Progress label="Changes tried" value={running ? done : null} max={total} />
        <output className="text-sm font-medium tabular-nums">
          {running ? `Changes tried: ${countText(done)} of ${countText(total)}` : "Queued"}
        </output>
        {budget === null ? null : (
          <p className="text-sm tabular-nums">
            Spent: {usdText(spent)} of {usdText(budget)}
          </p>
        )}
        <p className="text-xs text-muted">You can leave this page. The measurement continues.</p>
      </CardContent>
    </Card>
  );
}
