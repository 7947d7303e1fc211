import { Rss } from "lucide-react";
import type { Metadata } from "next";
import { loadPosts } from "#src/product/content/library.ts";
import { feedPaths } from "#src/contract/api/feeds.ts";
import { Day, JsonLd } from "#src/web/components/content/document-page.tsx";
import { Badge, TextLink } from "#src/web/components/ui/elements.tsx";
import { siteOrigin } from "#src/web/page-request.ts";

const description = "How the debate is built, what we measured, and what it is not suited for.";

export const metadata: Metadata = {
  title: "Blog",
  description,
  alternates: {
    canonical: "/blog",
    types: {
      "application/rss+xml": feedPaths.rss,
      "application/atom+xml": feedPaths.atom,
      "application/feed+json": feedPaths.json,
    },
  },
};

export default async function Blog() {
  const posts = loadPosts();
  const origin = await siteOrigin();
  return (
    <>
      <div className="mb-10 flex max-w-3xl flex-wrap items-end justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="text-3xl font-semibold">Blog</h1>
          <p className="text-base text-muted">{description}</p>
        </div>
        <a
          href={feedPaths.rss}
          className="flex items-center gap-1.5 text-sm text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
        >
          <Rss aria-hidden className="size-4" /> RSS
        </a>
      </div>
      <ol className="grid max-w-3xl">
        {posts.map(({ slug, path, title, summary, published, minutes, tags }) => (
          <li key={slug}>
            <article className="grid gap-2 border-t py-7">
              <p className="flex flex-wrap items-center gap-x-3 text-sm text-faint">
                <Day at={published} />
                <span>{minutes} min read</span>
              </p>
              <h2 className="text-xl font-semibold">
                <TextLink href={path} quiet className="hover:text-accent">
                  {title}
                </TextLink>
              </h2>
              <p className="text-base text-muted">{summary}</p>
              <p className="flex flex-wrap gap-1.5 pt-1">
                {tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </p>
            </article>
          </li>
        ))}
      </ol>
      <JsonLd data={{ "@type": "Blog", name: "Conclave blog", description, url: `${origin}/blog`, inLanguage: "en" }} />
    </>
  );
}
