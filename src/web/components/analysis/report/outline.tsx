"use client";

import { useEffect, useState } from "react";

export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
}

/** The parts of a report, to go to at once, with the one marked that the reader is in. */
export function Outline({ entries }: { entries: readonly OutlineEntry[] }) {
  const [here, setHere] = useState(entries[0]?.id);
  useEffect(() => {
    // The line that a part has to cross is a third down the window.
    const observer = new IntersectionObserver(
      (crossed) => setHere((now) => crossed.find(({ isIntersecting }) => isIntersecting)?.target.id ?? now),
      { rootMargin: "-33% 0px -66% 0px" },
    );
    for (const { id } of entries) {
      const part = document.getElementById(id);
      if (part !== null) observer.observe(part);
    }
    return () => observer.disconnect();
  }, [entries]);
  return (
    <nav aria-label="Parts of the report" className="sticky top-14 z-20 -mx-1 border-b bg-paper print:hidden">
      {/* Fades where it goes on beyond the edge. */}
      <ul className="flex gap-4 overflow-x-auto mask-r-from-[calc(100%-1.5rem)] pr-6 pl-1 text-sm whitespace-nowrap">
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === here ? "location" : undefined}
              className="-mb-px block border-b-2 border-transparent py-1.5 text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
