import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { routes } from "#src/contract/api/routes.ts";
import { isOldHealthCheck, soleHost } from "#src/core/network/exposure.ts";

/** Whose word on a request counts, and under which address the service is known. */
export interface Surroundings {
  /** Without a slash at its end; `null`: whatever was asked for. */
  readonly publicUrl: string | null;
  /** Addresses, and networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
}

/**
 * What only a proxy, the front door or Next itself may say. Where a client could say it, it would choose its own
 * address, nonce or cached page.
 */
const reserved =
  /^(?:x-(?:forwarded|middleware|invoke|matched|now|vercel|prerender|next|action|conclave)-|x-nextjs-data$|x-nonce$|content-security-policy|next-resume$)/;

/** What proxies and tunnels add to a request on its way, each in its own fashion. */
const ofProxies =
  /^(?:forwarded$|via$|x-forwarded(?:-|$)|x-(?:real|client|cluster-client|envoy-external)-|x-original-(?:host|forwarded)|true-client-ip$|cf-|cdn-|fly-|fastly-|tailscale-|x-(?:amzn|arr|azure|appengine|cloud)-)/;

/** Only where a trusted proxy says something else than the socket. */
const told = new WeakMap<IncomingMessage, string>();

/** Who asks, by IP address; behind a trusted proxy the one that it names. Empty once the connection is gone. */
export function clientAddress(request: IncomingMessage): string {
  return told.get(request) ?? plain(request.socket.remoteAddress ?? "");
}

export interface Arrival {
  /** The host that was asked for; `null` where that is none, or two. */
  readonly asked: string | null;
  /** Something stands between the client and us, and says so. */
  readonly relayed: boolean;
}

/**
 * Makes a function that takes away what a client must not say, and puts `x-forwarded-for`, `-host` and `-proto` in
 * its place: one value each, for Next, the session handlers and ourselves to rely on.
 */
export function createForwarding({ publicUrl, trustedProxies }: Surroundings): (request: IncomingMessage) => Arrival {
  const trusts = trustIn(trustedProxies);
  const fixed = publicUrl === null ? null : new URL(publicUrl);
  return (request) => {
    const { headers } = request;
    const peer = plain(request.socket.remoteAddress ?? "");
    const isTrusted = trusts(peer);
    const client = isTrusted ? lastUntrusted(headers["x-forwarded-for"], peer, trusts) : peer;
    const isCheck = isOldHealthCheck(request, [routes.getHealth.path]);
    if (isCheck && headers.host === undefined) setHeader(request, "host", "localhost");
    const named = soleHost(request.rawHeaders);
    const asked = (isTrusted && named !== null ? validHost(headers["x-forwarded-host"]) : null) ?? named;
    const proto =
      fixed?.protocol.slice(0, -1) ?? (isTrusted && last(headers["x-forwarded-proto"]) === "https" ? "https" : "http");
    // Only a proxy speaks HTTP/1.0 otherwise: nginx does, and adds nothing else unless it is told to.
    let relayed = request.httpVersionMinor === 0 && !isCheck;
    for (const name in headers)
      if (ofProxies.test(name)) {
        relayed = true;
        dropHeader(request, name);
      } else if (reserved.test(name)) dropHeader(request, name);
    if (client !== peer) told.set(request, client);
    setHeader(request, "x-forwarded-for", client);
    setHeader(request, "x-forwarded-host", fixed?.host ?? asked ?? "");
    setHeader(request, "x-forwarded-proto", proto);
    return { asked, relayed };
  };
}

/** In both forms that Node keeps: Hono reads the raw one, the proxy the other. */
export function setHeader(request: IncomingMessage, name: string, value: string): void {
  request.headers[name] = value;
  request.rawHeaders.push(name, value);
}

function dropHeader(request: IncomingMessage, name: string): void {
  delete request.headers[name];
  const raw = request.rawHeaders;
  for (let at = raw.length - 2; at >= 0; at -= 2) if (raw[at]?.toLowerCase() === name) raw.splice(at, 2);
}

/** Whether an address is one of the proxies whose word is taken. */
export function trustIn(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** From the right: each trusted proxy vouches for the one before it, and for no more. */
function lastUntrusted(
  forwardedFor: string | string[] | undefined,
  peer: string,
  trusts: (address: string) => boolean,
): string {
  let client = peer;
  for (const entry of String(forwardedFor ?? "")
    .split(",")
    .toReversed()) {
    const address = plain(
      entry
        .trim()
        .replace(/^\[(.*)\](:\d+)?$/, "$1")
        .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1"),
    );
    if (isIP(address) === 0) break;
    client = address;
    if (!trusts(address)) break;
  }
  return client;
}

function last(list: string | string[] | undefined): string | null {
  return (
    String(list ?? "")
      .split(",")
      .at(-1)
      ?.trim() ?? null
  );
}

function validHost(list: string | string[] | undefined): string | null {
  const host = last(list);
  return host !== null && /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) ? host : null;
}

/** An IPv4 address that came through an IPv6 socket is an IPv4 address. */
export function plain(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
