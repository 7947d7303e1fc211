import { CircleHelp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { plans } from "#src/contract/accounts/plans.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import { ConfirmIdentity } from "#src/web/components/account/confirm-identity.tsx";
import { Assistant } from "#src/web/components/assistant/assistant.tsx";
import { AccountMenu } from "#src/web/components/shell/account-menu.tsx";
import { Finder } from "#src/web/components/shell/finder.tsx";
import { Logo } from "./public-frame.tsx";
import { AppSheet, AppSidebar, PlaceTabs } from "#src/web/components/shell/navigation.tsx";
import { RefreshOnReturn } from "#src/web/components/ui/refresh.tsx";
import { ThemeSwitch } from "#src/web/components/shell/theme-switch.tsx";
import { Badge, Money, LinkButton } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { contextOf, type Viewer } from "#src/web/viewer.ts";

/** The frame of the application around a page, for whoever is signed in. */
export async function AppShell({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const [balance, { config }] = await Promise.all([
    readBalance(contextOf(viewer), viewer.userId),
    webContext().analysisEnvironment(),
  ]);
  const isAdmin = viewer.role === "admin";
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[14.5rem_1fr] print:block">
      <AppSidebar isAdmin={isAdmin} />
      <div className="min-w-0">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-paper px-3 sm:px-6 print:hidden">
          <div className="flex items-center gap-1 lg:hidden">
            <AppSheet isAdmin={isAdmin} />
            <Link href="/dashboard" aria-label="Conclave dashboard" className="flex rounded-sm">
              <Logo className="max-[26rem]:[&]:gap-0 max-[26rem]:text-[0px]" />
            </Link>
          </div>
          <Finder />
          <div className="ml-auto flex min-w-0 items-center gap-1.5 sm:gap-3">
            <Link href="/billing" className="flex min-h-9 items-center gap-2 rounded-md px-2 text-sm hover:bg-sunken">
              <span className="text-xs text-muted max-sm:sr-only">Balance</span>
              <Money minor={balance} className="font-medium" />
              <Badge className="max-sm:hidden" tone={viewer.plan === "free" ? "neutral" : "info"}>
                {plans[viewer.plan].name}
              </Badge>
            </Link>
            <LinkButton
              href="/help"
              aria-label="Help"
              title="Help"
              variant="ghost"
              size="icon"
              className="max-sm:hidden"
            >
              <CircleHelp aria-hidden />
            </LinkButton>
            <Assistant isSearch={config.llm_provider === "rules"} />
            <RefreshOnReturn />
            <ThemeSwitch />
            <AccountMenu name={viewer.name} email={viewer.email} />
          </div>
        </header>
        <noscript>
          <p className="border-b bg-warning-soft px-4 py-2 text-sm text-warning sm:px-6">
            JavaScript is turned off. Forms work without it; menus, dialogs and live views do not.
          </p>
        </noscript>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto outline-none w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8 print:p-0"
        >
          <PlaceTabs />
          <ConfirmIdentity>{children}</ConfirmIdentity>
        </main>
      </div>
    </div>
  );
}
