import { mostDecisionRuns } from "#src/contract/backtest.ts";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { Switch } from "#src/web/components/ui/boxes.tsx";

interface Props {
  readonly budget: string;
  readonly runs: string;
  readonly singleCall: boolean;
  readonly onChange: () => void;
}

/** What is chosen where models decide. */
export function ModelFields({ budget, runs, singleCall, onChange }: Props) {
  return (
    <>
      <TextField
        label="Budget"
        hint="In US dollars. Before each call, the most it can cost is held. The backtest stops before it exceeds the budget."
        name="budget"
        required
        defaultValue={budget}
        inputMode="decimal"
        autoComplete="off"
        inputClassName="max-w-52 tabular-nums"
      />
      <TextField
        label="Runs per decision"
        hint="Repeats each debate with other seeds and takes the rating that most runs agree on, or REVIEW. Each run costs the same again."
        type="number"
        name="runs"
        required
        defaultValue={runs}
        step={1}
        min={1}
        max={mostDecisionRuns}
        inputMode="numeric"
        inputClassName="max-w-52 tabular-nums"
      />
      <Switch
        name="single_call"
        defaultChecked={singleCall}
        onCheckedChange={onChange}
        label="Compare with a single call"
        hint="Asks your managers' model once more per decision, on the same evidence and without a debate, to show what the debate adds."
      />
    </>
  );
}
