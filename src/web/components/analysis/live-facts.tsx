import type { Instant } from "#src/core/clock.ts";
import { countText } from "#src/core/number-text.ts";
import { usdText } from "#src/contract/usd.ts";
import type { ShapeEstimate } from "#src/contract/estimate.ts";
import { durationText } from "./duration.ts";
import { spent, type LiveRun } from "./live-run.ts";

interface Props {
  readonly run: LiveRun;
  /** `null` before the page is alive. */
  readonly now: Instant | null;
  readonly done: number;
  readonly statements: number;
  readonly budgetUsd: string | null;
  readonly expected: Pick<ShapeEstimate, "costUsd" | "seconds"> | null;
  readonly free: boolean;
}

/** How far a run is, how long it takes and what it costs, each beside what was expected. */
export function LiveFacts({ run, now, done, statements, budgetUsd, expected, free }: Props) {
  const cost = spent(run);
  const to = run.endedAt === null ? now : Date.parse(run.endedAt);
  const elapsed = to === null ? "…" : durationText(to - Date.parse(run.startedAt ?? run.createdAt));
  const tokens = run.turns.reduce((sum, turn) => sum + turn.tokens, 0);
  const seconds = expected?.seconds ?? null;
  const costUsd = expected?.costUsd ?? null;
  const facts = [
    { label: "Statements", value: String(done), note: `of ${statements}` },
    {
      label: run.startedAt === null ? "Waiting" : "Time",
      value: elapsed,
      note: seconds === null || free ? null : `of about ${durationText(Math.ceil(seconds / 5) * 5000)}`,
    },
    {
      label: "Spent so far",
      value: free && cost === "0" ? "$0 (rules)" : cost === null ? "Unknown price" : usdText(cost),
      note: free || costUsd === null ? null : `of about ${usdText(costUsd)}`,
    },
    ...(free || budgetUsd === null ? [] : [{ label: "Budget", value: usdText(budgetUsd), note: "at most" }]),
    ...(free ? [] : [{ label: "Tokens", value: countText(tokens), note: null }]),
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-5">
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          {/* Each on a line of its own, there or not: figures that grow move nothing. */}
          <dd className="tabular-nums">
            <span className="block truncate font-semibold">{value}</span>
            <span className="block min-h-[1lh] truncate text-xs text-muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
