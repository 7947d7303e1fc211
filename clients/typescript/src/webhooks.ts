import { WebhookVerificationError } from "./errors.ts";
import type { WebhookMessage } from "./schema.ts";

/** How far the time of a message may be from now, in seconds. */
const usualToleranceSeconds = 300;

export interface VerifyOptions {
  /** How far the time of the message may be from now, in seconds. Usually 300. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970. Usually the time of this machine. */
  readonly now?: number;
}

/** As `Headers`, or as Node and its frameworks have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * What a webhook was sent, once its signature and its time are right. Messages of analyses have the type given here;
 * for those of channels and signals name the type.
 * @param payload the body as it came: parsed and printed again, it no longer matches
 * @param secret `whsec_…`; several while one replaces another
 * @throws WebhookVerificationError
 * @see https://www.standardwebhooks.com
 */
export async function verifyWebhook<T = WebhookMessage>(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = usualToleranceSeconds, now = Date.now() }: VerifyOptions = {},
): Promise<T> {
  // Frameworks parse bodies before anybody is asked, and TypeScript does not stand in their way.
  if (typeof payload !== "string" && !ArrayBuffer.isView(payload))
    throw new WebhookVerificationError(
      'the payload is an object that was parsed already; pass the body as it came, as a text or bytes: express.raw({ type: "application/json" }), await request.text()',
    );
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ");
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError("the timestamp of the message is no number");
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(`the message is more than ${toleranceSeconds} seconds off the time here`);
  const body = typeof payload === "string" ? new TextEncoder().encode(payload) : payload;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const tries = [secret].flat().flatMap((one) => signatures.map((signature) => matches(one, signature, signed)));
  if (!(await Promise.all(tries)).includes(true))
    throw new WebhookVerificationError("no signature of the message is by this secret");
  const message: T = JSON.parse(new TextDecoder().decode(body));
  return message;
}

async function matches(secret: string, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const [version, encoded] = signature.split(",");
  const given = encoded === undefined ? null : bytesOf(encoded);
  if (version !== "v1" || given === null) return false;
  const raw = bytesOf(secret.replace(/^whsec_/, ""));
  if (raw === null || raw.length === 0) throw new TypeError("the secret is whsec_ and base64");
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  // In constant time, as the platform has it.
  return crypto.subtle.verify("HMAC", key, given, signed);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  const text = typeof value === "object" ? value?.[0] : value;
  if (text === undefined || text === "") throw new WebhookVerificationError(`the message has no ${name}`);
  return text;
}
