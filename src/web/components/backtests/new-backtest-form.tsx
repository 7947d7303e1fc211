"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { backtestLimits, type BacktestEstimate } from "#src/contract/backtests.ts";
import type { ListedInstrument } from "#src/contract/instruments.ts";
import { askEstimate, orderBacktest } from "#src/web/actions/backtests.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { useSubmit } from "#src/web/components/account/use-submit.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Switch } from "#src/web/components/ui/switch.tsx";
import { BacktestEstimateCard } from "./backtest-estimate-card.tsx";
import { InstrumentPicker } from "./instrument-picker.tsx";

export interface BacktestStart {
  readonly symbols: string;
  readonly from: string;
  readonly to: string;
}

interface Props {
  /** Of the archives; all have prices. */
  readonly instruments: readonly ListedInstrument[];
  readonly start: BacktestStart;
}

const fields = ["symbols", "from", "to", "every", "commission_bps", "slippage_bps"];
const quietMs = 350;

export function NewBacktestForm({ instruments, start }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [symbols, setSymbols] = useState(start.symbols);
  const [typed, setTyped] = useState(0);
  const [estimate, setEstimate] = useState<Outcome<BacktestEstimate> | null>(null);
  const { pending, onSubmit, errorOf, errorBeside } = useSubmit(orderBacktest, (id) => router.push(`/backtests/${id}`));
  useEffect(() => {
    let old = false;
    const timer = setTimeout(async () => {
      if (form.current === null) return;
      const answer = await askEstimate(new FormData(form.current)).catch(() => null);
      // What was asked about an earlier state of the form says nothing any more.
      if (!old) setEstimate(answer);
    }, quietMs);
    return () => {
      old = true;
      clearTimeout(timer);
    };
  }, [typed, symbols]);
  const tooMany = estimate?.ok === true && estimate.value.decisions > estimate.value.most;
  const beside = errorBeside(fields);
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      onChange={() => setTyped((count) => count + 1)}
      className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]"
    >
      <div className="grid content-start gap-6">
        {beside === null ? null : (
          <Alert tone="negative" title="The backtest was not started">
            {beside}
          </Alert>
        )}
        <div className="grid gap-3">
          <Field
            label="Symbols"
            hint={`Up to ${backtestLimits.symbols}, stocks and coins apart. Each gets an equal part of the capital.`}
            error={errorOf("symbols")}
          >
            <Input
              name="symbols"
              required
              value={symbols}
              onChange={({ target }) => setSymbols(target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
          <InstrumentPicker instruments={instruments} text={symbols} onText={setSymbols} />
        </div>
        <div className="grid gap-x-4 gap-y-6 sm:grid-cols-3">
          <Field label="From" error={errorOf("from")}>
            <Input type="date" name="from" required defaultValue={start.from} />
          </Field>
          <Field label="To" error={errorOf("to")}>
            <Input type="date" name="to" required defaultValue={start.to} />
          </Field>
          <Field label="A decision every" hint="sessions" error={errorOf("every")}>
            <FigureInput name="every" value={5} step={1} least={1} most={backtestLimits.every} />
          </Field>
          <Field label="Commission" hint="basis points of each fill" error={errorOf("commission_bps")}>
            <FigureInput name="commission_bps" value={1} step="any" least={0} most={backtestLimits.costs} />
          </Field>
          <Field label="Slippage" hint="basis points of each fill" error={errorOf("slippage_bps")}>
            <FigureInput name="slippage_bps" value={5} step="any" least={0} most={backtestLimits.costs} />
          </Field>
        </div>
        <Switch
          name="short"
          label="Sell means a short position"
          hint="Otherwise it means cash. Borrowing shares is free here, which it is not."
        />
      </div>
      <div className="grid content-start gap-4">
        <BacktestEstimateCard estimate={estimate} />
        <Button type="submit" pending={pending} disabled={tooMany} className="w-full">
          Start the backtest
        </Button>
      </div>
    </form>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: number;
  readonly step: number | "any";
  readonly least: number;
  readonly most: number;
}

function FigureInput({ name, value, step, least, most }: FigureProps) {
  return (
    <Input
      type="number"
      name={name}
      required
      defaultValue={value}
      step={step}
      min={least}
      max={most}
      inputMode="decimal"
      className="tabular-nums"
    />
  );
}
