import type { MetadataRoute } from "next";
import { siteOrigin } from "#src/web/page-request.ts";

/** What belongs to an account is of no use to a search engine. */
const closed = [
  "/admin",
  "/analyses",
  "/api/",
  "/backtests",
  "/billing",
  "/connect",
  "/dashboard",
  "/deposits",
  "/dev/",
  "/keys",
  "/portfolios",
  "/ref/",
  "/referrals",
  "/settings",
  "/signals",
  "/v1/",
  "/webhooks",
];

export default async function robots(): Promise<MetadataRoute.Robots> {
  const origin = await siteOrigin();
  return { rules: { userAgent: "*", allow: "/", disallow: closed }, sitemap: `${origin}/sitemap.xml` };
}
