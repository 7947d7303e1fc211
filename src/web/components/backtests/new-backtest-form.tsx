"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { backtestLimits } from "#src/contract/backtests.ts";
import type { ListedInstrument } from "#src/contract/instruments.ts";
import { orderBacktest } from "#src/web/actions/backtests.ts";
import { useActionForm } from "#src/web/components/account/use-submit.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Field } from "#src/web/components/ui/field.tsx";
import { Form } from "#src/web/components/ui/form.tsx";
import { Input } from "#src/web/components/ui/input.tsx";
import { Switch } from "#src/web/components/ui/switch.tsx";
import { BacktestEstimateCard } from "./backtest-estimate-card.tsx";
import { InstrumentPicker } from "./instrument-picker.tsx";
import { useEstimate } from "./use-estimate.ts";

/** What stands in the fields at first. */
export interface BacktestStart {
  readonly symbols: string;
  readonly from: string;
  readonly to: string;
  readonly every: string;
  readonly commissionBps: string;
  readonly slippageBps: string;
  readonly short: boolean;
}

interface Props {
  /** Of the archives; all have prices. */
  readonly instruments: readonly ListedInstrument[];
  readonly start: BacktestStart;
}

const fields = ["symbols", "from", "to", "every", "commission_bps", "slippage_bps"];

export function NewBacktestForm({ instruments, start }: Props) {
  const router = useRouter();
  const element = useRef<HTMLFormElement>(null);
  const { estimate, ask } = useEstimate(element);
  const { pending, form, errorOf, errorBeside, typed, ticked } = useActionForm(orderBacktest, (id) =>
    router.push(`/backtests/${id}`),
  );
  const [symbols, setSymbols] = useState(typed("symbols") ?? start.symbols);
  const choose = (text: string): void => {
    setSymbols(text);
    ask();
  };
  const tooMany = estimate?.ok === true && estimate.value.decisions > estimate.value.most;
  const beside = errorBeside(fields);
  return (
    <Form
      ref={element}
      to={form}
      onChange={ask}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]"
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
          <InstrumentPicker instruments={instruments} text={symbols} onText={choose} />
        </div>
        <div className="grid gap-x-4 gap-y-6 sm:grid-cols-3">
          <Field label="From" error={errorOf("from")}>
            <Input type="date" name="from" required defaultValue={typed("from") ?? start.from} />
          </Field>
          <Field label="To" error={errorOf("to")}>
            <Input type="date" name="to" required defaultValue={typed("to") ?? start.to} />
          </Field>
          <Field label="A decision every" hint="sessions" error={errorOf("every")}>
            <FigureInput
              name="every"
              value={typed("every") ?? start.every}
              step={1}
              least={1}
              most={backtestLimits.every}
            />
          </Field>
          <Field label="Commission" hint="basis points of each fill" error={errorOf("commission_bps")}>
            <FigureInput
              name="commission_bps"
              value={typed("commission_bps") ?? start.commissionBps}
              step="any"
              least={0}
              most={backtestLimits.costs}
            />
          </Field>
          <Field label="Slippage" hint="basis points of each fill" error={errorOf("slippage_bps")}>
            <FigureInput
              name="slippage_bps"
              value={typed("slippage_bps") ?? start.slippageBps}
              step="any"
              least={0}
              most={backtestLimits.costs}
            />
          </Field>
        </div>
        <Switch
          name="short"
          defaultChecked={ticked("short")?.includes("on") ?? start.short}
          onCheckedChange={ask}
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
    </Form>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
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
