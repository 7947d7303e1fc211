import type { ChannelTarget, SentData } from "#src/contract/channels.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { exchange, type Exchanged } from "#src/product/webhooks/public/post.ts";
import { signed } from "#src/product/webhooks/public/sign.ts";
import { usualVerdict, webhookVerdict, jsonOf } from "./answers.ts";
import type { ChannelTools } from "./channel-tools.ts";
import { discordMessage, discordRest, discordVerdict } from "../lib/discord.ts";
import type { Composed, Outgoing, Note } from "../lib/note.ts";
import type { Verdict } from "#src/product/outbox/public/step.ts";
import { slackMessage, slackVerdict } from "../lib/slack.ts";
import { telegramMessage, telegramVerdict } from "../lib/telegram.ts";
import { z } from "zod";
import { fitting, inert, shortenBytes } from "../lib/texts.ts";

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

/** Of a message, in UTF-8: what is longer becomes a file. */
const mostBytes = 4096;
const mostTitleBytes = 250;

/**
 * As JSON, since headers hold only ASCII.
 * @param url of the topic
 * @see https://docs.ntfy.sh/publish/#publish-as-json
 */
function ntfyMessage(
  { url, token }: { readonly url: string; readonly token: string | null },
  message: Composed,
): Outgoing {
  const { server, topic } = topicOf(url);
  const { heading, notes, stop, manage } = message;
  const [first] = notes;
  const single = heading === null ? first : undefined;
  return {
    url: server,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify({
      topic,
      title: shortenBytes(inert(single?.title ?? heading ?? "", 200), mostTitleBytes),
      message: ntfyText(message),
      tags: [single === undefined ? "newspaper" : tags[single.tone]],
      priority: single?.event === "level_hit" || single?.event === "plan_ending" ? 4 : 3,
      click: single?.link.url ?? manage.url,
      actions: [{ action: "view", label: stop.label, url: stop.url }],
    }),
  };
}

const tags = { up: "chart_with_upwards_trend", down: "chart_with_downwards_trend", neutral: "bell" } as const;

/** Plain text: nothing in it is read as anything else. */
export function ntfyText({ heading, notes, more }: Composed): string {
  const one = ({ title, lines, quote }: Note): string =>
    [
      ...(heading === null ? [] : [inert(title, 200)]),
      ...lines.map((line) => inert(line, 300)),
      ...(quote === null ? [] : [inert(quote, 400)]),
    ].join("\n");
  const whole = (some: readonly Note[], left: number): string =>
    [...some.map(one), ...(left === 0 ? [] : [more(left)])].join("\n\n");
  const some = fitting(notes, (few, left) => Buffer.byteLength(whole(few, left)) <= mostBytes);
  return shortenBytes(whole(some, notes.length - some.length), mostBytes);
}

/** Of a topic's address: the server that is asked, and the topic. */
export function topicOf(url: string): { readonly server: string; readonly topic: string } {
  const { origin, pathname } = new URL(url);
  const parts = pathname.split("/").filter((part) => part !== "");
  const topic = parts.pop() ?? "";
  return { server: `${origin}/${parts.join("/")}`, topic };
}

const Answer = z.object({ code: z.number(), error: z.string().optional() });

/** 507: the server is full. 40010 and the like: the message or topic is wrong. */
export function ntfyVerdict(answer: Exchanged, now: Instant): Verdict {
  const { status } = answer;
  const said = jsonOf(answer.body, Answer);
  if (status === 401 || status === 403)
    return { kind: "gone", reason: "the topic does not accept messages with this token" };
  if (status === 404 || status === 410 || said?.code === 40009)
    return { kind: "gone", reason: "there is no such topic at this address" };
  // It answers JSON; a page is from somebody else.
  if (status === 200 && answer.body.trimStart().startsWith("<"))
    return { kind: "later", reason: "the response was a web page" };
  return usualVerdict(answer, now);
}
