"use client";

import { Check } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./elements.tsx";
import { useEarlyTick } from "./early.ts";
import { FieldError } from "./fields.tsx";
import { useFormState } from "./use-form.ts";

type TickProps = Omit<ComponentProps<"input">, "type" | "role" | "children" | "onChange" | "ref"> & {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly onCheckedChange?: (checked: boolean) => void;
};

/** What every box that is ticked has, and after a refusal how it was ticked. */
function useTick({ checked, defaultChecked, name, value = "on" }: TickProps) {
  const ref = useEarlyTick(checked);
  const ticked = useFormState()?.ticked(name ?? "");
  if (checked !== undefined) return { ref, checked };
  return { ref, defaultChecked: ticked === undefined ? defaultChecked : ticked.includes(String(value)) };
}

function TickText({ label, hint }: Pick<TickProps, "label" | "hint">) {
  return (
    <span>
      <span className="text-ink">{label}</span>
      {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
    </span>
  );
}

/** The browser's own box, which can be ticked before the page is alive. */
export function Checkbox({ label, hint, className, onCheckedChange, ...rest }: TickProps) {
  const tick = useTick({ label, ...rest });
  return (
    <label className={classNames("flex items-start gap-3 text-sm", className)}>
      <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
        <input
          {...rest}
          {...tick}
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
      <TickText label={label} hint={hint} />
    </label>
  );
}

/** The browser's own box in the look of a switch, which can be moved before the page is alive. */
export function Switch({ label, hint, className, onCheckedChange, ...rest }: TickProps) {
  const tick = useTick({ label, ...rest });
  return (
    <label className={classNames("flex items-start justify-between gap-6 text-sm", className)}>
      <TickText label={label} hint={hint} />
      <span className="relative mt-0.5 h-5 w-9 shrink-0">
        <input
          {...rest}
          {...tick}
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

interface RadioGroupProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly choices: readonly { readonly value: string; readonly label: ReactNode; readonly hint?: ReactNode }[];
}

/** The browser's own radio buttons: one of them can be chosen before the page is alive. */
export function RadioGroup({ label, value, onValueChange, name, choices }: RadioGroupProps) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} className="grid gap-2">
      <span id={id} className="text-sm font-medium text-ink">
        {label}
      </span>
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          {...choice}
          name={name}
          checked={value === choice.value}
          onCheckedChange={() => onValueChange(choice.value)}
        />
      ))}
    </div>
  );
}

function Radio({ label, hint, onCheckedChange, checked = false, ...rest }: TickProps) {
  const ref = useEarlyTick(checked);
  return (
    <label className="flex items-start gap-3 rounded-md border bg-surface px-3 py-2.5 text-sm hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft">
      <span className="mt-0.5 grid size-4.5 shrink-0 place-items-center">
        <input
          {...rest}
          ref={ref}
          type="radio"
          checked={checked}
          onChange={({ target }) => onCheckedChange?.(target.checked)}
          className="peer col-start-1 row-start-1 size-4.5 appearance-none rounded-full border border-line-strong bg-surface checked:border-accent"
        />
        <span
          aria-hidden
          className="pointer-events-none invisible col-start-1 row-start-1 size-2.5 rounded-full bg-accent peer-checked:visible"
        />
      </span>
      <TickText label={label} hint={hint} />
    </label>
  );
}

interface GroupProps {
  readonly legend: ReactNode;
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly label: ReactNode; readonly hint?: ReactNode }[];
  /** Those that are ticked at first. */
  readonly chosen: readonly string[];
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Boxes of one name. `children` stand below them. */
export function CheckboxGroup({ legend, name, choices, chosen, className, children }: GroupProps) {
  const id = useId();
  const error = useFormState()?.errorOf(name);
  return (
    <fieldset className={classNames("grid gap-3", className)} aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-2 text-sm font-medium wrap-anywhere">{legend}</legend>
      {error === undefined ? null : <FieldError id={id}>{error}</FieldError>}
      {choices.map((choice) => (
        <Checkbox key={choice.value} {...choice} name={name} defaultChecked={chosen.includes(choice.value)} />
      ))}
      {children}
    </fieldset>
  );
}
