"use client";

import { RadioGroup as RadixRadioGroup } from "radix-ui";
import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./class-names.ts";

export interface Choice {
  readonly value: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

type Props = Omit<ComponentProps<typeof RadixRadioGroup.Root>, "children"> & {
  readonly label: string;
  readonly choices: readonly Choice[];
};

export function RadioGroup({ label, choices, className, ...rest }: Props) {
  const id = useId();
  return (
    <div className="grid gap-2">
      <span id={id} className="text-sm font-medium text-ink">
        {label}
      </span>
      <RadixRadioGroup.Root aria-labelledby={id} {...rest} className={classNames("grid gap-2", className)}>
        {choices.map(({ value, label: text, hint, disabled }) => (
          <label
            key={value}
            className="flex items-start gap-3 rounded-md border bg-surface px-3 py-2.5 text-sm hover:border-line-strong has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft"
          >
            <RadixRadioGroup.Item
              value={value}
              disabled={disabled === true}
              className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface disabled:opacity-55 data-[state=checked]:border-accent"
            >
              <RadixRadioGroup.Indicator className="block size-2.5 rounded-full bg-accent" />
            </RadixRadioGroup.Item>
            <span>
              <span className="text-ink">{text}</span>
              {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
            </span>
          </label>
        ))}
      </RadixRadioGroup.Root>
    </div>
  );
}
