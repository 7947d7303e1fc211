import http from "node:http";
import https from "node:https";
import { InvalidInput } from "./errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Which way requests to vendors and models go. */
export interface Proxies {
  /** `null`: directly. */
  readonly http: string | null;
  readonly https: string | null;
  /** Hosts that are asked directly. */
  readonly direct: readonly string[];
}

/** The service asks its own parts, and models on the same machine. */
const own = ["localhost", "127.0.0.1", "::1", "[::1]"];

/**
 * As `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` say it, in either case; `null` where none is set.
 * @throws InvalidInput that names the variable, and never its value: it may hold a password
 */
export function proxiesOf(env: Env): Proxies | null {
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
  const inner = ["SIGNAL_ENGINE_URL", "WEB_URL"].flatMap((name) => {
    const url = env[name] ?? "";
    return URL.canParse(url) ? [new URL(url).hostname] : [];
  });
  const named = (given("NO_PROXY") ?? "").split(/[\s,]+/).filter((one) => one !== "");
  return { ...proxies, direct: [...new Set([...named, ...own, ...inner])] };
}

/** Makes this process's `fetch` go that way. Webhooks keep to their own connections, which are checked by address. */
export function useProxies(proxies: Proxies | null): void {
  if (proxies === null) return;
  const [plain, secure] = [http.globalAgent, https.globalAgent];
  http.setGlobalProxyFromEnv({
    // Asked for by its type; the three below are all that is read.
    NODE_ENV: "production",
    ...(proxies.http !== null && { HTTP_PROXY: proxies.http }),
    ...(proxies.https !== null && { HTTPS_PROXY: proxies.https }),
    NO_PROXY: proxies.direct.join(","),
  });
  http.globalAgent = plain;
  https.globalAgent = secure;
}

/** The proxy that a request goes through, without its password; `null`: directly. */
export function wayTo(url: string, proxies: Proxies | null): string | null {
  const { protocol, hostname, port } = new URL(url);
  const proxy = protocol === "https:" ? proxies?.https : proxies?.http;
  if (proxies === null || proxy == null || proxies.direct.some((rule) => covers(rule, hostname, port))) return null;
  return new URL(proxy).host;
}

function covers(rule: string, host: string, port: string): boolean {
  const [, name = rule, only] = /^(.+?)(?::(\d+))?$/.exec(rule.toLowerCase()) ?? [];
  if (only !== undefined && !rule.startsWith("[") && !rule.includes("::") && only !== port) return false;
  if (rule === "*") return true;
  const bare = name.replace(/^\*?\./, "");
  return host === rule || host === bare || (bare !== name && host.endsWith(`.${bare}`));
}
