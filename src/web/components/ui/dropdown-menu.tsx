"use client";

import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

/** Not modal: the page behind stays readable, and a press beside the menu closes it. */
export function DropdownMenu(props: ComponentProps<typeof RadixMenu.Root>) {
  return <RadixMenu.Root modal={false} {...props} />;
}

export const DropdownMenuTrigger = RadixMenu.Trigger;

/** Stands where its trigger stands, inside the same landmark, and is placed by the window. */
export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Content
      sideOffset={6}
      align="end"
      {...rest}
      className={classNames(
        "z-50 min-w-48 animate-appear rounded-lg border bg-surface p-1 text-sm text-ink shadow-raised",
        className,
      )}
    />
  );
}

const item =
  "flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 outline-none select-none data-[disabled]:opacity-55 data-[highlighted]:bg-sunken [&_svg]:size-4 [&_svg]:text-muted";

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof RadixMenu.Item>) {
  return <RadixMenu.Item {...rest} className={classNames(item, className)} />;
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof RadixMenu.Label>) {
  return <RadixMenu.Label {...rest} className={classNames("px-2.5 py-2 text-xs text-muted", className)} />;
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof RadixMenu.Separator>) {
  return <RadixMenu.Separator {...rest} className={classNames("my-1 h-px bg-line", className)} />;
}
