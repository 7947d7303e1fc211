import type { BacktestEstimate, ModelEstimate, TrainingPeriod } from "#src/contract/backtests/backtests.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { memoryFound } from "#src/contract/backtests/knowledge-cutoff.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import type { Outcome, Refusal } from "#src/web/actions/outcome.ts";
import { durationText } from "#src/web/components/analysis/run-text.tsx";
import { FailureAlert } from "#src/web/components/ui/form.tsx";

interface Props {
  /** `null` until it is known. */
  readonly estimate: Outcome<BacktestEstimate> | null;
  readonly ask: () => void;
}

/** What the backtest that is being put together would take. */
export function BacktestEstimateCard({ estimate, ask }: Props) {
  const models = estimate?.ok === true ? estimate.value.models : null;
  return (
    <div aria-live="polite" className="grid gap-3 rounded-md border bg-sunken p-4 text-sm">
      <p className="font-medium">Estimate</p>
      {estimate === null ? (
        <p className="text-muted">Calculating…</p>
      ) : estimate.ok ? (
        <Known {...estimate.value} />
      ) : (
        <Unknown refusal={estimate} ask={ask} />
      )}
      <p className="border-t pt-3 text-xs text-muted">
        {models === null ? (
          <>Uses the rules engine, without a language model. It is free.</>
        ) : models.costUsd === null ? (
          "The price of these models is not known. We count each call at the highest list price we know, so the budget still holds."
        ) : (
          "A rough estimate at list prices. Your provider bills you. The budget is the limit."
        )}
      </p>
    </div>
  );
}

/** What is not filled in yet is no fault, and needs no button. */
function Unknown({ refusal, ask }: { refusal: Refusal; ask: () => void }) {
  const { message, remedy } = refusal;
  if (remedy === undefined) return <p className="text-muted">{message}</p>;
  return <FailureAlert failure={{ message, remedy, retry: ask }} title="No estimate available" />;
}

function modelFacts({ deep, quick, runs, calls, costUsd, singleCalls }: ModelEstimate) {
  return [
    { label: "Models", value: deep === quick ? deep : `${deep}, ${quick}` },
    ...(runs === 1 ? [] : [{ label: "Runs per decision", value: countText(runs) }]),
    { label: "Model calls", value: `About ${countText(calls)}` },
    { label: "Cost", value: costText(costUsd) },
    ...(singleCalls === null ? [] : [{ label: "Single calls, included", value: costText(singleCalls.costUsd) }]),
  ];
}

/** Before it is started: what lies in the models' training period. */
function Training({ cutoff, measured }: TrainingPeriod) {
  return (
    <div className="grid gap-1 text-xs text-warning">
      <p>
        {cutoff === null
          ? "The knowledge cut-off of these models is unknown here. Their ratings may be memory."
          : `These models have learned what happened up to ${cutoff}. Ratings until then may be memory.`}
      </p>
      {measured.map((one) => (
        <p key={one.period}>
          Measured on {counted(one.sessions, "date")} of {one.period}: {memoryFound(one)}.
        </p>
      ))}
    </div>
  );
}

function costText(usd: Usd | null): string {
  return usd === null ? "Unknown price" : `About ${usdText(usd)}`;
}

function Known({ decisions, most, seconds, notes, models }: BacktestEstimate) {
  const facts = [
    { label: "Decisions", value: countText(decisions) },
    { label: "Your plan's limit", value: countText(most) },
    { label: "Time", value: seconds < 5 ? "A few seconds" : `About ${durationText(seconds * 1000)}` },
    ...(models === null ? [] : modelFacts(models)),
  ];
  return (
    <>
      <dl className="grid gap-1.5">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right font-medium wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {decisions > most ? (
        <p className="text-xs text-negative">
          This exceeds your plan's limit. Choose fewer symbols, a shorter period or more sessions between decisions.
        </p>
      ) : null}
      {models?.exceedsBudget === true ? (
        <p className="text-xs text-warning">
          The budget may not cover all decisions. If it runs out, you keep the result so far.
        </p>
      ) : null}
      {models?.training.mayRemember === true ? <Training {...models.training} /> : null}
      {notes.length === 0 ? null : (
        <ul className="grid gap-1 text-xs text-muted">
          {notes.slice(0, 4).map((note) => (
            <li key={note}>{note}</li>
          ))}
          {notes.length > 4 ? <li>And {notes.length - 4} more.</li> : null}
        </ul>
      )}
    </>
  );
}
