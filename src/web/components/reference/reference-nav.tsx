"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { classNames } from "#src/web/components/ui/elements.tsx";
import { matches, referencePath } from "./reference-paths.ts";
import { Input } from "#src/web/components/ui/fields.tsx";

export interface NavGroup {
  readonly title: string;
  /** Too many to stand there all: they come with a search, and on one of their own pages. */
  readonly folded?: true;
  readonly entries: readonly {
    readonly href: string;
    readonly label: string;
    /** Of an operation. */
    readonly method?: string;
    /** What a search finds it by. */
    readonly text: string;
  }[];
}

/** All pages of the reference: beside the text where there is room, folded away above it where there is none. */
export function ReferenceNav({ groups }: { readonly groups: readonly NavGroup[] }) {
  const path = usePathname();
  return (
    <>
      {/* Closes with each step to another page. */}
      <details key={path} className="rounded-md border bg-surface lg:hidden">
        <summary className="px-4 py-2.5 text-sm font-medium">Operations and schemas</summary>
        <div className="border-t px-4 py-4">
          <Places groups={groups} path={path} label="API reference" />
        </div>
      </details>
      <div className="sticky top-14 hidden max-h-[calc(100dvh-3.5rem)] overflow-y-auto py-8 pr-2 pl-1 lg:block">
        <Places groups={groups} path={path} label="API reference (sidebar)" />
      </div>
    </>
  );
}

function Places({ groups, path, label }: { groups: readonly NavGroup[]; path: string; label: string }) {
  const [query, setQuery] = useState("");
  const found = groups
    .filter(({ folded, entries }) => !folded || query !== "" || entries.some(({ href }) => href === path))
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ text }) => matches(text, query)) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <div className="grid gap-5">
      <search>
        {/* A plain form: without scripts the overview answers it. */}
        <form method="get" action={referencePath} className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <Input
            name="q"
            type="search"
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            maxLength={100}
            autoComplete="off"
            aria-label="Search the API reference"
            placeholder="Search"
            className="pl-9"
          />
        </form>
      </search>
      <nav aria-label={label} className="grid gap-5">
        <Link
          href={referencePath}
          aria-current={path === referencePath ? "page" : undefined}
          className={entryLook(path === referencePath)}
        >
          Overview
        </Link>
        {found.map(({ title, entries }) => (
          <div key={title} className="grid gap-1">
            <p className="text-xs font-medium text-ink first-letter:uppercase">{title}</p>
            <ul className="grid">
              {entries.map(({ href, label: name, method }) => (
                <li key={href}>
                  <Link
                    href={href}
                    prefetch={false}
                    aria-current={path === href ? "page" : undefined}
                    className={entryLook(path === href)}
                  >
                    <span className="min-w-0 flex-1">{name}</span>
                    {method === undefined ? null : <span className="font-mono text-2xs text-faint">{method}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {found.length === 0 ? <p className="text-sm text-muted">No results. Try a path or a field name.</p> : null}
      </nav>
    </div>
  );
}

function entryLook(current: boolean): string {
  return classNames(
    "flex items-baseline gap-2 rounded-sm border-l-2 py-1 pl-2.5 text-sm [overflow-wrap:anywhere]",
    current
      ? "border-accent font-medium text-ink"
      : "border-transparent text-muted hover:border-line-strong hover:text-ink",
  );
}
