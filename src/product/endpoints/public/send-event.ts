import { webhookLimits, type EndpointMessage } from "#src/contract/messages/webhooks.ts";
import type { Instant } from "#src/core/clock.ts";
import { shorten } from "#src/core/text/shorten.ts";
import { webhookVerdict } from "#src/product/channels/public/answers.ts";
import type { ChannelTools } from "#src/product/channels/public/channel-tools.ts";
import type { Sent } from "#src/product/channels/public/send.ts";
import { exchange, type Exchanged } from "#src/product/webhooks/public/post.ts";
import { signed } from "#src/product/webhooks/public/sign.ts";
import type { EndpointTarget } from "../lib/own-endpoint.ts";

interface Sending {
  readonly target: EndpointTarget;
  readonly message: EndpointMessage;
  readonly id: string;
  readonly at: Instant;
}

/** Signed by every secret in force. Never rejects for the receiver. */
export async function sendEvent({ network }: ChannelTools, { target, message, id, at }: Sending): Promise<Sent> {
  const body = JSON.stringify(message);
  const secrets = target.secrets.filter(({ until }) => until === null || until > at).map(({ secret }) => secret);
  const answer = await exchange(target.url, signed({ id, at, body }, ...secrets), body, network);
  return { status: answer.status, verdict: webhookVerdict(answer, at), restMs: null, answer: excerptOf(answer) };
}

function excerptOf({ status, body }: Exchanged): string | null {
  if (status === null || body === "") return null;
  return shorten(body.replaceAll("\0", "\ufffd").toWellFormed(), webhookLimits.response);
}
