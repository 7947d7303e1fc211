"use client";

import { Label as RadixLabel } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { FieldContext } from "./field-context.ts";

interface Props {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Why the value was refused, in words. */
  readonly error?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A labelled control. Input, Textarea and Select inside take their id and descriptions from here. */
export function Field({ label, hint, error, className, children }: Props) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : "";
  const errorId = error ? `${id}-error` : "";
  const describedBy = [errorId, hintId].filter((part) => part !== "").join(" ");
  return (
    <div className={classNames("grid content-start gap-1.5", className)}>
      <Label htmlFor={id}>{label}</Label>
      <FieldContext
        value={{
          id,
          ...(describedBy === "" ? {} : { "aria-describedby": describedBy }),
          ...(error ? { "aria-invalid": true as const } : {}),
        }}
      >
        {children}
      </FieldContext>
      {error ? (
        <p id={errorId} role="alert" className="text-xs text-negative">
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

function Label({ className, ...rest }: ComponentProps<typeof RadixLabel.Root>) {
  return <RadixLabel.Root {...rest} className={classNames("text-sm font-medium text-ink", className)} />;
}
