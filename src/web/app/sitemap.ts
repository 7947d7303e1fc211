import type { MetadataRoute } from "next";
import { siteOrigin } from "#src/web/site-origin.ts";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = await siteOrigin();
  return ["/", "/pricing", "/help", "/docs/api"].map((path) => ({ url: `${origin}${path}` }));
}
