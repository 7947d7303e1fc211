"use client";

import { Switch as RadixSwitch } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

type Props = Omit<ComponentProps<typeof RadixSwitch.Root>, "children"> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
};

export function Switch({ label, hint, className, ...rest }: Props) {
  return (
    <label className={classNames("flex items-start justify-between gap-6 text-sm", className)}>
      <span>
        <span className="text-ink">{label}</span>
        {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
      </span>
      <RadixSwitch.Root
        {...rest}
        className="relative mt-0.5 h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <RadixSwitch.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
      </RadixSwitch.Root>
    </label>
  );
}
