"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Analyst, AssetType } from "#src/contract/analysis.ts";
import type { RunEstimates } from "#src/contract/estimate.ts";
import type { ListedInstrument } from "#src/contract/instruments.ts";
import { startAnalysis } from "#src/web/actions/analyses.ts";
import { FormError } from "#src/web/components/account/form-error.tsx";
import { useActionForm } from "#src/web/components/account/use-submit.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent } from "#src/web/components/ui/card.tsx";
import { Checkbox } from "#src/web/components/ui/checkbox.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Select } from "#src/web/components/ui/select.tsx";
import { EstimateCard } from "./estimate-card.tsx";
import { SymbolField } from "./symbol-field.tsx";

export interface FormStart {
  readonly ticker: string;
  readonly tradeDate: string;
  readonly assetType: AssetType;
  readonly analysts: readonly Analyst[];
  readonly rounds: number;
}

interface Props {
  readonly instruments: readonly ListedInstrument[];
  /** Symbols beyond the list can be asked for. */
  readonly online: boolean;
  readonly reasoner: string;
  readonly estimates: RunEstimates;
  readonly start: FormStart;
  /** The last session that is over, where nothing else is known of a symbol. */
  readonly lastSession: Readonly<Record<AssetType, string>>;
  readonly quota: { readonly submitted: number; readonly limit: number };
  readonly once: string;
}

const analysts: readonly { readonly name: Analyst; readonly label: string; readonly hint: string }[] = [
  { name: "market", label: "Market", hint: "Prices, trend, volatility, levels" },
  { name: "fundamentals", label: "Fundamentals", hint: "Filings as first filed; of a coin, its market's structure" },
  { name: "news", label: "News", hint: "Dated items until the as-of date" },
  { name: "social", label: "Social", hint: "Dated posts and their tone" },
];

/** Whose faults stand beside them. */
const fieldNames = ["ticker", "trade_date", "analysts", "max_debate_rounds"];

const depths = Array.from({ length: 10 }, (_depth, index) => ({
  value: String(index + 1),
  label: index === 0 ? "1 round: openings alone" : `${index + 1} rounds`,
}));

export function NewAnalysisForm({ instruments, online, reasoner, estimates, start, lastSession, quota, once }: Props) {
  const router = useRouter();
  const { pending, form, errorOf, errorBeside, typed, ticked } = useActionForm(startAnalysis, (id) =>
    router.push(`/analyses/${id}`),
  );
  const [ticker, setTicker] = useState(typed("ticker") ?? start.ticker);
  const [date, setDate] = useState(typed("trade_date") ?? start.tradeDate);
  const [assetType, setAssetType] = useState(AssetType.safeParse(typed("asset_type")).data ?? start.assetType);
  const [chosen, setChosen] = useState<readonly Analyst[]>(
    Analyst.array().safeParse(ticked("analysts")).data ?? start.analysts,
  );
  const [rounds, setRounds] = useState(Number(typed("max_debate_rounds") ?? start.rounds));
  const [dated, setDated] = useState(ticker !== "");
  const named = (text: string): ListedInstrument | undefined =>
    instruments.find(({ symbol }) => symbol === text.trim().toUpperCase());
  const known = named(ticker);
  const nameSymbol = (text: string): void => {
    setTicker(text);
    const instrument = named(text);
    if (instrument === undefined) return;
    const type = instrument.assetType === "crypto" ? "crypto" : "stock";
    setAssetType(type);
    // A date that somebody chose stays.
    if (!dated) setDate(instrument.to ?? lastSession[type]);
  };
  const beside = errorBeside(fieldNames);
  const spent = quota.submitted >= quota.limit;
  return (
    <Form to={form} className="grid gap-6 lg:grid-cols-[1fr_18rem]">
      <input type="hidden" name="once" value={once} />
      <Card>
        <CardContent className="grid gap-6 pt-5">
          <FormError message={beside} title="The analysis was not started" />
          <div className="grid gap-x-4 gap-y-6 sm:grid-cols-[1fr_11rem]">
            <SymbolField
              instruments={instruments}
              value={ticker}
              hint={symbolHint(instruments, online, known)}
              error={errorOf("ticker")}
              onName={nameSymbol}
            />
            <Field label="Kind">
              <Select
                name="asset_type"
                value={assetType}
                onChange={({ target }) => {
                  const type = target.value === "crypto" ? "crypto" : "stock";
                  setAssetType(type);
                  if (known === undefined && !dated) setDate(lastSession[type]);
                }}
                options={[
                  { value: "stock", label: "Stock or index" },
                  { value: "crypto", label: "Coin" },
                ]}
              />
            </Field>
          </div>
          <Field label="As of" hint={dateHint(date, known, lastSession[assetType])} error={errorOf("trade_date")}>
            <Input
              type="date"
              name="trade_date"
              required
              value={date}
              max={lastSession[assetType]}
              onChange={({ target }) => {
                setDate(target.value);
                setDated(true);
              }}
              className="max-w-52"
            />
          </Field>
          <AnalystChoice chosen={chosen} error={errorOf("analysts")} onChange={setChosen} />
          <Field
            label="Depth"
            hint="Rounds of bull against bear. In the first both open without seeing the other; in each further one they answer what was said."
            error={errorOf("max_debate_rounds")}
          >
            <span className="max-w-64">
              <Select
                name="max_debate_rounds"
                value={String(rounds)}
                onChange={({ target }) => setRounds(Number(target.value))}
                options={depths}
              />
            </span>
          </Field>
        </CardContent>
      </Card>
      <div className="grid content-start gap-4 lg:sticky lg:top-20 lg:self-start">
        <EstimateCard estimates={estimates} reasoner={reasoner} analysts={chosen.length} rounds={rounds} />
        <Button type="submit" pending={pending} disabled={spent || chosen.length === 0} className="w-full">
          Start the analysis
        </Button>
        <QuotaLine {...quota} />
      </div>
    </Form>
  );
}

function QuotaLine({ submitted, limit }: Props["quota"]) {
  return (
    <p className="text-xs text-muted">
      {submitted} of {limit} analyses used this month (UTC).
      {submitted >= limit ? " There are more with the next month, or with a higher plan." : ""}
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

function symbolHint(
  instruments: readonly ListedInstrument[],
  online: boolean,
  known: ListedInstrument | undefined,
): string {
  if (known !== undefined)
    return `${known.name}, ${known.exchange}, ${known.currency}.${known.synthetic ? " Its figures are made up." : ""}`;
  if (instruments.length === 0) return "In Yahoo's spelling: AAPL, BRK-B, 0700.HK, BTC-USD, ^GSPC.";
  return online
    ? "One of the list, or any other in Yahoo's spelling: BRK-B, 0700.HK, BTC-USD."
    : `The data of this server knows ${instruments.length} instruments; of any other there is no data, and the answer is REVIEW.`;
}

/** What the date means for the run. */
function dateHint(date: string, known: ListedInstrument | undefined, last: string): string {
  if (known?.to != null && date > known.to)
    return `The prices of ${known.symbol} end on ${known.to}. Later, they count as stale, and after ten days the report says so.`;
  if (known?.from != null && date !== "" && date < known.from)
    return `The prices of ${known.symbol} begin on ${known.from}: before that there is no data, and the answer is REVIEW.`;
  if (date !== "" && date < last)
    return "A historical run: only what was public by the close of that day counts, and sources that show just the present are refused.";
  return "The last session that is over. A weekend or a holiday takes the session before it.";
}
