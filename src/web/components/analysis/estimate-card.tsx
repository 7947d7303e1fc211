import type { RunEstimates } from "#src/contract/estimate.ts";
import { timesUsd, usdText } from "#src/contract/usd.ts";
import { counted } from "#src/platform/number-text.ts";
import { Card, CardContent, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { durationText } from "./duration.ts";

interface Props {
  /** `null`: nothing is known of the models before they are named. */
  readonly estimates: RunEstimates | null;
  readonly reasoner: string;
  readonly analysts: number;
  readonly rounds: number;
  /** How often the debate is made, one after the other. */
  readonly repetitions: number;
}

/** What the run that is being put together would take. */
export function EstimateCard({ estimates, reasoner, analysts, rounds, repetitions }: Props) {
  const { basis, runs, limitUsd, shapes } = estimates ?? unknown;
  const shape = shapes.find((one) => one.analysts === analysts && one.rounds === rounds);
  const rules = basis === "rules";
  const facts =
    shape === undefined
      ? []
      : [
          {
            label: "Cost",
            value: rules
              ? "Free"
              : shape.costUsd === null
                ? "Unknown price"
                : `About ${usdText(timesUsd(shape.costUsd, repetitions))}`,
          },
          {
            label: "Time",
            value: shape.seconds === null ? "Unknown" : timeText(shape.seconds * repetitions, rules && runs === 0),
          },
          {
            label: rules ? "Statements" : "Model calls",
            value: `${basis === "table" ? "Up to " : "About "}${shape.calls * repetitions}`,
          },
          ...(limitUsd === null ? [] : [{ label: "Limit", value: usdText(timesUsd(limitUsd, repetitions)) }]),
        ];
  return (
    <Card aria-live="polite">
      <CardHeader>
        <CardTitle>Estimate</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        {facts.length === 0 ? (
          <p className="text-sm text-muted">
            {estimates === null ? "No estimate is available for these models." : "Choose at least one analyst."}
          </p>
        ) : null}
        <dl className="grid gap-2 text-sm">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="grid gap-2 border-t pt-4 text-xs text-muted">
          <p>Reasoner: {reasoner}.</p>
          {repetitions === 1 ? null : <p>For all {repetitions} runs, which are made one after the other.</p>}
          <p>{bases[basis](runs)}</p>
          {limitUsd === null ? null : (
            <p>
              The limit is enforced: a call that could exceed it is not made. You can still read everything said up to
              that point.
            </p>
          )}
        </div>
      </CardContent>
    </Card>
  );
}

const unknown: RunEstimates = { basis: "table", runs: 0, limitUsd: null, shapes: [] };

const bases = {
  rules: () => "The rules engine works from the same evidence. It uses no language model, so runs are free.",
  measured: (runs: number) => `Based on the last ${counted(runs, "run")} on this server with the same models.`,
  table: () =>
    "Based on list prices and typical call lengths. This server has not run these models often enough to measure.",
} as const satisfies Record<RunEstimates["basis"], (runs: number) => string>;

function timeText(seconds: number, unmeasured: boolean): string {
  if (unmeasured || seconds < 5) return "A few seconds";
  return `About ${durationText(seconds < 60 ? Math.ceil(seconds / 5) * 5000 : Math.ceil(seconds / 30) * 30_000)}`;
}
