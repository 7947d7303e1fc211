"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { control, useFieldProps } from "./field-context.ts";

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea rows={4} {...useFieldProps()} {...rest} className={classNames(control, "py-2", className)} />;
}
