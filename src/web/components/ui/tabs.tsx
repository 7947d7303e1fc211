"use client";

import { Tabs as RadixTabs } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./elements.tsx";
import Link from "next/link";
import { usePathname } from "next/navigation";

export function Tabs(props: ComponentProps<typeof RadixTabs.Root>) {
  return <RadixTabs.Root {...props} />;
}

export function TabsList({ className, ...rest }: ComponentProps<typeof RadixTabs.List>) {
  return <RadixTabs.List {...rest} className={classNames("flex gap-5 overflow-x-auto border-b", className)} />;
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      {...rest}
      className={classNames(
        "-mb-px h-10 shrink-0 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink",
        className,
      )}
    />
  );
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content {...rest} className={classNames("pt-5", className)} />;
}

export interface Section {
  readonly href: string;
  readonly label: string;
}

/** On a phone the row is longer than the window. Only the row moves. */
function centre(link: HTMLAnchorElement | null): void {
  const row = link?.closest("ul");
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Pages that belong together, as links in a row. `label` names the row. */
export function SectionTabs({ label, sections }: { label: string; sections: readonly Section[] }) {
  const path = usePathname();
  const best = sections
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
  return (
    <nav aria-label={label} className="mb-6 border-b">
      {/* Fades where it goes on beyond the edge. */}
      <ul className="relative -mb-px flex gap-5 overflow-x-auto mask-r-from-[calc(100%-1.5rem)] pr-6">
        {sections.map(({ href, label: name }) => (
          <li key={href}>
            <Link
              ref={best?.href === href ? centre : null}
              href={href}
              aria-current={best?.href === href ? "page" : undefined}
              className={classNames(
                "flex h-10 items-center border-b-2 text-sm font-medium whitespace-nowrap -outline-offset-2",
                best?.href === href ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
