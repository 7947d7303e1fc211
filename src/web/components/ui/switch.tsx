"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyTick } from "./early-input.ts";

type Props = Omit<ComponentProps<"input">, "type" | "role" | "children" | "onChange" | "ref"> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly onCheckedChange?: (checked: boolean) => void;
};

/** The browser's own box in the look of a switch, which can be moved before the page is alive. */
export function Switch({ label, hint, className, onCheckedChange, ...rest }: Props) {
  const ref = useEarlyTick(rest.checked);
  return (
    <label className={classNames("flex items-start justify-between gap-6 text-sm", className)}>
      <span>
        <span className="text-ink">{label}</span>
        {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
      </span>
      <span className="relative mt-0.5 h-5 w-9 shrink-0">
        <input
          {...rest}
          ref={ref}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the box itself says whether it is ticked
          role="switch"
          onChange={({ target }) => onCheckedChange?.(target.checked)}
          className="peer block h-5 w-9 appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent disabled:opacity-55"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-0.75 left-px block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform peer-checked:translate-x-4.5 peer-checked:bg-on-accent peer-disabled:opacity-55"
        />
      </span>
    </label>
  );
}
