import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { traceHeaders } from "#src/core/operation/telemetry.ts";
import {
  AddressRefused,
  guardedLookup,
  isPublicAddress,
  refuseAddress,
  systemResolve,
  type Resolve,
} from "#src/core/network/private-hosts.ts";
import { SecretUnreadable } from "#src/core/errors.ts";
import type { Sealed, Vault } from "#src/core/vault.ts";
import type { Tried } from "#src/product/outbox/public/retries.ts";
import { Webhook } from "standardwebhooks";
import type { Instant } from "#src/core/clock.ts";
import { randomBytes } from "node:crypto";

/** How the outside is reached. */
export interface Network {
  readonly resolve: Resolve;
  /** Which addresses may be asked. */
  readonly allowed: (address: string) => boolean;
  /** For one attempt. */
  readonly timeoutMs: number;
}

/** The internet, or with `allowPrivate` also this machine and the networks around it. */
export function outside(allowPrivate: boolean): Network {
  return { resolve: systemResolve, allowed: allowPrivate ? () => true : isPublicAddress, timeoutMs: 10_000 };
}

/** In a few words, without address, query or content. No status: no answer. */
interface Answered {
  readonly status: number | null;
  readonly error: string | null;
}

const redirects = [301, 302, 303, 307, 308];
/** Of an answer's body; it is not looked at. */
const mostBodyBytes = 64 * 1024;

/** Redirects are not followed. Never rejects. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  network: Network,
): Promise<Answered> {
  const { status, error } = await attempt(url, headers, body, network, (response) => {
    discard(response);
    return Promise.resolve("");
  });
  return { status, error };
}

/** What a service answered that says in its answer what is wrong. */
export interface Exchanged extends Answered {
  readonly headers: IncomingHttpHeaders;
  /** At most 64 KB of it; empty where nothing was answered. */
  readonly body: string;
}

/** As `post`, for services whose answers are read. */
export function exchange(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  network: Network,
): Promise<Exchanged> {
  return attempt(url, headers, body, network, readText);
}

async function attempt(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  network: Network,
  read: (response: IncomingMessage) => Promise<string>,
): Promise<Exchanged> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  try {
    const response = await send(new URL(url), headers, body, network, signal);
    const status = response.statusCode ?? 0;
    const text = await read(response);
    const error = redirects.includes(status) ? "redirects are not followed" : null;
    return { status, error, headers: response.headers, body: text };
  } catch (error) {
    const said = signal.aborted ? `no response within ${network.timeoutMs / 1000} s` : reasonOf(error);
    return { status: null, error: said, headers: {}, body: "" };
  }
}

async function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { resolve, allowed }: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  refuseAddress(url, allowed);
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((done, failed) => {
    const sent = request(url, {
      method: "POST",
      // Looked up and checked anew each time.
      agent: false,
      lookup: guardedLookup(resolve, allowed),
      headers: {
        ...headers,
        ...traceHeaders(),
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Conclave",
      },
      signal,
    });
    sent.once("error", failed);
    sent.once("response", done);
    sent.end(body);
  });
}

/** Cutting it off would look like our failure. */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on("error", () => {});
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBodyBytes) response.destroy();
  });
}

/** Cut at `mostBodyBytes`. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const piece = Buffer.from(chunk);
    chunks.push(piece);
    bytes += piece.length;
    if (bytes > mostBodyBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBodyBytes).toString("utf8");
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const [first] = error instanceof AggregateError ? error.errors : [error];
  // A code such as ECONNREFUSED or CERT_HAS_EXPIRED: messages name addresses.
  return first instanceof Error && "code" in first && typeof first.code === "string"
    ? `the connection failed: ${first.code}`
    : "the connection failed";
}

/**
 * Posts a signed message to an address that is kept sealed. One that does not open is an attempt that failed: the
 * next may come after the operator has set the right AUTH_SECRET.
 */
export async function postSealed(
  { vault, network }: { readonly vault: Vault; readonly network: Network },
  to: { readonly url: Sealed; readonly secret: Sealed },
  message: Message,
): Promise<Tried> {
  let opened: { url: string; secret: string };
  try {
    opened = { url: vault.open(to.url), secret: vault.open(to.secret) };
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return tried("", {
      status: null,
      error: "the webhook secret cannot be decrypted; contact the operator of this server",
    });
  }
  const { url, secret } = opened;
  return tried(redactedUrl(url), await post(url, signed(message, secret), message.body, network));
}

/** Taken (2xx), or the receiver wants to hear no more (410); else it is tried again. */
function tried(url: string, { status, error }: Answered): Tried {
  const taken = status !== null && ((status >= 200 && status < 300) || status === 410);
  const reason = error ?? `answered ${status}`;
  return {
    kind: "tried",
    verdict: taken ? { kind: "sent" } : { kind: "later", reason },
    status,
    error,
    answer: null,
    url,
  };
}

/** Without user, password and query, which may be secrets of the receiver's. */
function redactedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

interface Message {
  /** The same on every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  /** Of this attempt; receivers refuse what is more than five minutes off. */
  readonly at: Instant;
  readonly body: string;
}

/**
 * @param secrets `whsec_` and base64; one that fits is enough
 * @see https://www.standardwebhooks.com
 */
export function signed({ id, at, body }: Message, ...secrets: readonly string[]): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body)).join(" "),
  };
}

/** A new signing secret in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
