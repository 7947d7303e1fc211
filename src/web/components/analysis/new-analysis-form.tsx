"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Analyst, mostRuns, type AssetType } from "#src/contract/jobs/analysis.ts";
import type { RunEstimates } from "#src/contract/jobs/usage.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { Suggestion } from "#src/web/suggestions.ts";
import type { CustomerProvider } from "#src/contract/jobs/model-keys.ts";
import { startAnalysis } from "#src/web/actions/analyses.ts";
import { FailureAlert, Form } from "#src/web/components/ui/form.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { Button } from "#src/web/components/ui/elements.tsx";
import { Card } from "#src/web/components/ui/page-parts.tsx";
import { AreaField, Field, Select, TextField, type Option, LanguageField } from "#src/web/components/ui/fields.tsx";
import { ownAsked, type OwnModelOption, OwnModelFields } from "#src/web/components/ui/own-model-fields.tsx";
import { Basis, effectText, takesText, type Estimate } from "./estimate.tsx";
import { SubjectFields } from "./subject-fields.tsx";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

export interface FormStart {
  readonly ticker: string;
  readonly tradeDate: string;
  readonly assetType: AssetType;
  readonly analysts: readonly Analyst[];
  readonly rounds: number;
  readonly language: string;
  /** With settings of an earlier run, which are to be seen. */
  readonly isRepeat: boolean;
}

interface Props {
  readonly instruments: readonly Suggestion[];
  /** Symbols beyond the list can be asked for. */
  readonly online: boolean;
  readonly reasoner: string;
  readonly estimates: RunEstimates;
  /** The same on each key of one's own, with its provider's default models. */
  readonly own: readonly (OwnModelOption & { readonly reasoner: string; readonly estimates: RunEstimates | null })[];
  readonly start: FormStart;
  readonly languages: readonly Option[];
  /** The last session that is over, where nothing else is known of a symbol. */
  readonly lastSession: Readonly<Record<AssetType, string>>;
  readonly quota: { readonly submitted: number; readonly limit: number };
  readonly once: string;
}

const everyAnalyst: readonly { readonly name: Analyst; readonly label: string; readonly hint: string }[] = [
  { name: "market", label: "Market", hint: "Prices, trend, volatility, levels" },
  { name: "fundamentals", label: "Fundamentals", hint: "Filings as first filed; for a coin, market structure" },
  { name: "news", label: "News", hint: "Dated items up to the as-of date" },
  { name: "social", label: "Social", hint: "Dated posts and their tone" },
];

/** Whose faults stand beside them. */
const fieldNames = [
  "ticker",
  "trade_date",
  "analysts",
  "max_debate_rounds",
  "runs",
  "own_model",
  "language",
  "holdings",
];
const optionNames = fieldNames.slice(2);

export function NewAnalysisForm(props: Props) {
  const { instruments, online, reasoner, estimates, own, start, languages, lastSession, quota, once } = props;
  const router = useRouter();
  const { pending, form, errorOf, errorBeside, typed, ticked } = useActionForm(startAnalysis, (id) =>
    router.push(`/analyses/${id}`),
  );
  const [chosen, setChosen] = useState<readonly Analyst[]>(
    Analyst.array().safeParse(ticked("analysts")).data ?? start.analysts,
  );
  const [rounds, setRounds] = useState(Number(typed("max_debate_rounds") ?? start.rounds));
  const [runs, setRuns] = useState(Number(typed("runs") ?? 1));
  const asked = ownAsked(typed);
  const [provider, setProvider] = useState(asked?.llm_provider ?? null);
  const onOwn = own.find((one) => one.provider === provider) ?? { reasoner, estimates };
  const [holdings, setHoldings] = useState((typed("holdings") ?? "").trim() !== "");
  const estimate: Estimate = { ...onOwn, analysts: chosen.length, rounds, runs, holdings };
  const spent = quota.submitted >= quota.limit;
  return (
    <Form to={form} className="max-w-3xl">
      <input type="hidden" name="once" value={once} />
      <Card inner="grid gap-5">
        <FailureAlert failure={errorBeside(fieldNames)} title="The analysis could not be started" />
        <SubjectFields
          first
          instruments={instruments}
          online={online}
          lastSession={lastSession}
          start={start}
          typed={typed}
          errorOf={errorOf}
        >
          <Button type="submit" pending={pending} disabled={spent || chosen.length === 0} className="sm:mt-7">
            Start analysis
          </Button>
        </SubjectFields>
        <p aria-live="polite" className="text-sm">
          <span className="font-medium">{takesText(estimate)}</span>
          <span className="text-muted">
            {" "}
            {quota.submitted} of {quota.limit} analyses used this month (UTC).
            {spent ? " Upgrade your plan, or wait until next month." : ""}
          </span>
        </p>
        <Options
          {...{ estimate, typed, ticked, errorOf, start, languages, own, reasoner }}
          analysts={chosen}
          chooseAnalysts={setChosen}
          chooseRounds={setRounds}
          chooseRuns={setRuns}
          chooseProvider={setProvider}
          giveHoldings={setHoldings}
        />
      </Card>
    </Form>
  );
}

interface OptionsProps extends Pick<Props, "start" | "languages" | "own" | "reasoner"> {
  readonly estimate: Estimate;
  readonly typed: (name: string) => string | undefined;
  readonly ticked: (name: string) => readonly string[] | undefined;
  readonly errorOf: (name: string) => string | undefined;
  readonly analysts: readonly Analyst[];
  readonly chooseAnalysts: (chosen: readonly Analyst[]) => void;
  readonly chooseRounds: (rounds: number) => void;
  readonly chooseRuns: (runs: number) => void;
  readonly chooseProvider: (provider: CustomerProvider | null) => void;
  readonly giveHoldings: (given: boolean) => void;
}

/** Everything that has a usual value, each with what it does to time and cost. */
function Options(props: OptionsProps) {
  const { estimate, typed, ticked, errorOf, start, languages, own, reasoner, analysts: chosen } = props;
  const { chooseAnalysts, chooseRounds, chooseRuns, chooseProvider } = props;
  const { rounds, runs } = estimate;
  return (
    <details
      className="group border-t pt-4"
      open={optionNames.some((name) => errorOf(name) !== undefined) || start.isRepeat}
    >
      <summary className="cursor-pointer text-sm">
        <span className="font-medium">Options</span>{" "}
        <span className="text-muted group-open:hidden">
          {counted(chosen.length, "analyst")}, {counted(rounds, "round")}, {counted(runs, "run")}, {estimate.reasoner}
        </span>
      </summary>
      <div className="mt-5 grid gap-6">
        <AnalystChoice chosen={chosen} error={errorOf("analysts")} estimate={estimate} onChange={chooseAnalysts} />
        <div className="grid gap-6 sm:grid-cols-2">
          <Field
            label="Depth"
            hint="Rounds of bull versus bear. In the first, neither sees the other's case; in later ones they answer each other."
            error={errorOf("max_debate_rounds")}
          >
            <Select
              name="max_debate_rounds"
              value={String(rounds)}
              onChange={({ target }) => chooseRounds(Number(target.value))}
              options={upTo(10).map((count) => ({
                value: String(count),
                label: `${counted(count, "round")}${effectText({ ...estimate, rounds: count, runs: 1 })}`,
              }))}
            />
          </Field>
          <Field
            label="Runs"
            hint="Repeats the debate with other seeds. The rating is the one most runs agree on, or REVIEW. Each run counts as one analysis."
            error={errorOf("runs")}
          >
            <Select
              name="runs"
              value={String(runs)}
              onChange={({ target }) => chooseRuns(Number(target.value))}
              options={upTo(mostRuns).map((count) => ({
                value: String(count),
                label: `${counted(count, "run")}${effectText({ ...estimate, runs: count })}`,
              }))}
            />
          </Field>
          <LanguageField
            start={typed("language") ?? start.language}
            languages={languages}
            error={errorOf("language")}
          />
          <Checkbox
            name="allow_short"
            defaultChecked={ticked("allow_short")?.includes("on") ?? false}
            label="Allow a short position"
            hint="A Sell may then open a short position. Otherwise it means to hold none. No effect on time or cost."
            className="sm:mt-7"
          />
        </div>
        <HoldingsFields typed={typed} error={errorOf("holdings")} give={props.giveHoldings} />
        <OwnModelFields
          options={own}
          usual={`This service: ${reasoner}`}
          start={ownAsked(typed)}
          error={errorOf("own_model")}
          onProvider={chooseProvider}
        />
        <Basis {...estimate} />
      </div>
    </details>
  );
}

/** Lines or JSON; nothing typed is not given. */
function HoldingsFields({
  typed,
  error,
  give,
}: Pick<OptionsProps, "typed"> & {
  readonly error: string | undefined;
  readonly give: OptionsProps["giveHoldings"];
}) {
  return (
    <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <AreaField
        label="Your holdings"
        hint="One position a line: symbol, quantity and what it cost, such as AAPL 120 18400. Add a line for cash, such as cash 5000. The rating does not depend on them. Only you see what it means for them. Adds five calls."
        error={error}
        name="holdings"
        rows={3}
        spellCheck={false}
        defaultValue={typed("holdings") ?? ""}
        onChange={({ target }) => give(target.value.trim() !== "")}
      />
      <TextField
        label="Currency"
        name="holdings_currency"
        maxLength={3}
        defaultValue={typed("holdings_currency") ?? "USD"}
      />
    </div>
  );
}

const upTo = (most: number): number[] => Array.from({ length: most }, (_one, index) => index + 1);

interface AnalystChoiceProps {
  readonly chosen: readonly Analyst[];
  readonly error: string | undefined;
  readonly estimate: Estimate;
  readonly onChange: (chosen: readonly Analyst[]) => void;
}

function AnalystChoice({ chosen, error, estimate, onChange }: AnalystChoiceProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-medium">Analysts</legend>
      <p className="mb-1 text-xs text-muted">
        {everyAnalyst
          .map((_analyst, index) => `${index + 1}${effectText({ ...estimate, analysts: index + 1 })}`)
          .join(" · ")}
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {everyAnalyst.map((analyst) => (
          <Checkbox
            key={analyst.name}
            name="analysts"
            value={analyst.name}
            label={analyst.label}
            hint={analyst.hint}
            checked={chosen.includes(analyst.name)}
            onCheckedChange={(on) =>
              onChange(on ? [...chosen, analyst.name] : chosen.filter((one) => one !== analyst.name))
            }
          />
        ))}
      </div>
      {error === undefined ? null : (
        <p role="alert" className="text-xs text-negative">
          {error}
        </p>
      )}
    </fieldset>
  );
}
