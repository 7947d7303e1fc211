import http from "node:http";
import https from "node:https";
import { BlockList, isIP } from "node:net";
import { InvalidInput } from "../errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The proxies for requests to vendors and models. */
export interface Proxies {
  /** `null`: directly. */
  readonly http: string | null;
  readonly https: string | null;
  /** Hosts that are asked directly. */
  readonly direct: readonly string[];
}

/** The service's own parts, and models on the same machine, are asked directly. */
const own = ["localhost", "127.0.0.1", "::1", "[::1]"];

/**
 * In either case; `null` where none is set.
 * @param parts addresses of the service's other roles
 * @throws InvalidInput that never shows a value: it may hold a password
 */
export function proxiesOf(env: Env, parts: readonly (string | null)[] = []): Proxies | null {
  const given = (name: string): string | null => {
    const text = (env[name.toLowerCase()] ?? "").trim() || (env[name] ?? "").trim();
    return text === "" ? null : text;
  };
  const all = given("ALL_PROXY");
  const address = (name: string): string | null => {
    const [text, variable] = given(name) === null ? [all, "ALL_PROXY"] : [given(name), name];
    if (text === null) return null;
    const whole = /^[a-z\d+.-]+:\/\//i.test(text) ? text : `http://${text}`;
    if (!URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol))
      throw new InvalidInput(`${variable} must be the http or https address of a proxy; socks is not supported`);
    return whole;
  };
  const proxies = { http: address("HTTP_PROXY"), https: address("HTTPS_PROXY") };
  if (proxies.http === null && proxies.https === null) return null;
  const inner = parts.flatMap((url) => (url === null ? [] : [new URL(url).hostname]));
  const named = (given("NO_PROXY") ?? "").split(/[\s,]+/).filter((one) => one !== "");
  return { ...proxies, direct: [...new Set([...named, ...own, ...inner, ...addressesIn(named, env)])] };
}

/** Node does not support networks such as `10.0.0.0/8`, so the configured addresses in them are listed. */
function addressesIn(rules: readonly string[], env: Env): string[] {
  const networks = new BlockList();
  for (const [, address = "", bits] of rules.flatMap((rule) => [/^([\d.]+|[\da-f:]+)\/(\d{1,3})$/i.exec(rule) ?? []]))
    if (isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128))
      networks.addSubnet(address, Number(bits), isIP(address) === 4 ? "ipv4" : "ipv6");
  // Some hold several, with their names before them.
  const urls = Object.values(env).flatMap((value = "") => value.match(/https?:\/\/[^\s,"']+/gi) ?? []);
  return urls.flatMap((url) => {
    const host = URL.parse(url)?.hostname ?? "";
    const bare = host.replace(/^\[|\]$/g, "");
    return isIP(bare) !== 0 && networks.check(bare, isIP(bare) === 4 ? "ipv4" : "ipv6") ? [host] : [];
  });
}

/** Webhooks keep their own, checked connections. */
export function useProxies(proxies: Proxies | null): void {
  if (proxies === null) return;
  const [plain, secure] = [http.globalAgent, https.globalAgent];
  http.setGlobalProxyFromEnv({
    // NODE_ENV is required by the type; only the three below are read.
    NODE_ENV: "production",
    ...(proxies.http !== null && { HTTP_PROXY: proxies.http }),
    ...(proxies.https !== null && { HTTPS_PROXY: proxies.https }),
    NO_PROXY: proxies.direct.join(","),
  });
  http.globalAgent = plain;
  https.globalAgent = secure;
}

/** The proxy of a request, without its password; `null`: none. */
export function wayTo(url: string, proxies: Proxies | null): string | null {
  const { protocol, hostname, port: given } = new URL(url);
  const port = given === "" ? (protocol === "https:" ? "443" : "80") : given;
  const proxy = protocol === "https:" ? proxies?.https : proxies?.http;
  if (proxies === null || proxy == null || proxies.direct.some((rule) => covers(rule, hostname, port))) return null;
  return new URL(proxy).host;
}

/** A name includes its subdomains, as in `fetch`. */
function covers(rule: string, host: string, port: string): boolean {
  const [, name = rule, only] = /^(\[.*\]|[^:]+)(?::(\d+))?$/.exec(rule.toLowerCase()) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\*?\./, "");
  return bare === "*" || host === bare || host.endsWith(`.${bare}`);
}

/** @param error what `fetch` threw */
export function connectionWords(error: unknown): string {
  const said = causes(error);
  for (const { message, code } of said) {
    const [, proxied = ""] = /Proxy response \((\d+)\)/.exec(message) ?? [];
    if (proxied === "407") return "the proxy requires a sign-in (407): add a user and password to HTTPS_PROXY";
    if (proxied !== "")
      return `the proxy refused the connection (${proxied}): add this host to NO_PROXY if it needs no proxy`;
    if (/CERT|SIGNATURE|ISSUER/.test(code))
      return `its certificate is not trusted (${code}): give Node your organisation's certificate with NODE_EXTRA_CA_CERTS in the environment`;
    const [, host = ""] = /ENOTFOUND (\S+)/.exec(message) ?? [];
    if (host !== "") return `there is no host named ${host}`;
    const [, address = ""] = /ECONNREFUSED (\S+)/.exec(message) ?? [];
    if (address !== "") return `nothing listens at ${address}`;
  }
  return said.findLast(({ message }) => message !== "")?.message ?? "it failed";
}

const mostDeep = 5;

/** An error and its causes, from the outside in. */
function causes(error: unknown, deep = 0): { readonly message: string; readonly code: string }[] {
  if (!(error instanceof Error) || deep > mostDeep) return [];
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const inner: readonly unknown[] = error instanceof AggregateError ? error.errors : [error.cause];
  return [{ message: error.message, code }, ...inner.flatMap((one) => causes(one, deep + 1))];
}
