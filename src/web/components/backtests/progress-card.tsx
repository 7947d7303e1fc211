import type { Backtest } from "#src/contract/backtests.ts";
import type { Instant } from "#src/platform/clock.ts";
import { durationText } from "#src/web/components/analysis/duration.ts";
import { RefreshWhile } from "#src/web/components/analysis/refresh-while.tsx";
import { Card, CardContent } from "#src/web/components/ui/card.tsx";
import { Progress } from "#src/web/components/ui/progress.tsx";

const everyMs = 1000;

/** How far along a backtest is; the page asks anew by itself. */
export function ProgressCard({ backtest, now }: { backtest: Backtest; now: Instant }) {
  const { state, done, total, started_at: startedAt } = backtest;
  const running = state === "running";
  return (
    <Card>
      <RefreshWhile active everyMs={everyMs} />
      <CardContent className="grid gap-4">
        <Progress label="Decisions made" value={running && total !== null ? done : null} max={total ?? 1} />
        <output className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm tabular-nums">
          <span className="font-medium">
            {running ? `${done} of ${total ?? "–"} decisions` : "Waiting for its turn"}
          </span>
          <span className="text-muted">{running ? leftText(backtest, now) : null}</span>
        </output>
        <p className="text-xs text-muted">
          {running
            ? "You may leave this page: it goes on by itself."
            : "One backtest is made at a time, beside the analyses and never in their way."}
          {startedAt === null ? "" : ` Under way for ${durationText(now - Date.parse(startedAt))}.`}
        </p>
      </CardContent>
    </Card>
  );
}

function leftText({ done, total, started_at: startedAt }: Backtest, now: Instant): string {
  if (total === null || startedAt === null || done === 0) return "Opening the archives";
  if (done >= total) return "Working out baselines and intervals";
  return `about ${durationText(((now - Date.parse(startedAt)) / done) * (total - done))} left`;
}
