import { Webhook } from "standardwebhooks";
import type { Instant } from "#src/core/clock.ts";

export interface Message {
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
