"use client";

import { CircleHelp, CreditCard, LogOut, Settings } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, useEffect } from "react";
import { DropdownMenu as RadixMenu } from "radix-ui";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { defineAction } from "#src/web/actions/action.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { fetchOrRefuse } from "../ui/send.ts";
import { classNames } from "../ui/elements.tsx";

export function AccountMenu({ name, email }: { name: string; email: string }) {
  const show = useToast();
  const { pending, failure, act } = useAction(signOut, () => location.assign("/"));
  useEffect(() => {
    // The menu has closed by then.
    if (failure !== null && failure.retrying !== true)
      show({ tone: "negative", title: "You are still signed in", text: failure.message, again: failure.retry });
  }, [failure, show]);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger aria-label="Account" className="shrink-0 rounded-full">
        {/* oxlint-disable-next-line nextjs/no-img-element -- the picture is small, private and changes with the account */}
        <img src="/api/avatar" alt="" width={32} height={32} className="size-8 rounded-full border bg-sunken" />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel className="max-w-60">
          <span className="block truncate text-sm font-medium text-ink">{name}</span>
          <span className="block truncate">{email}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/settings">
            <Settings aria-hidden /> Profile
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href="/billing">
            <CreditCard aria-hidden /> Plan and billing
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href="/help">
            <CircleHelp aria-hidden /> Help
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem disabled={pending} onSelect={() => act()}>
          <LogOut aria-hidden /> Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Without the client of `auth-actions.ts`, which is large: the menu that offers it stands on every page. */
export const signOut = defineAction(async (): Promise<Outcome> => {
  const headers = { "content-type": "application/json" };
  await fetchOrRefuse("/api/auth/sign-out", { method: "POST", headers, body: "{}" });
  return { ok: true, value: null };
});

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
