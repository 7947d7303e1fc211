"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Analyst, mostRuns, type AssetType } from "#src/contract/analysis.ts";
import type { RunEstimates } from "#src/contract/estimate.ts";
import type { ListedInstrument } from "#src/contract/instruments.ts";
import { startAnalysis } from "#src/web/actions/analyses.ts";
import { FailureAlert } from "#src/web/components/ui/failure-alert.tsx";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent } from "#src/web/components/ui/card.tsx";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Select, type Option } from "#src/web/components/ui/select.tsx";
import { LanguageField } from "#src/web/components/ui/language-field.tsx";
import { ownAsked } from "#src/web/components/ui/own-asked.ts";
import { OwnModelFields } from "#src/web/components/ui/own-model-fields.tsx";
import type { OwnModelOption } from "#src/web/components/ui/own-model-option.ts";
import { EstimateCard } from "./estimate-card.tsx";
import { SubjectFields } from "./subject-fields.tsx";

export interface FormStart {
  readonly ticker: string;
  readonly tradeDate: string;
  readonly assetType: AssetType;
  readonly analysts: readonly Analyst[];
  readonly rounds: number;
  readonly language: string;
}

interface Props {
  readonly instruments: readonly ListedInstrument[];
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

const analysts: readonly { readonly name: Analyst; readonly label: string; readonly hint: string }[] = [
  { name: "market", label: "Market", hint: "Prices, trend, volatility, levels" },
  { name: "fundamentals", label: "Fundamentals", hint: "Filings as first filed; for a coin, market structure" },
  { name: "news", label: "News", hint: "Dated items up to the as-of date" },
  { name: "social", label: "Social", hint: "Dated posts and their tone" },
];

/** Whose faults stand beside them. */
const fieldNames = ["ticker", "trade_date", "analysts", "max_debate_rounds", "runs", "own_model", "language"];

const depths = Array.from({ length: 10 }, (_depth, index) => ({
  value: String(index + 1),
  label: index === 0 ? "1 round (openings only)" : `${index + 1} rounds`,
}));

const repetitions = Array.from({ length: mostRuns }, (_run, index) => ({
  value: String(index + 1),
  label: index === 0 ? "1 run" : `${index + 1} runs`,
}));

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
  const beside = errorBeside(fieldNames);
  const spent = quota.submitted >= quota.limit;
  return (
    <Form to={form} className="grid gap-6 lg:grid-cols-[1fr_18rem]">
      <input type="hidden" name="once" value={once} />
      <Card>
        <CardContent className="grid gap-6 pt-5">
          <FailureAlert failure={beside} title="The analysis could not be started" />
          <SubjectFields
            instruments={instruments}
            online={online}
            lastSession={lastSession}
            start={start}
            typed={typed}
            errorOf={errorOf}
          />
          <AnalystChoice chosen={chosen} error={errorOf("analysts")} onChange={setChosen} />
          <DepthField rounds={rounds} error={errorOf("max_debate_rounds")} onChange={setRounds} />
          <RunsField runs={runs} error={errorOf("runs")} onChange={setRuns} />
          <Checkbox
            name="allow_short"
            defaultChecked={ticked("allow_short")?.includes("on") ?? false}
            label="Allow a short position"
            hint="A Sell may then be sold short. Otherwise it means to hold none."
          />
          <LanguageField
            start={typed("language") ?? start.language}
            languages={languages}
            error={errorOf("language")}
          />
          <OwnModelFields
            options={own}
            usual={`This service: ${reasoner}`}
            start={asked}
            error={errorOf("own_model")}
            onProvider={setProvider}
          />
        </CardContent>
      </Card>
      <div className="grid content-start gap-4 lg:sticky lg:top-20 lg:self-start">
        <EstimateCard
          estimates={onOwn.estimates}
          reasoner={onOwn.reasoner}
          analysts={chosen.length}
          rounds={rounds}
          repetitions={runs}
        />
        <Button type="submit" pending={pending} disabled={spent || chosen.length === 0} className="w-full">
          Start analysis
        </Button>
        <QuotaLine {...quota} />
      </div>
    </Form>
  );
}

interface DepthProps {
  readonly rounds: number;
  readonly error: string | undefined;
  readonly onChange: (rounds: number) => void;
}

function RunsField({
  runs,
  error,
  onChange,
}: {
  runs: number;
  error: string | undefined;
  onChange: (runs: number) => void;
}) {
  return (
    <Field
      label="Runs"
      hint="Repeats the whole debate with other seeds. The rating is the one most runs agree on, or REVIEW. Each run counts as one analysis and takes its own time and cost."
      error={error}
    >
      <span className="max-w-64">
        <Select
          name="runs"
          value={String(runs)}
          onChange={({ target }) => onChange(Number(target.value))}
          options={repetitions}
        />
      </span>
    </Field>
  );
}

function DepthField({ rounds, error, onChange }: DepthProps) {
  return (
    <Field
      label="Depth"
      hint="Rounds of bull versus bear. In the first round, neither sees the other's case. In later rounds they respond to each other."
      error={error}
    >
      <span className="max-w-64">
        <Select
          name="max_debate_rounds"
          value={String(rounds)}
          onChange={({ target }) => onChange(Number(target.value))}
          options={depths}
        />
      </span>
    </Field>
  );
}

function QuotaLine({ submitted, limit }: Props["quota"]) {
  return (
    <p className="text-xs text-muted">
      {submitted} of {limit} analyses used this month (UTC).
      {submitted >= limit ? " Upgrade your plan, or wait until next month." : ""}
    </p>
  );
}

interface AnalystChoiceProps {
  readonly chosen: readonly Analyst[];
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly Analyst[]) => void;
}

function AnalystChoice({ chosen, error, onChange }: AnalystChoiceProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm font-medium">Analysts</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {analysts.map((analyst) => (
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
