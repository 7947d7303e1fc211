"use client";

import {
  Activity,
  CircleUser,
  Code,
  History,
  LayoutDashboard,
  ListChecks,
  Menu,
  Scale,
  ShieldCheck,
  X,
  type LucideIcon,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Button, classNames } from "#src/web/components/ui/elements.tsx";
import { SectionTabs } from "#src/web/components/ui/tabs.tsx";
import { Logo } from "./public-frame.tsx";
import { placeOf, places, type Place } from "./places.ts";

const icons: Readonly<Record<string, LucideIcon>> = {
  "/dashboard": LayoutDashboard,
  "/analyses": Scale,
  "/signals": Activity,
  "/backtests": History,
  "/signals/lists": ListChecks,
  "/keys": Code,
  "/billing": CircleUser,
};

const admin: Place = { href: "/admin", label: "Administration", tabs: [] };

/** The places of the application. `onChoose` closes the sheet on a phone. */
function Navigation({ isAdmin, onChoose }: { isAdmin: boolean; onChoose?: () => void }) {
  const path = usePathname();
  const here = path === "/admin" || path.startsWith("/admin/") ? admin : placeOf(path);
  const shown = isAdmin ? [...places, admin] : places;
  return (
    <nav aria-label="Application" className="grid gap-0.5">
      {shown.map((place) => {
        const Icon = icons[place.href] ?? ShieldCheck;
        return (
          <Link
            key={place.href}
            href={place.href}
            {...(onChoose === undefined ? {} : { onClick: onChoose })}
            aria-current={place === here ? "page" : undefined}
            className={classNames(
              "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm -outline-offset-2",
              place === admin && "mt-4",
              place === here ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {place.label}
          </Link>
        );
      })}
    </nav>
  );
}

/** The pages of a place, above the page that is one of them. */
export function PlaceTabs() {
  const path = usePathname();
  const place = placeOf(path);
  const isTab = place?.tabs.some(({ href }) => href === path) === true || path.startsWith("/docs/api");
  return place !== undefined && isTab ? <SectionTabs label={place.label} sections={place.tabs} /> : null;
}

export function AppSidebar({ isAdmin }: { isAdmin: boolean }) {
  return (
    <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r bg-surface px-3 py-4 lg:block print:hidden">
      <Link href="/dashboard" aria-label="Conclave dashboard" className="mb-6 ml-2.5 inline-flex rounded-sm">
        <Logo />
      </Link>
      <Navigation isAdmin={isAdmin} />
    </aside>
  );
}

/** The navigation of small screens: a button, and a panel from the left that any choice in it closes. */
export function AppSheet({ isAdmin }: { isAdmin: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label="Menu">
          <Menu aria-hidden />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-appear bg-[rgb(10_12_14/0.5)]" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] animate-appear overflow-y-auto border-r bg-surface p-4"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="mb-5 flex items-center justify-between pl-2.5">
            <Logo />
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <Navigation isAdmin={isAdmin} onChoose={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
