"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "#src/web/components/ui/class-names.ts";

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
