"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyInput } from "./early-input.ts";
import { control, useFieldProps } from "./field-context.ts";

export function Input({ className, ...rest }: Omit<ComponentProps<"input">, "ref">) {
  const ref = useEarlyInput<HTMLInputElement>(rest.value);
  return <input {...useFieldProps()} {...rest} ref={ref} className={classNames(control, "h-10", className)} />;
}
