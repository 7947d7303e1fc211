import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { feedPaths } from "#src/contract/api/feeds.ts";
import { Day, DocumentPage, JsonLd, Neighbours, Related } from "#src/web/components/content/document-page.tsx";
import { findPost } from "#src/product/content/library.ts";
import { siteOrigin, type PageProps } from "#src/web/page-request.ts";

export async function generateMetadata({ params }: PageProps<"slug">): Promise<Metadata> {
  const found = findPost((await params).slug);
  if (found === null) notFound();
  const { title, summary, path, published, updated, tags } = found.document;
  return {
    title,
    description: summary,
    alternates: { canonical: path, types: { "application/rss+xml": feedPaths.rss } },
    openGraph: {
      type: "article",
      siteName: "Conclave",
      title,
      description: summary,
      url: path,
      publishedTime: published,
      modifiedTime: updated,
      tags,
    },
  };
}

export default async function BlogPost({ params }: PageProps<"slug">) {
  const found = findPost((await params).slug);
  if (found === null) notFound();
  const { document, previous, next, related } = found;
  const { title, summary, path, published, updated, minutes } = document;
  const origin = await siteOrigin();
  const organisation = { "@type": "Organization", name: "Conclave", url: origin };
  return (
    <DocumentPage
      document={document}
      steps={[{ label: "Blog", href: "/blog" }, { label: title }]}
      about={
        <>
          <Day at={published} />
          <span>{minutes} min read</span>
        </>
      }
    >
      <Related documents={related} />
      <Neighbours label="Previous and next posts" previous={previous} next={next} />
      <JsonLd
        data={{
          "@type": "BlogPosting",
          headline: title,
          description: summary,
          url: `${origin}${path}`,
          mainEntityOfPage: `${origin}${path}`,
          datePublished: published,
          dateModified: updated,
          inLanguage: "en",
          author: organisation,
          publisher: organisation,
        }}
      />
    </DocumentPage>
  );
}
