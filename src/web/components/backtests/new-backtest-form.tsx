"use client";

import { useRouter } from "next/navigation";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type BacktestEstimate, backtestLimits } from "#src/contract/backtests/backtests.ts";
import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import type { OwnModel } from "#src/contract/jobs/model-keys.ts";
import { counted } from "#src/core/text/number-text.ts";
import { estimateOrder, orderBacktest } from "#src/web/actions/backtests.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { classNames } from "#src/web/components/ui/elements.tsx";
import { FailureAlert, Form, Submit } from "#src/web/components/ui/form.tsx";
import { ownAsked, type OwnModelOption, OwnModelFields } from "#src/web/components/ui/own-model-fields.tsx";
import { send } from "#src/web/components/ui/send.ts";
import { useActionForm } from "#src/web/components/ui/use-form.ts";
import { BacktestEstimateCard } from "./backtest-estimate-card.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { Switch } from "#src/web/components/ui/boxes.tsx";
import { mostDecisionRuns } from "#src/contract/backtests/backtest.ts";

/** What stands in the fields at first. */
export interface BacktestStart {
  readonly symbols: string;
  readonly from: string;
  readonly to: string;
  readonly every: string;
  readonly commissionBps: string;
  readonly slippageBps: string;
  readonly short: boolean;
  /** `null`: the rules engine. */
  readonly own: OwnModel | null;
  readonly budget: string;
  readonly runs: string;
  readonly singleCall: boolean;
}

interface Props {
  /** Of the archives; all have prices. */
  readonly instruments: readonly ListedInstrument[];
  readonly start: BacktestStart;
  /** Their keys of model providers. */
  readonly own: readonly OwnModelOption[];
}

const fields = ["symbols", "from", "to", "every", "commission_bps", "slippage_bps", "own_model", "budget", "runs"];

export function NewBacktestForm({ instruments, start, own }: Props) {
  const router = useRouter();
  const element = useRef<HTMLFormElement>(null);
  const { estimate, ask } = useEstimate(element);
  const { form, errorBeside, typed } = useActionForm(orderBacktest, (id) => router.push(`/backtests/${id}`));
  const [symbols, setSymbols] = useState(typed("symbols") ?? start.symbols);
  const choose = (text: string): void => {
    setSymbols(text);
    ask();
  };
  const asked = ownAsked(typed) ?? start.own;
  const [provider, setProvider] = useState(asked?.llm_provider ?? null);
  const tooMany = estimate?.ok === true && estimate.value.decisions > estimate.value.most;
  return (
    <Form
      ref={element}
      to={form}
      onChange={ask}
      className="grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="grid content-start gap-6">
        <FailureAlert failure={errorBeside(fields)} title="The backtest could not be started" />
        <SymbolsField instruments={instruments} symbols={symbols} onType={setSymbols} onChoose={choose} />
        <PeriodAndCosts start={start} />
        <OwnModelFields options={own} usual="Rules engine, free" start={asked} onProvider={setProvider} />
        {provider === null ? null : (
          <ModelFields budget={start.budget} runs={start.runs} singleCall={start.singleCall} onChange={ask} />
        )}
        <Switch
          name="short"
          defaultChecked={start.short}
          onCheckedChange={ask}
          label="Open a short position on Sell"
          hint="Otherwise Sell means cash. Borrowing shares is assumed to be free, which it is not in practice."
        />
      </div>
      <div className="grid content-start gap-4">
        <BacktestEstimateCard estimate={estimate} ask={ask} />
        <Submit wide disabled={tooMany} className="w-full">
          Start backtest
        </Submit>
      </div>
    </Form>
  );
}

interface SymbolsProps {
  readonly instruments: Props["instruments"];
  readonly symbols: string;
  readonly onType: (text: string) => void;
  readonly onChoose: (text: string) => void;
}

function SymbolsField({ instruments, symbols, onType, onChoose }: SymbolsProps) {
  return (
    <div className="grid gap-3">
      <TextField
        label="Symbols"
        hint={`Up to ${backtestLimits.symbols}, either stocks or coins. Each gets an equal share of the capital.`}
        name="symbols"
        required
        value={symbols}
        onChange={({ target }) => onType(target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <InstrumentPicker instruments={instruments} text={symbols} onText={onChoose} />
    </div>
  );
}

function PeriodAndCosts({ start }: Pick<Props, "start">) {
  const costs = {
    type: "number",
    required: true,
    step: "any",
    min: 0,
    max: backtestLimits.costs,
    inputMode: "decimal",
  } as const;
  return (
    <div className="grid gap-x-4 gap-y-6 sm:grid-cols-3">
      <TextField label="From" type="date" name="from" required defaultValue={start.from} />
      <TextField label="To" type="date" name="to" required defaultValue={start.to} />
      <TextField
        label="Decide every"
        hint="sessions"
        {...costs}
        name="every"
        step={1}
        min={1}
        max={backtestLimits.every}
        defaultValue={start.every}
        inputClassName="tabular-nums"
      />
      <TextField
        label="Commission"
        hint="basis points per fill"
        {...costs}
        name="commission_bps"
        defaultValue={start.commissionBps}
        inputClassName="tabular-nums"
      />
      <TextField
        label="Slippage"
        hint="basis points per fill"
        {...costs}
        name="slippage_bps"
        defaultValue={start.slippageBps}
        inputClassName="tabular-nums"
      />
    </div>
  );
}

interface InstrumentPickerProps {
  readonly instruments: readonly ListedInstrument[];
  /** Of the field that it fills. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** What the archives hold, to be put into the field and taken out by a press. */
function InstrumentPicker({ instruments, text, onText }: InstrumentPickerProps) {
  const named = text.split(/[\s,;]+/).filter((name) => name !== "");
  const has = (symbol: string): boolean => named.some((name) => name.toUpperCase() === symbol);
  const toggle = (symbol: string): void =>
    onText(
      (has(symbol) ? named.filter((name) => name.toUpperCase() !== symbol) : [...named, symbol])
        .map((name) => name.toUpperCase())
        .join(", "),
    );
  return (
    <details className="rounded-md border text-sm" open={instruments.length <= 12}>
      <summary className="cursor-pointer px-4 py-2.5 text-muted">
        {counted(instruments.length, "instrument")} in this server's archives
      </summary>
      <ul className="max-h-56 overflow-y-auto border-t">
        {instruments.map(({ symbol, name, from, to, synthetic }) => (
          <li key={symbol} className="border-b last:border-b-0">
            <button
              type="button"
              aria-pressed={has(symbol)}
              onClick={() => toggle(symbol)}
              className={classNames(
                "grid w-full grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2 text-left -outline-offset-2 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]",
                has(symbol) ? "bg-accent-soft text-accent" : "hover:bg-sunken",
              )}
            >
              <span className="font-medium">{symbol}</span>
              <span className="truncate">
                {name}
                {synthetic && !name.includes("synthetic") ? " (synthetic)" : ""}
              </span>
              <span
                className={classNames(
                  "text-xs whitespace-nowrap tabular-nums max-sm:col-start-2",
                  has(symbol) ? undefined : "text-muted",
                )}
              >
                {from} to {to}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const quietMs = 350;

/** What the form would take: asked when the page is alive, and with `ask`, once nobody has typed for a moment. */
function useEstimate(form: RefObject<HTMLFormElement | null>) {
  const [estimate, setEstimate] = useState<Outcome<BacktestEstimate> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  const ask = useCallback((): void => {
    clearTimeout(timer.current);
    asked.current += 1;
    const number = asked.current;
    timer.current = setTimeout(async () => {
      if (form.current === null) return;
      const answer = await send(estimateOrder, new FormData(form.current));
      // What was asked about an earlier state of the form says nothing any more.
      if (number === asked.current) setEstimate(answer);
    }, quietMs);
  }, [form]);
  useEffect(() => {
    ask();
    return () => clearTimeout(timer.current);
  }, [ask]);
  return { estimate, ask };
}

interface ModelFieldsProps {
  readonly budget: string;
  readonly runs: string;
  readonly singleCall: boolean;
  readonly onChange: () => void;
}

/** What is chosen where models decide. */
function ModelFields({ budget, runs, singleCall, onChange }: ModelFieldsProps) {
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
