import { Search } from "lucide-react";
import Link from "next/link";
import type { Hit } from "#src/product/content/search.ts";
import { counted } from "#src/core/number-text.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { Input } from "#src/web/components/ui/input.tsx";

/** A plain form: it works before any script does, and the address of a search can be passed on. */
export function HelpSearch({ query }: { query: string | null }) {
  return (
    <search>
      <form method="get" action="/help" className="flex max-w-2xl gap-2">
        <label htmlFor="q" className="sr-only">
          Search the help articles
        </label>
        <Input
          id="q"
          name="q"
          type="search"
          defaultValue={query ?? ""}
          maxLength={200}
          placeholder="Search for refund, 429, webhook…"
        />
        <Button type="submit">
          <Search aria-hidden /> Search
        </Button>
      </form>
    </search>
  );
}

export function HelpResults({ query, hits }: { query: string; hits: readonly Hit[] }) {
  return (
    <section aria-labelledby="results" className="mt-8 max-w-3xl">
      <h2 id="results" className="text-base font-semibold">
        {hits.length === 0 ? "Nothing found" : `${counted(hits.length, "article")} for “${query}”`}
      </h2>
      {hits.length === 0 ? (
        <EmptyState
          icon={Search}
          title={`No results for “${query}”`}
          action={
            <Button asChild variant="secondary">
              <Link href="/help">All articles</Link>
            </Button>
          }
        >
          Try a single word or a synonym.
        </EmptyState>
      ) : (
        <ol className="mt-4 grid">
          {hits.map(({ article, passage, excerpt }) => (
            <li key={article.slug} className="grid gap-1 border-t py-4">
              <Link
                href={passage.url}
                className="justify-self-start text-base font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
              >
                {article.title}
                {passage.heading === null ? "" : `: ${passage.heading}`}
              </Link>
              <p className="text-sm text-muted">{excerpt}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
