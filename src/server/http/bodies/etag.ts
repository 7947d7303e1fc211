import type { RequestContext } from "../env.ts";

/** By `If-None-Match` (RFC 9110, 13.1.2). */
export function isKnown(c: RequestContext, etag: string): boolean {
  const given = (c.req.header("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return given.includes(etag) || given.includes("*");
}
