/** What the page is, for search engines. A block of data: no script runs, so no nonce is asked for. */
export function JsonLd({ data }: { data: Readonly<Record<string, unknown>> }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
