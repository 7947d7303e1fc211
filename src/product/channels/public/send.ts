import type { ChannelTarget, SentData } from "#src/contract/messages/channels.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { exchange, type Exchanged, signed } from "#src/product/webhooks/public/post.ts";
import { usualVerdict, webhookVerdict } from "./destination.ts";
import type { ChannelTools } from "./channel-tools.ts";
import {
  discordMessage,
  discordRest,
  discordVerdict,
  ntfyMessage,
  ntfyVerdict,
  slackMessage,
  slackVerdict,
} from "../lib/chat-services.ts";
import type { Composed, Outgoing } from "../lib/note.ts";
import type { Verdict } from "#src/product/outbox/public/retries.ts";
import { telegramMessage, telegramVerdict } from "../lib/telegram.ts";

export interface Sent {
  readonly status: number | null;
  readonly verdict: Verdict;
  /** The place wants a rest before the next message, in ms; `null`: not that it said. */
  readonly restMs: number | null;
  /** The beginning of what an endpoint answered; `null` of all others, whose answers are read. */
  readonly answer: string | null;
}

/** Endpoints are told of events, and not in words. */
export type NotedTarget = Exclude<ChannelTarget, { kind: "endpoint" }>;

interface Sending {
  readonly target: NotedTarget;
  readonly message: Composed;
  /** For programs: what happened, under the message's id. */
  readonly data: SentData;
  readonly id: string;
  readonly at: Instant;
}

/** Sends a message once, as the service of its target has it. Never rejects for what a service does. */
export async function send(tools: ChannelTools, sending: Sending): Promise<Sent> {
  const { target, at } = sending;
  const { telegram } = tools;
  if (target.kind === "telegram" && telegram === null)
    return {
      status: null,
      verdict: { kind: "later", reason: "this server has no Telegram bot right now" },
      restMs: null,
      answer: null,
    };
  const out = outgoing(tools, sending);
  const answer = await exchange(
    out.url,
    out.headers,
    out.body,
    target.kind === "telegram" ? tools.trusted : tools.network,
  );
  const verdict = answer.status === null ? usualVerdict(answer, at) : verdictOf(target, answer, at);
  return {
    status: answer.status,
    verdict,
    restMs: target.kind === "discord" ? discordRest(answer) : null,
    answer: null,
  };
}

function outgoing({ telegram }: ChannelTools, { target, message, data, id, at }: Sending): Outgoing {
  switch (target.kind) {
    case "telegram":
      return telegramMessage(telegram ?? { apiUrl: "", token: "" }, target.chat, message);
    case "discord":
      return discordMessage(target.url, message);
    case "slack":
      return slackMessage(target.url, message);
    case "ntfy":
      return ntfyMessage(target, message);
    case "webhook": {
      const { heading, notes, manage, stop } = message;
      const body = JSON.stringify({
        type: data.event,
        timestamp: toIso(at),
        data: { ...data, heading, notes, settings_url: manage.url, unsubscribe_url: stop.url },
      });
      return { url: target.url, headers: signed({ id, at, body }, target.secret), body };
    }
  }
}

function verdictOf({ kind }: NotedTarget, answer: Exchanged, at: Instant): Verdict {
  switch (kind) {
    case "telegram":
      return telegramVerdict(answer, at);
    case "discord":
      return discordVerdict(answer, at);
    case "slack":
      return slackVerdict(answer, at);
    case "ntfy":
      return ntfyVerdict(answer, at);
    case "webhook":
      return webhookVerdict(answer, at);
  }
}
