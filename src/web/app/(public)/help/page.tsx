import type { Metadata } from "next";
import { loadArticles } from "#src/content/library.ts";
import { Section, sections } from "#src/content/front-matter.ts";
import { searchArticles } from "#src/content/search.ts";
import { HelpResults, HelpSearch } from "#src/web/components/content/help-search.tsx";
import { DocumentLinks } from "#src/web/components/content/neighbours.tsx";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";

const description =
  "How to read a rating, how plans and deposits work, how to use the API, and how to run Conclave yourself.";

interface Props {
  readonly searchParams: SearchParams;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = await paramOf(searchParams, "q");
  // A search is no page of its own for search engines.
  if (query !== null) return { title: `Help: ${query.slice(0, 60)}`, robots: { index: false } };
  return { title: "Help", description, alternates: { canonical: "/help" } };
}

export default async function Help({ searchParams }: Props) {
  const query = await paramOf(searchParams, "q");
  const articles = loadArticles();
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <div className="mb-6 grid gap-2">
        <h1 className="text-3xl font-semibold">Help</h1>
        <p className="max-w-2xl text-base text-muted">
          {articles.length} short articles, and the{" "}
          <a
            href="/docs/api"
            className="text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
          >
            API reference
          </a>
          .
        </p>
      </div>
      <HelpSearch query={query} />
      {query === null ? (
        <div className="mt-12 grid gap-x-12 gap-y-12 md:grid-cols-2">
          {Section.options.map((section) => (
            <section
              key={section}
              id={section}
              aria-labelledby={`${section}-title`}
              className="grid content-start gap-4 border-t pt-5"
            >
              <div className="grid gap-0.5">
                <h2 id={`${section}-title`} className="text-lg font-semibold">
                  {sections[section].title}
                </h2>
                <p className="text-sm text-muted">{sections[section].about}</p>
              </div>
              <DocumentLinks documents={articles.filter((article) => article.section === section)} />
            </section>
          ))}
        </div>
      ) : (
        <HelpResults query={query} hits={searchArticles(query)} />
      )}
    </main>
  );
}
