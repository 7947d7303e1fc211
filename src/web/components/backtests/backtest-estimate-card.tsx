import type { BacktestEstimate } from "#src/contract/backtests.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { durationText } from "#src/web/components/analysis/duration.ts";

/** What the backtest that is being put together would take; `null` until that is known. */
export function BacktestEstimateCard({ estimate }: { estimate: Outcome<BacktestEstimate> | null }) {
  return (
    <div aria-live="polite" className="grid gap-3 rounded-md border bg-sunken p-4 text-sm">
      <p className="font-medium">Estimate</p>
      {estimate === null ? (
        <p className="text-muted">Reckoning …</p>
      ) : estimate.ok ? (
        <Known {...estimate.value} />
      ) : (
        <p className="text-muted">{estimate.message}</p>
      )}
      <p className="border-t pt-3 text-xs text-muted">
        Decided by <code>rules</code>, a rules engine and no language model. It costs nothing.
      </p>
    </div>
  );
}

function Known({ decisions, most, seconds, notes }: BacktestEstimate) {
  const facts = [
    { label: "Decisions", value: decisions.toLocaleString("en-US") },
    { label: "Your plan's limit", value: most.toLocaleString("en-US") },
    { label: "Time", value: seconds < 5 ? "a few seconds" : `about ${durationText(seconds * 1000)}` },
  ];
  return (
    <>
      <dl className="grid gap-1.5">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {decisions > most ? (
        <p className="text-xs text-negative">
          More than the plan allows in one: take fewer symbols, a shorter time or more sessions in between.
        </p>
      ) : null}
      {notes.length === 0 ? null : (
        <ul className="grid gap-1 text-xs text-muted">
          {notes.slice(0, 4).map((note) => (
            <li key={note}>{note}</li>
          ))}
          {notes.length > 4 ? <li>And {notes.length - 4} more notes of this kind.</li> : null}
        </ul>
      )}
    </>
  );
}
