import type { Heading } from "#src/content/markdown.ts";

/** The headings of a page: beside it where there is room, folded away above it where there is none. */
export function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length < 2) return null;
  return (
    <>
      <details className="rounded-md border bg-surface lg:hidden">
        <summary className="px-4 py-2.5 text-sm font-medium">On this page</summary>
        <nav aria-label="On this page" className="border-t px-4 py-3">
          <Places headings={headings} />
        </nav>
      </details>
      <nav
        aria-label="On this page (sidebar)"
        className="sticky top-20 hidden max-h-[calc(100dvh-6rem)] overflow-y-auto lg:block"
      >
        <p className="mb-3 text-xs font-medium text-muted">On this page</p>
        <Places headings={headings} />
      </nav>
    </>
  );
}

function Places({ headings }: { headings: readonly Heading[] }) {
  return (
    <ol className="grid gap-2 text-sm">
      {headings.map(({ id, text, level }) => (
        <li key={id} className={level === 3 ? "pl-4" : undefined}>
          <a href={`#${id}`} className="text-muted underline-offset-4 hover:text-ink hover:underline">
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
}
