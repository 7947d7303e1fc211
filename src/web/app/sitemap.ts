import type { MetadataRoute } from "next";
import { loadArticles, loadPosts } from "#src/content/library.ts";
import { siteOrigin } from "#src/web/site-origin.ts";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = await siteOrigin();
  const pages = ["/", "/pricing", "/track-record", "/help", "/blog", "/docs/api"].map((path) => ({
    url: `${origin}${path}`,
  }));
  const texts = [...loadArticles(), ...loadPosts()].map(({ path, updated }) => ({
    url: `${origin}${path}`,
    lastModified: updated,
  }));
  return [...pages, ...texts];
}
