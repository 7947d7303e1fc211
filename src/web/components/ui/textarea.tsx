"use client";

import type { ComponentProps, RefObject } from "react";
import { classNames } from "./class-names.ts";
import { useEarlyInput } from "./early-input.ts";
import { control, useFieldProps } from "./field-context.ts";

type Props = Omit<ComponentProps<"textarea">, "ref"> & { readonly ref?: RefObject<HTMLTextAreaElement | null> };

export function Textarea({ className, ref, ...rest }: Props) {
  const early = useEarlyInput(rest.value, ref);
  return (
    <textarea rows={4} {...useFieldProps()} {...rest} ref={early} className={classNames(control, "py-2", className)} />
  );
}
