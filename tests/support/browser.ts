import { createHmac } from "node:crypto";
import { once } from "node:events";
import { IncomingMessage, request } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { z } from "zod";

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  /** Read as JSON where it is JSON, else its text. */
  readonly body: unknown;
  readonly text: string;
}

export interface Asked {
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** `null` sends none. By default the server's own, for what is not GET. */
  readonly origin?: string | null;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  get(path: string, asked?: Asked): Promise<Seen>;
  post(path: string, json?: unknown, asked?: Asked): Promise<Seen>;
  send(method: string, path: string, asked?: Asked): Promise<Seen>;
  /** A form, as a browser itself sends it, and not a script: `fetch` would say that it is one. */
  submit(path: string, fields: Readonly<Record<string, string>>, asked?: Omit<Asked, "json">): Promise<Seen>;
}

/** Keeps cookies and says where it comes from, as browsers do. Follows nothing. */
export function openBrowser(base: string, userAgent = "Tester/1.0"): Browser {
  const cookies = new Map<string, string>();
  async function send(method: string, path: string, { json, headers = {}, origin }: Asked = {}): Promise<Seen> {
    const from = origin === undefined && method !== "GET" ? base : (origin ?? null);
    const answer = await fetch(path.startsWith("http") ? path : `${base}${path}`, {
      method,
      redirect: "manual",
      headers: {
        "user-agent": userAgent,
        ...(cookies.size > 0 && { cookie: cookieHeader() }),
        ...(from !== null && { origin: from }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    for (const cookie of answer.headers.getSetCookie()) keep(cookie);
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : text };
  }
  async function submit(path: string, fields: Readonly<Record<string, string>>, asked: Asked = {}): Promise<Seen> {
    const { headers = {}, origin = base } = asked;
    const sent = request(`${base}${path}`, {
      method: "POST",
      headers: {
        "user-agent": userAgent,
        accept: "text/html",
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-mode": "navigate",
        cookie: cookieHeader(),
        ...(origin !== null && { origin }),
        ...headers,
      },
    }).end(new URLSearchParams(fields).toString());
    const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(sent, "response"));
    for (const cookie of answer.headers["set-cookie"] ?? []) keep(cookie);
    const given = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    );
    const body = await textOf(answer);
    return { status: answer.statusCode ?? 0, headers: new Headers(given), body, text: body };
  }
  function cookieHeader(): string {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  function keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const gone = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
    if (gone) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return {
    cookies,
    send,
    submit,
    get: (path, asked) => send("GET", path, asked),
    post: (path, json = {}, asked = {}) => send("POST", path, { json, ...asked }),
  };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator shows at an instant for an `otpauth:` address. @see RFC 6238 */
export function totp(uri: string, at: number): string {
  const url = new URL(uri);
  const secret = url.searchParams.get("secret") ?? "";
  const bits = [...secret.replaceAll("=", "")]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 1000 / Number(url.searchParams.get("period") ?? 30))));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
