import { SecretUnreadable } from "#src/platform/errors.ts";
import type { Sealed, Vault } from "#src/platform/vault.ts";
import { post, type Answered, type Network } from "./post.ts";
import { signed, type Message } from "./sign.ts";

/** What came of a message, with the receiver's address as it may be kept and shown. */
export type Posted = Answered & { readonly url: string };

/**
 * Posts a signed message to an address that is kept sealed. One that does not open is an attempt that failed: the
 * next may come after the operator has set the right AUTH_SECRET.
 */
export async function postSealed(
  { vault, network }: { readonly vault: Vault; readonly network: Network },
  to: { readonly url: Sealed; readonly secret: Sealed },
  message: Message,
): Promise<Posted> {
  let opened: { url: string; secret: string };
  try {
    opened = { url: vault.open(to.url), secret: vault.open(to.secret) };
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    return {
      url: "",
      status: null,
      error: "the webhook secret cannot be decrypted; contact the operator of this server",
    };
  }
  const { url, secret } = opened;
  return { url: redactedUrl(url), ...(await post(url, signed(message, secret), message.body, network)) };
}

/** Taken, or the receiver wants to hear no more. */
export function isDelivered({ status }: Pick<Answered, "status">): boolean {
  return status !== null && ((status >= 200 && status < 300) || status === 410);
}

/** Without user, password and query, which may be secrets of the receiver's. */
function redactedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
