import Link from "next/link";
import type { ListRun } from "#src/contract/signals/signals.ts";
import { counted } from "#src/core/text/number-text.ts";
import { Badge, type Tone } from "#src/web/components/ui/elements.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

const states = {
  waiting: { text: "Waiting", tone: "neutral" },
  running: { text: "Running", tone: "info" },
  signal: { text: "Signal", tone: "positive" },
  review: { text: "REVIEW", tone: "review" },
  failed: { text: "Failed", tone: "negative" },
  skipped: { text: "Skipped", tone: "warning" },
} as const satisfies Record<ListRun["state"], { text: string; tone: Tone }>;

/** What became of a list's last runs; of those that came to no signal, why. */
export function LastRuns({ runs, list }: { runs: readonly ListRun[]; list: string }) {
  return (
    <details className="w-full text-sm">
      <summary className="w-fit cursor-pointer text-xs text-muted underline-offset-4 hover:underline">
        Last runs
        <span className="sr-only">
          {" "}
          of <bdi>{list}</bdi>
        </span>
        : {summaryOf(runs)}
      </summary>
      {runs.length === 0 ? null : (
        <div className="mt-2 max-h-96 overflow-y-auto rounded-md border">
          <Table aria-label={`Last runs of ${list}`}>
            <THead>
              <TR>
                <TH>As of</TH>
                <TH>Symbol</TH>
                <TH>Status</TH>
                <TH>Reason</TH>
              </TR>
            </THead>
            <TBody>
              {runs.map((run) => (
                <TR key={`${run.session} ${run.symbol}`}>
                  <TD className="whitespace-nowrap tabular-nums">{run.session}</TD>
                  <TD>
                    {run.signal_id === null ? (
                      run.symbol
                    ) : (
                      <Link href={`/signals/${run.signal_id}`} className="underline underline-offset-4">
                        {run.symbol}
                      </Link>
                    )}
                  </TD>
                  <TD>
                    <Badge tone={states[run.state].tone}>{states[run.state].text}</Badge>
                  </TD>
                  <TD className="min-w-48 wrap-anywhere text-muted">{run.reason}</TD>
                </TR>
              ))}
            </TBody>
          </Table>
        </div>
      )}
    </details>
  );
}

/** `3 signals, 1 skipped`, so that what went wrong is seen without opening. */
function summaryOf(runs: readonly ListRun[]): string {
  if (runs.length === 0) return "none yet";
  const counts = Map.groupBy(runs, ({ state }) => state);
  return [...counts]
    .map(([state, { length }]) =>
      state === "signal" ? counted(length, "signal") : `${length} ${state === "review" ? "REVIEW" : state}`,
    )
    .join(", ");
}
