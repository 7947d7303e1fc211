import type { Metadata } from "next";
import { loadArticles, Section, sections, type SectionTerms } from "#src/product/content/library.ts";
import { searchArticles, type Hit } from "#src/product/content/passages.ts";
import { DocumentLinks } from "#src/web/components/content/document-page.tsx";
import { paramOf, type PageProps } from "#src/web/page-request.ts";
import { Search } from "lucide-react";
import { counted } from "#src/core/text/number-text.ts";
import { Button, LinkButton, TextLink } from "#src/web/components/ui/elements.tsx";
import { EmptyState } from "#src/web/components/ui/page-parts.tsx";
import { Input } from "#src/web/components/ui/fields.tsx";

const description =
  "How to read a rating, how plans and deposits work, how to use the API, and how to run Conclave yourself.";

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const query = await paramOf(searchParams, "q");
  // A search is no page of its own for search engines.
  if (query !== null) return { title: `Help: ${query.slice(0, 60)}`, robots: { index: false } };
  return { title: "Help", description, alternates: { canonical: "/help" } };
}

export default async function Help({ searchParams }: PageProps) {
  const query = await paramOf(searchParams, "q");
  const articles = loadArticles();
  return (
    <>
      <div className="mb-6 grid gap-2">
        <h1 className="text-3xl font-semibold">Help</h1>
        <p className="max-w-2xl text-base text-muted">
          {articles.length} short articles, and the <TextLink href="/docs/api">API reference</TextLink>. If you run your
          own server, go to{" "}
          <a
            href="#operators"
            className="text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
          >
            Running Conclave
          </a>
          .
        </p>
      </div>
      <HelpSearch query={query} />
      {query === null ? (
        readers.map(({ reader, id, title }) => (
          <section key={id} aria-labelledby={id} className="mt-12 grid gap-8">
            <h2 id={id} className="scroll-mt-20 text-2xl font-semibold">
              {title}
            </h2>
            <div className="grid gap-x-12 gap-y-12 md:grid-cols-2">
              {Section.options.map((section) =>
                sections[section].reader === reader ? <HelpSection key={section} section={section} /> : null,
              )}
            </div>
          </section>
        ))
      ) : (
        <HelpResults query={query} hits={searchArticles(query)} />
      )}
    </>
  );
}

const readers = [
  { reader: "user", id: "users", title: "Using Conclave" },
  { reader: "operator", id: "operators", title: "Running Conclave" },
] as const satisfies readonly { reader: SectionTerms["reader"]; id: string; title: string }[];

function HelpSection({ section }: { readonly section: Section }) {
  const { title, about } = sections[section];
  return (
    <section id={section} aria-labelledby={`${section}-title`} className="grid content-start gap-4 border-t pt-5">
      <div className="grid gap-0.5">
        <h3 id={`${section}-title`} className="text-lg font-semibold">
          {title}
        </h3>
        <p className="text-sm text-muted">{about}</p>
      </div>
      <DocumentLinks documents={loadArticles().filter((article) => article.section === section)} />
    </section>
  );
}

/** A plain form: it works before any script does, and the address of a search can be passed on. */
function HelpSearch({ query }: { query: string | null }) {
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

function HelpResults({ query, hits }: { query: string; hits: readonly Hit[] }) {
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
            <LinkButton href="/help" variant="secondary">
              All articles
            </LinkButton>
          }
        >
          Try a single word or a synonym.
        </EmptyState>
      ) : (
        <ol className="mt-4 grid">
          {hits.map(({ article, passage, excerpt }) => (
            <li key={article.slug} className="grid gap-1 border-t py-4">
              <TextLink href={passage.url} className="justify-self-start text-base font-medium">
                {article.title}
                {passage.heading === null ? "" : `: ${passage.heading}`}
              </TextLink>
              <p className="text-sm text-muted">{excerpt}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
