"use client";

import {
  Activity,
  BookOpen,
  CircleHelp,
  CreditCard,
  Gift,
  History,
  KeyRound,
  LayoutDashboard,
  LineChart,
  ListOrdered,
  Scale,
  Settings,
  ShieldCheck,
  WalletCards,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "#src/web/components/ui/class-names.ts";

interface Place {
  readonly href: string;
  readonly label: string;
  readonly Icon: LucideIcon;
}

const groups: readonly { readonly label: string; readonly places: readonly Place[] }[] = [
  {
    label: "Research",
    places: [
      { href: "/dashboard", label: "Dashboard", Icon: LayoutDashboard },
      { href: "/analyses", label: "Analyses", Icon: Scale },
      { href: "/backtests", label: "Backtests", Icon: History },
      { href: "/signals", label: "Signals", Icon: Activity },
      { href: "/ranking", label: "Ranking", Icon: ListOrdered },
      { href: "/track-record", label: "Track record", Icon: LineChart },
    ],
  },
  {
    label: "Developers",
    places: [
      { href: "/keys", label: "API keys", Icon: KeyRound },
      { href: "/webhooks", label: "Webhooks", Icon: Webhook },
      { href: "/docs/api", label: "API reference", Icon: BookOpen },
    ],
  },
  {
    label: "Account",
    places: [
      { href: "/billing", label: "Plan and billing", Icon: CreditCard },
      { href: "/deposits", label: "Deposits", Icon: WalletCards },
      { href: "/referrals", label: "Referrals", Icon: Gift },
      { href: "/settings", label: "Settings", Icon: Settings },
      { href: "/help", label: "Help", Icon: CircleHelp },
    ],
  },
];

const admin: Place = { href: "/admin", label: "Administration", Icon: ShieldCheck };

/** The places of the application, each group under its name. `onChoose` closes the sheet on a phone. */
export function Navigation({ isAdmin, onChoose }: { isAdmin: boolean; onChoose?: () => void }) {
  const path = usePathname();
  const shown = isAdmin ? [...groups, { label: "Operations", places: [admin] }] : groups;
  return (
    <nav aria-label="Application" className="grid gap-5">
      {shown.map(({ label, places }) => (
        <div key={label} className="grid gap-0.5">
          <p className="px-2.5 pb-1 text-xs text-faint">{label}</p>
          {places.map((place) => (
            <Entry key={place.href} place={place} here={isUnder(path, place.href)} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </nav>
  );
}

function Entry({ place, here, onChoose }: { place: Place; here: boolean; onChoose: (() => void) | undefined }) {
  const { href, label, Icon } = place;
  const props = {
    href,
    ...(onChoose === undefined ? {} : { onClick: onChoose }),
    "aria-current": here ? ("page" as const) : undefined,
    className: classNames(
      "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm -outline-offset-2",
      here ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-sunken hover:text-ink",
    ),
  };
  const content = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      {label}
    </>
  );
  return <Link {...props}>{content}</Link>;
}

function isUnder(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}
