"use client";

import { CircleHelp, CreditCard, LogOut, Settings } from "lucide-react";
import Link from "next/link";
import { useEffect } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#src/web/components/ui/dropdown-menu.tsx";
import { useToast } from "#src/web/components/ui/toast.tsx";
import { useAction } from "#src/web/components/ui/use-action.ts";
import { defineAction } from "#src/web/actions/action.ts";
import type { Outcome } from "#src/web/actions/outcome.ts";
import { fetchOrRefuse } from "../ui/send.ts";

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
