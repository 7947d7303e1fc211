import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { sections, findArticle } from "#src/product/content/library.ts";
import { Day, DocumentPage, JsonLd, Neighbours, Related } from "#src/web/components/content/document-page.tsx";
import { siteOrigin, type PageProps } from "#src/web/page-request.ts";

export async function generateMetadata({ params }: PageProps<"slug">): Promise<Metadata> {
  const found = findArticle((await params).slug);
  if (found === null) notFound();
  const { title, summary, path, updated } = found.document;
  return {
    title,
    description: summary,
    alternates: { canonical: path },
    openGraph: { type: "article", siteName: "Conclave", title, description: summary, url: path, modifiedTime: updated },
  };
}

export default async function HelpArticle({ params }: PageProps<"slug">) {
  const found = findArticle((await params).slug);
  if (found === null) notFound();
  const { document, previous, next, related } = found;
  const { title, summary, path, updated, minutes, section } = document;
  const origin = await siteOrigin();
  const place = { label: sections[section].title, href: `/help#${section}` };
  return (
    <DocumentPage
      document={document}
      steps={[{ label: "Help", href: "/help" }, place, { label: title }]}
      about={
        <>
          <span>{minutes} min read</span>
          <span>
            Updated <Day at={updated} />
          </span>
        </>
      }
    >
      <Related documents={related} />
      <Neighbours label="Previous and next articles" previous={previous} next={next} />
      <JsonLd
        data={{
          "@type": "TechArticle",
          headline: title,
          description: summary,
          url: `${origin}${path}`,
          dateModified: updated,
          inLanguage: "en",
          publisher: { "@type": "Organization", name: "Conclave", url: origin },
        }}
      />
      <JsonLd
        data={{
          "@type": "BreadcrumbList",
          itemListElement: [
            { "@type": "ListItem", position: 1, name: "Help", item: `${origin}/help` },
            { "@type": "ListItem", position: 2, name: place.label, item: `${origin}${place.href}` },
            { "@type": "ListItem", position: 3, name: title },
          ],
        }}
      />
    </DocumentPage>
  );
}
