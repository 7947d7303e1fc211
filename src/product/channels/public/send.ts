import type { ChannelTarget, SentData } from "#src/contract/messages/channels.ts";
import { type Instant, toIso } from "#src/core/clock.ts";
import { type Exchanged, exchange, signed } from "#src/product/webhooks/public/post.ts";
import {
  type ChannelTools,
  type TelegramBot,
  jsonOf,
  pauseMs,
  retryAfter,
  usualVerdict,
  webhookVerdict,
} from "./destination.ts";
import {
  discordMessage,
  discordRest,
  discordVerdict,
  ntfyMessage,
  ntfyVerdict,
  slackMessage,
  slackVerdict,
} from "../lib/chat-services.ts";
import { type Composed, type Note, type Outgoing, fitting, inert, shorten } from "../lib/note.ts";
import type { Verdict } from "#src/product/outbox/public/retries.ts";
import { z } from "zod";

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

/** Without tags; an entity counts once. */
const mostCharacters = 4096;

/** @see https://core.telegram.org/bots/api#sendmessage */
function telegramMessage({ apiUrl, token }: TelegramBot, chat: string, message: Composed): Outgoing {
  return {
    url: `${apiUrl}/bot${token}/sendMessage`,
    headers: {},
    body: JSON.stringify({
      chat_id: chat,
      text: telegramHtml(message),
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
    }),
  };
}

/** Only Telegram's tags and entities. */
export function telegramHtml({ heading, notes, more, manage, stop }: Composed): string {
  const head = heading === null ? [] : [`<b>${escaped(heading, 200)}</b>`];
  const foot = `${anchor(manage)} · ${anchor(stop)}`;
  const whole = (some: readonly Note[], left: number): string =>
    [...head, ...some.map(htmlOf), ...(left === 0 ? [] : [escaped(more(left), 200)]), foot].join("\n\n");
  const some = fitting(notes, (few, left) => shownLength(whole(few, left)) <= mostCharacters);
  return whole(some, notes.length - some.length);
}

function shownLength(html: string): number {
  return html.replace(/<[^>]*>/g, "").replace(/&\w+;/g, "x").length;
}

function htmlOf({ title, lines, quote, link }: Note): string {
  return [
    `<b>${escaped(title, 200)}</b>`,
    ...lines.map((line) => escaped(line, 200)),
    ...(quote === null ? [] : [`<blockquote>${escaped(quote, 300)}</blockquote>`]),
    anchor(link),
  ].join("\n");
}

function escaped(text: string, most: number): string {
  return entities(inert(text, most));
}

function anchor({ label, url }: { readonly label: string; readonly url: string }): string {
  return `<a href="${entities(url)}">${entities(shorten(label, 80))}</a>`;
}

function entities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const Answer = z.object({
  ok: z.boolean(),
  error_code: z.number().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.number().optional() }).optional(),
});

/** Waits can be long: 2,282 s (tdlib/telegram-bot-api#184), 10,072 s (tdlib/td#1331). A growing group gets a new id. */
export function telegramVerdict(answer: Exchanged, now: Instant): Verdict {
  const said = jsonOf(answer.body, Answer);
  if (said === null) {
    const usual = usualVerdict(answer, now);
    // What is not its JSON is a proxy's.
    return usual.kind === "sent" || usual.kind === "refused"
      ? { kind: "later", reason: "the response did not come from Telegram" }
      : usual;
  }
  if (said.ok && answer.status !== null && answer.status < 300) return { kind: "sent" };
  const code = said.error_code ?? answer.status ?? 0;
  const moved = said.parameters?.migrate_to_chat_id;
  if (moved !== undefined) return { kind: "moved", chat: String(moved), reason: "the group became a supergroup" };
  if (code === 429) {
    const seconds = said.parameters?.retry_after ?? retryAfter(answer, now);
    return { kind: "limited", afterMs: pauseMs(seconds), reason: "too many messages" };
  }
  return refusalOf(code, said.description ?? "");
}

/** Its descriptions are the only thing that tells these apart. */
function refusalOf(code: number, description: string): Verdict {
  if (code === 401 || code === 404) return { kind: "later", reason: "the bot's token is not accepted" };
  if (code === 403) return { kind: "gone", reason: "the bot was blocked or removed from the chat" };
  if (
    code === 400 &&
    /chat not found|user is deactivated|group chat was (?:deleted|deactivated)|PEER_ID_INVALID|not enough rights|TOPIC_CLOSED/i.test(
      description,
    )
  )
    return { kind: "gone", reason: "the chat no longer exists or does not accept the bot's messages" };
  if (code >= 500) return { kind: "later", reason: `answered ${code}` };
  return { kind: "refused", reason: `answered ${code}` };
}
