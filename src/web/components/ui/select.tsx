"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyInput } from "./early-input.ts";
import { control, useFieldProps } from "./field-context.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

type Props = Omit<ComponentProps<"select">, "children" | "multiple" | "ref"> & { readonly options: readonly Option[] };

/** The browser's own select: it knows keyboards, phones and screen readers best. */
export function Select({ options, className, ...rest }: Props) {
  const ref = useEarlyInput<HTMLSelectElement>(rest.value);
  return (
    <span className="relative block w-full min-w-0">
      <select
        {...useFieldProps()}
        {...rest}
        ref={ref}
        className={classNames(control, "h-10 appearance-none pr-9", className)}
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
