import { mostDecisionRuns } from "#src/contract/backtest.ts";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Switch } from "#src/web/components/ui/switch.tsx";

interface Props {
  readonly budget: string;
  readonly runs: string;
  readonly singleCall: boolean;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: () => void;
}

/** What is chosen where models decide. */
export function ModelFields({ budget, runs, singleCall, errorOf, onChange }: Props) {
  return (
    <>
      <Field
        label="Budget"
        hint="In US dollars. Before each call, the most it can cost is held. The backtest stops before it exceeds the budget."
        error={errorOf("budget")}
      >
        <Input
          name="budget"
          required
          defaultValue={budget}
          inputMode="decimal"
          autoComplete="off"
          className="max-w-52 tabular-nums"
        />
      </Field>
      <Field
        label="Runs per decision"
        hint="Repeats each debate with other seeds and takes the rating that most runs agree on, or REVIEW. Each run costs the same again."
        error={errorOf("runs")}
      >
        <Input
          type="number"
          name="runs"
          required
          defaultValue={runs}
          step={1}
          min={1}
          max={mostDecisionRuns}
          inputMode="numeric"
          className="max-w-52 tabular-nums"
        />
      </Field>
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
