"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { control, useFieldProps } from "./field-context.ts";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldProps()} {...rest} className={classNames(control, "h-10", className)} />;
}
