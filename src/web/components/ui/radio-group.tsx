"use client";

import { useId, type ReactNode } from "react";
import { useEarlyTick } from "./early-input.ts";

export interface Choice {
  readonly value: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly choices: readonly Choice[];
}

/** The browser's own radio buttons: one of them can be chosen before the page is alive. */
export function RadioGroup({ label, name, value, onValueChange, choices }: Props) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} className="grid gap-2">
      <span id={id} className="text-sm font-medium text-ink">
        {label}
      </span>
      <div className="grid gap-2">
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} name={name} chosen={value === choice.value} choose={onValueChange} />
        ))}
      </div>
    </div>
  );
}

interface RadioProps extends Choice {
  readonly name: string;
  readonly chosen: boolean;
  readonly choose: (value: string) => void;
}

function Radio({ value, label, hint, name, chosen, choose }: RadioProps) {
  const ref = useEarlyTick(chosen);
  return (
    <label className="flex items-start gap-3 rounded-md border bg-surface px-3 py-2.5 text-sm hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft">
      <span className="mt-0.5 grid size-4.5 shrink-0 place-items-center">
        <input
          ref={ref}
          type="radio"
          name={name}
          value={value}
          checked={chosen}
          onChange={() => choose(value)}
          className="peer col-start-1 row-start-1 size-4.5 appearance-none rounded-full border border-line-strong bg-surface checked:border-accent"
        />
        <span
          aria-hidden
          className="pointer-events-none invisible col-start-1 row-start-1 size-2.5 rounded-full bg-accent peer-checked:visible"
        />
      </span>
      <span>
        <span className="text-ink">{label}</span>
        {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
      </span>
    </label>
  );
}
