"use client";

import { Popover as RadixPopover } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

export const Popover = RadixPopover.Root;

/** Needs an `aria-label`: it is a dialog to screen readers. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof RadixPopover.Content>) {
  return (
    <RadixPopover.Portal>
      <RadixPopover.Content
        sideOffset={6}
        collisionPadding={8}
        {...rest}
        className={classNames(
          "z-50 max-h-(--radix-popover-content-available-height) w-72 max-w-[calc(100vw-1rem)] animate-appear overflow-y-auto rounded-lg border bg-surface p-4 text-sm text-ink shadow-raised",
          className,
        )}
      />
    </RadixPopover.Portal>
  );
}
