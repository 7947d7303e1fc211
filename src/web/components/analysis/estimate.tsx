import type { RunEstimates } from "#src/contract/jobs/usage.ts";
import { sumUsd, timesUsd, usdText } from "#src/contract/accounts/money.ts";
import { counted } from "#src/core/text/number-text.ts";
import { durationText } from "./run-text.tsx";

export interface Estimate {
  /** `null`: nothing is known of the models before they are named. */
  readonly estimates: RunEstimates | null;
  readonly reasoner: string;
  readonly analysts: number;
  readonly rounds: number;
  /** How often the debate is made, one after the other. */
  readonly runs: number;
  /** Argued about once, after the last repetition. */
  readonly holdings: boolean;
}

/** Cost and time of the run that is put together; `null` where nothing is known. */
function amountsOf({ estimates, analysts, rounds, runs, holdings }: Estimate) {
  const shape = estimates?.shapes.find((one) => one.analysts === analysts && one.rounds === rounds);
  if (estimates === null || shape === undefined) return null;
  const rules = estimates.basis === "rules";
  const more = holdings ? estimates.holdings : { calls: 0, costUsd: "0", seconds: 0 };
  const costUsd =
    shape.costUsd === null || more.costUsd === null ? null : sumUsd([timesUsd(shape.costUsd, runs), more.costUsd]);
  const seconds = shape.seconds === null || more.seconds === null ? null : shape.seconds * runs + more.seconds;
  return {
    cost: rules ? "free" : costUsd === null ? "price unknown" : `about ${usdText(costUsd)}`,
    time: seconds === null ? "time unknown" : timeText(seconds, rules && estimates.runs === 0),
    calls: shape.calls * runs + more.calls,
  };
}

export function takesText(estimate: Estimate): string {
  if (estimate.analysts === 0) return "Choose at least one analyst.";
  const amounts = amountsOf(estimate);
  if (amounts === null) return "No estimate is available for these models.";
  const { cost, time } = amounts;
  return `${cost.charAt(0).toUpperCase()}${cost.slice(1)}, ${time}.`;
}

/** Behind a choice: what the run takes with it. */
export function effectText(estimate: Estimate): string {
  const amounts = amountsOf(estimate);
  return amounts === null ? "" : `: ${amounts.cost}, ${amounts.time}`;
}

function timeText(seconds: number, unmeasured: boolean): string {
  if (unmeasured || seconds < 5) return "a few seconds";
  return `about ${durationText(seconds < 60 ? Math.ceil(seconds / 5) * 5000 : Math.ceil(seconds / 30) * 30_000)}`;
}

const bases = {
  rules: () => "The rules engine works from the same evidence. It uses no language model, so runs are free.",
  measured: (runs: number) => `Based on the last ${counted(runs, "run")} on this server with the same models.`,
  table: () =>
    "Based on list prices and typical call lengths. This server has not run these models often enough to measure.",
} as const satisfies Record<RunEstimates["basis"], (runs: number) => string>;

/** What the estimate rests on. */
export function Basis(estimate: Estimate) {
  const { estimates, runs } = estimate;
  const amounts = amountsOf(estimate);
  if (estimates === null || amounts === null) return null;
  const { basis, limitUsd } = estimates;
  return (
    <p className="border-t pt-4 text-xs text-muted">
      {basis === "rules" ? "" : `${basis === "table" ? "Up to" : "About"} ${amounts.calls} model calls. `}
      {bases[basis](estimates.runs)}
      {limitUsd === null
        ? ""
        : ` The limit is ${usdText(timesUsd(limitUsd, runs))}: a call that could exceed it is not made, and everything said until then stays readable.`}
    </p>
  );
}
