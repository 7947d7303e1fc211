"use client";

import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

export const Dialog = RadixDialog.Root;
export const DialogTrigger = RadixDialog.Trigger;
export const DialogClose = RadixDialog.Close;

type Props = Omit<ComponentProps<typeof RadixDialog.Content>, "title"> & {
  readonly title: ReactNode;
  readonly description?: ReactNode;
};

export function DialogContent({ title, description, className, children, ...rest }: Props) {
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(10_12_14/0.5)]" />
      <RadixDialog.Content
        {...(description ? {} : { "aria-describedby": undefined })}
        {...rest}
        className={classNames(
          "fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-lg border bg-surface p-5 shadow-raised",
          className,
        )}
      >
        <div className="grid gap-1 pr-8">
          <RadixDialog.Title className="text-base font-semibold text-ink">{title}</RadixDialog.Title>
          {description ? (
            <RadixDialog.Description className="text-sm text-muted">{description}</RadixDialog.Description>
          ) : null}
        </div>
        {children}
        <RadixDialog.Close
          aria-label="Close"
          className="absolute top-4 right-4 grid size-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  );
}

/** The row of buttons below: the one that acts stands last. */
export function DialogFooter({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames("flex flex-wrap justify-end gap-3 pt-2", className)} />;
}
