"use client";

import { Check } from "lucide-react";
import { Checkbox as RadixCheckbox } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Props = Omit<ComponentProps<typeof RadixCheckbox.Root>, "children"> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
};

export function Checkbox({ label, hint, className, ...rest }: Props) {
  return (
    <label className={classNames("flex items-start gap-3 text-sm", className)}>
      <RadixCheckbox.Root
        {...rest}
        className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface text-on-accent disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <RadixCheckbox.Indicator>
          <Check aria-hidden className="size-3.5" strokeWidth={3} />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <span>
        <span className="text-ink">{label}</span>
        {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
      </span>
    </label>
  );
}
