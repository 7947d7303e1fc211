import { lookup } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { InvalidField } from "#src/core/errors.ts";

/** All addresses of a host name. Rejects when it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** The message names the host and no address. */
export class AddressRefused extends Error {}

/** The name is part of a sealed address. */
const notPublic = "the host is not public";

/**
 * Special-purpose IPv4.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const special4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Inside 2000::/3 but not global: Teredo, documentation, 6to4. */
const special6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

/** Where IPv4 addresses are reached from a network that has only IPv6. */
const translated = "64:ff9b::";

const special = new BlockList();
for (const [network, bits] of special4) {
  special.addSubnet(network, bits, "ipv4");
  special.addSubnet(`${translated}${network}`, 96 + bits, "ipv6");
}
for (const [network, bits] of special6) special.addSubnet(network, bits, "ipv6");

const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
global6.addSubnet(translated, 96, "ipv6");

/** False for what is no IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return global6.check(address, "ipv6") && !special.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * A name's addresses, if every one of them may be asked.
 * @throws AddressRefused
 */
async function allowedAddresses(
  host: string,
  resolve: Resolve,
  allowed: (address: string) => boolean,
): Promise<readonly string[]> {
  // Unknown names get the same words, so private networks stay unknown.
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0 || !addresses.every(allowed)) throw new AddressRefused(notPublic);
  return addresses;
}

/**
 * In any spelling, and `localhost`. Other names are checked at delivery.
 * @throws InvalidField
 */
export function refuseHiddenHost(
  field: string,
  url: string,
  { webhookAllowPrivate }: { readonly webhookAllowPrivate: boolean },
): void {
  // The parser knows octal, hexadecimal, full-width digits and userinfo.
  const { hostname } = new URL(url);
  const host = hostOf(hostname);
  const hidden = isIP(host) === 0 ? /(?:^|\.)localhost$/.test(host) : !isPublicAddress(host);
  if (hidden && !webhookAllowPrivate)
    throw new InvalidField(field, url, `must be reachable from the internet; ${hostname} is a private address`);
}

function hostOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** An address as host of a URL is never looked up. @throws AddressRefused */
export function refuseAddress({ hostname }: URL, allowed: (address: string) => boolean): void {
  const host = hostOf(hostname);
  if (isIP(host) !== 0 && !allowed(host)) throw new AddressRefused(notPublic);
}

/** Connects to the checked addresses, so no name can rebind in between. */
export function guardedLookup(resolve: Resolve, allowed: (address: string) => boolean): LookupFunction {
  const find = callbackify((host: string) => allowedAddresses(host, resolve, allowed));
  return (host, options, done) => {
    find(host, (error, addresses) => {
      if (error !== null) return done(error, []);
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      return options.all === true ? done(null, found) : done(null, found[0]?.address ?? "", found[0]?.family);
    });
  };
}
