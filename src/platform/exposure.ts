import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Who can reach the service, as its settings say it. Every role asks this, and none looks at the settings itself. */
export interface Exposure {
  /** Nobody reaches it but who is on its machine. What is for development alone is for such a service. */
  readonly local: boolean;
  /** No key is asked for. */
  readonly open: boolean;
  /** Whether we answer to what a Host header names; a page can have its own name point here, and no other. */
  admits(host: string): boolean;
}

export interface Reach {
  /** What it listens on. */
  readonly host: string;
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
  /** Names that people may use beside PUBLIC_URL's. */
  readonly allowedHosts: readonly string[];
  /** `null`: open where nobody else reaches it, key elsewhere. */
  readonly auth: "open" | "key" | null;
}

const hostHeader = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** By address, proxies and names alike: a service on a loopback address may still have a proxy in front (docs/adr/0023). */
export function exposureOf({ host, publicUrl, trustedProxies, allowedHosts, auth }: Reach): Exposure {
  const bound = isLoopbackName(host);
  const names = new Set(allowedHosts.map(nameOf));
  if (publicUrl !== null) names.add(nameOf(new URL(publicUrl).host));
  const local = bound && trustedProxies.length === 0 && [...names].every(isLoopbackName);
  if (isIP(host) === 0) names.add(host.toLowerCase());
  return {
    local,
    open: auth === null ? local : auth === "open",
    admits(asked) {
      if (!hostHeader.test(asked)) return false;
      const name = nameOf(asked);
      // A number is no name that somebody could point here.
      return isLoopbackName(name) || names.has(name) || (!bound && isIP(name) !== 0);
    },
  };
}

/** Names and addresses that lead to the machine they are used on, wherever that is. */
export function isLoopbackName(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return isIP(name) === 4 ? name.startsWith("127.") : name === "::1";
}

/** The name in a Host header: without port, brackets and the dot at its end. */
export function nameOf(host: string): string {
  return host
    .replace(/:\d*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();
}

/** The Host header; `null` for none, and for several: who reads the first and who reads the last would not agree. */
export function soleHost(rawHeaders: readonly string[]): string | null {
  let host: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length !== 4 || name.toLowerCase() !== "host") continue;
    if (host !== null) return null;
    host = rawHeaders[at + 1] ?? "";
  }
  return host;
}

/** What load balancers ask in HTTP/1.0 to this day, most without a Host header. No browser does. */
export function isOldHealthCheck({ httpVersionMinor, method, url = "" }: IncomingMessage, paths: readonly string[]) {
  return httpVersionMinor === 0 && (method === "GET" || method === "HEAD") && paths.includes(url.replace(/\?.*/, ""));
}
