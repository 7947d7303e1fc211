import type { Backtest } from "#src/contract/backtests.ts";
import { usdText } from "#src/contract/usd.ts";
import type { Instant } from "#src/platform/clock.ts";
import { countText } from "#src/platform/number-text.ts";
import { durationText } from "#src/web/components/analysis/duration.ts";
import { RefreshWhile } from "#src/web/components/analysis/refresh-while.tsx";
import { Card, CardContent } from "#src/web/components/ui/card.tsx";
import { Progress } from "#src/web/components/ui/progress.tsx";

const everyMs = 1000;

/** How far along a backtest is; the page asks anew by itself. */
export function ProgressCard({ backtest, now }: { backtest: Backtest; now: Instant }) {
  const { state, asked, done, total, started_at: startedAt } = backtest;
  const running = state === "running";
  const paused = state === "paused";
  return (
    <Card>
      <RefreshWhile active={!paused} everyMs={everyMs} />
      <CardContent className="grid gap-4">
        <Progress label="Decisions made" value={(running || paused) && total !== null ? done : null} max={total ?? 1} />
        <output className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm tabular-nums">
          <span className="font-medium">
            {running || paused
              ? `Decisions made: ${countText(done)} of ${total === null ? "–" : countText(total)}`
              : "Queued"}
          </span>
          <span className="text-muted">{running ? leftText(backtest, now) : null}</span>
        </output>
        {asked.models === undefined ? null : <Cost backtest={backtest} budgetUsd={asked.models.budget_usd} />}
        <p className="text-xs text-muted">
          {paused
            ? "Paused. Nothing is asked or spent until you resume. Calls that were in progress finish and count."
            : running
              ? "You can leave this page. The backtest continues."
              : asked.models === undefined
                ? "Backtests run one at a time and do not slow down analyses."
                : "It starts as soon as a worker is free."}
          {startedAt === null || paused ? "" : ` Running for ${durationText(now - Date.parse(startedAt))}.`}
        </p>
      </CardContent>
    </Card>
  );
}

interface CostProps {
  readonly backtest: Pick<Backtest, "spent_usd" | "held_usd">;
  readonly budgetUsd: string;
}

function Cost({ backtest: { spent_usd: spent, held_usd: held }, budgetUsd }: CostProps) {
  return (
    <p className="text-sm tabular-nums">
      <span className="font-medium">
        Spent: {usdText(spent)} of {usdText(budgetUsd)}
      </span>
      {Number(held) === 0 ? null : (
        <span className="text-muted"> · up to {usdText(held)} held for calls in progress</span>
      )}
    </p>
  );
}

function leftText({ asked, done, total, started_at: startedAt }: Backtest, now: Instant): string {
  if (total === null || startedAt === null) return "Opening the archives";
  if (done === 0) return asked.models === undefined ? "Opening the archives" : "Asking the models";
  if (done >= total) return "Calculating baselines and intervals";
  return `about ${durationText(((now - Date.parse(startedAt)) / done) * (total - done))} left`;
}
