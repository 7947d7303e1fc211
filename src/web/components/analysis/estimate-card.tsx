import type { RunEstimates } from "#src/contract/estimate.ts";
import { usdText } from "#src/contract/usd.ts";
import { Card, CardContent, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { durationText } from "./duration.ts";

interface Props {
  readonly estimates: RunEstimates;
  readonly reasoner: string;
  readonly analysts: number;
  readonly rounds: number;
}

/** What the run that is being put together would take. */
export function EstimateCard({ estimates, reasoner, analysts, rounds }: Props) {
  const { basis, runs, limitUsd, shapes } = estimates;
  const shape = shapes.find((one) => one.analysts === analysts && one.rounds === rounds);
  const rules = basis === "rules";
  const facts =
    shape === undefined
      ? []
      : [
          {
            label: "Cost",
            value: rules ? "nothing" : shape.costUsd === null ? "price not known" : `about ${usdText(shape.costUsd)}`,
          },
          { label: "Time", value: shape.seconds === null ? "not known" : timeText(shape.seconds, rules && runs === 0) },
          {
            label: rules ? "Statements" : "Model calls",
            value: `${basis === "table" ? "up to " : "about "}${shape.calls}`,
          },
          ...(limitUsd === null ? [] : [{ label: "Never more than", value: usdText(limitUsd) }]),
        ];
  return (
    <Card aria-live="polite">
      <CardHeader>
        <CardTitle>Estimate</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        {facts.length === 0 ? <p className="text-sm text-muted">Choose at least one analyst.</p> : null}
        <dl className="grid gap-2 text-sm">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="grid gap-2 border-t pt-4 text-xs text-muted">
          <p>Argued by {reasoner}.</p>
          <p>{bases[basis](runs)}</p>
          {limitUsd === null ? null : (
            <p>
              The limit holds: the call that could cross it is not made, and what was said until then stays readable.
            </p>
          )}
        </div>
      </CardContent>
    </Card>
  );
}

const bases = {
  rules: () => "A rules engine works from the same evidence. It asks no language model, so a run costs nothing.",
  measured: (runs: number) => `Measured on the last ${runs} runs of this server with the same models.`,
  table: () =>
    "From the price list and the usual length of a call: this server has not run these models often enough to measure.",
} as const satisfies Record<RunEstimates["basis"], (runs: number) => string>;

function timeText(seconds: number, unmeasured: boolean): string {
  if (unmeasured || seconds < 5) return "a few seconds";
  return `about ${durationText(seconds < 60 ? Math.ceil(seconds / 5) * 5000 : Math.ceil(seconds / 30) * 30_000)}`;
}
