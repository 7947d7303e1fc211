import type { MetadataRoute } from "next";
import { loadArticles, loadPosts } from "#src/product/content/library.ts";
import { readRanking } from "#src/product/instruments/reading.ts";
import { webContext } from "#src/web/context.ts";
import { siteOrigin } from "#src/web/page-request.ts";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = await siteOrigin();
  const { opinions, reviews } = await readRanking(webContext(), { actor: null });
  const instruments = [...opinions, ...reviews].map(({ symbol }) => `/instruments/${encodeURIComponent(symbol)}`);
  const pages = [
    "/",
    "/pricing",
    "/ranking",
    "/track-record",
    "/help",
    "/blog",
    "/docs/api",
    "/status",
    ...instruments,
  ].map((path) => ({
    url: `${origin}${path}`,
  }));
  const texts = [...loadArticles(), ...loadPosts()].map(({ path, updated }) => ({
    url: `${origin}${path}`,
    lastModified: updated,
  }));
  return [...pages, ...texts];
}
