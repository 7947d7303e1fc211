import type { IncomingMessage } from "node:http";

/**
 * `same`: a page of ours; `foreign`: another site; `unknown`: it does not say. Cookies need `same`, or `unknown` with
 * the CSRF token.
 * @param request with the front door's `x-forwarded-host`
 */
export function provenance({ headers }: Pick<IncomingMessage, "headers">): "same" | "foreign" | "unknown" {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  if (origin !== undefined) return isOurs(origin, headers) ? "same" : "foreign";
  if (site === undefined) return "unknown";
  // `none`: the user's own doing, such as a bookmark.
  return site === "same-origin" || site === "none" ? "same" : "foreign";
}

function isOurs(origin: string, headers: IncomingMessage["headers"]): boolean {
  const host = String(headers["x-forwarded-host"] ?? headers.host ?? "");
  const given = URL.parse(origin);
  // Sandboxed pages send "null".
  if (given === null || host === "") return false;
  // An unnamed proxy may speak https where we see http.
  if (headers["x-forwarded-proto"] === "https" && given.protocol !== "https:") return false;
  return /^https?:$/.test(given.protocol) && given.host === URL.parse(`${given.protocol}//${host}`)?.host;
}
