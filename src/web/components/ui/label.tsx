"use client";

import { Label as RadixLabel } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

export function Label({ className, ...rest }: ComponentProps<typeof RadixLabel.Root>) {
  return <RadixLabel.Root {...rest} className={classNames("text-sm font-medium text-ink", className)} />;
}
