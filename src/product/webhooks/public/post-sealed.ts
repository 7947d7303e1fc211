import { SecretUnreadable } from "#src/core/errors.ts";
import type { Sealed, Vault } from "#src/core/vault.ts";
import type { Tried } from "#src/product/outbox/public/step.ts";
import { post, type Answered, type Network } from "./post.ts";
import { signed, type Message } from "./sign.ts";

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
