"use client";

import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyTick } from "./early-input.ts";

type Props = Omit<ComponentProps<"input">, "type" | "children" | "onChange" | "ref"> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly onCheckedChange?: (checked: boolean) => void;
};

/** The browser's own box, which can be ticked before the page is alive. */
export function Checkbox({ label, hint, className, onCheckedChange, ...rest }: Props) {
  const ref = useEarlyTick(rest.checked);
  return (
    <label className={classNames("flex items-start gap-3 text-sm", className)}>
      <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
        <input
          {...rest}
          ref={ref}
          type="checkbox"
          onChange={({ target }) => onCheckedChange?.(target.checked)}
          className="peer col-start-1 row-start-1 size-5 appearance-none rounded-sm border border-line-strong bg-surface checked:border-accent checked:bg-accent disabled:opacity-55"
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none invisible col-start-1 row-start-1 size-3.5 text-on-accent peer-checked:visible"
        />
      </span>
      <span>
        <span className="text-ink">{label}</span>
        {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
      </span>
    </label>
  );
}
