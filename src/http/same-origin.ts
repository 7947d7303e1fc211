import type { IncomingMessage } from "node:http";

/**
 * Where a request that changes something comes from: a page of ours (`same`), another site's or a page that hides
 * where it is (`foreign`), or something that does not say, as programs do (`unknown`).
 *
 * A request with a cookie needs `same`, or `unknown` with the CSRF token. `foreign` is refused, whatever it brings.
 * @param request as the front door has settled it: its `x-forwarded-host` is ours
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
  // "null" is what a sandboxed page sends, and one of another scheme than the web's.
  if (given === null || host === "") return false;
  // A proxy that is not named to us may speak https where we see http; never the other way round.
  if (headers["x-forwarded-proto"] === "https" && given.protocol !== "https:") return false;
  return /^https?:$/.test(given.protocol) && given.host === URL.parse(`${given.protocol}//${host}`)?.host;
}
