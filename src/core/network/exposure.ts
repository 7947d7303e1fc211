import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { InvalidInput } from "../errors.ts";
import { constants } from "../config/variables.ts";

/** Every role asks this instead of the settings. */
export interface Exposure {
  /** Nobody but this machine; development features need it. */
  readonly local: boolean;
  /** No key is asked for. */
  readonly open: boolean;
  /** A foreign page can point its own name here. */
  admits(host: string): boolean;
}

export interface Reach {
  /** What it listens on. */
  readonly host: string;
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly string[];
  /** Names that people may use beside PUBLIC_URL's. */
  readonly allowedHosts: readonly string[];
  /** `null`: open where only this machine reaches it, else with a key. */
  readonly auth: "open" | "key" | null;
}

const hostHeader = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** A loopback address may still have a proxy in front (docs/adr/0023). */
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
      // A numeric address cannot be rebound by DNS.
      return isLoopbackName(name) || names.has(name) || (!bound && isIP(name) !== 0);
    },
  };
}

export function isLoopbackName(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return isIP(name) === 4 ? name.startsWith("127.") : name === "::1";
}

/** Without port, brackets and final dot. */
export function nameOf(host: string): string {
  return host
    .replace(/:\d*$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();
}

/** `null` for none or several: readers would disagree. */
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

/** Load balancers ask like this; no browser does. */
export function isOldHealthCheck({ httpVersionMinor, method, url = "" }: IncomingMessage, paths: readonly string[]) {
  return httpVersionMinor === 0 && (method === "GET" || method === "HEAD") && paths.includes(url.replace(/\?.*/, ""));
}

/** What listens everywhere answers on loopback. */
export function addressOf(host: string, port: number): string {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

/** PUBLIC_URL, else this machine by name: passkeys take no IP address. */
export function publicAddress({
  publicUrl,
  host,
  port,
}: {
  readonly publicUrl: string | null;
  readonly host: string;
  readonly port: number;
}): string {
  if (publicUrl !== null) return publicUrl;
  return isLoopbackName(host) || host === "0.0.0.0" || host === "::"
    ? `http://localhost:${port}`
    : addressOf(host, port);
}

/** Where a role tells how it is, and pages are rendered: for its own machine, or for a network of the operator's. */
export interface Inner {
  readonly host: string;
  readonly port: number;
}

/**
 * `[HOST:]PORT`, as a role's `--internal` has it.
 * @throws InvalidInput
 */
export function readInner(text: string | undefined, usualPort: number): Inner {
  if (text === undefined) return { host: constants.internalHost, port: usualPort };
  const [, host = constants.internalHost, digits = ""] = /^(?:\[?([^\s\]]+?)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535)
    throw new InvalidInput("--internal: must be a port, or an address such as 0.0.0.0:3001");
  return { host, port };
}
