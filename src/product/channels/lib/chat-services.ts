import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import type { Exchanged } from "#src/product/webhooks/public/post.ts";
import { jsonOf, numberHeader, pauseMs, retryAfter, usualVerdict } from "../public/destination.ts";
import { type Composed, type Note, type Outgoing, fitting, inert, shorten, shortenBytes } from "./note.ts";
import type { Verdict } from "#src/product/outbox/public/retries.ts";

/** Of a message: embeds, and characters in all of them together; of one: title and description. */
const discordLimits = { embeds: 10, total: 6000, title: 256, description: 4096 } as const;
const colours = { up: 0x1f8f5f, down: 0xc0392b, neutral: 0x1f4f8f } as const;

/** @see https://discord.com/developers/docs/resources/webhook#execute-webhook */
export function discordMessage(url: string, message: Composed): Outgoing {
  return {
    url,
    headers: {},
    // Nobody is pinged, whatever a text holds.
    body: JSON.stringify({ embeds: discordEmbeds(message), allowed_mentions: { parse: [] } }),
  };
}

interface Embed {
  readonly title: string;
  readonly url?: string;
  readonly description: string;
  readonly color: number;
}

export function discordEmbeds({ heading, notes, more, manage, stop }: Composed): Embed[] {
  const foot = `${discordLink(manage)} · ${discordLink(stop)}`;
  const whole = (some: readonly Note[], left: number): Embed[] => {
    const told = some.map(embedOf);
    const rest = left === 0 ? [] : [discordText(more(left), 200)];
    if (heading === null) {
      const [only] = told;
      return only === undefined ? [] : [{ ...only, description: [only.description, foot].join("\n\n") }];
    }
    const first = {
      title: discordText(heading, 200),
      description: [...rest, foot].join("\n\n"),
      color: colours.neutral,
    };
    return [first, ...told];
  };
  const fits = (embeds: readonly Embed[]): boolean =>
    embeds.length <= discordLimits.embeds &&
    embeds.reduce((sum, { title, description }) => sum + title.length + description.length, 0) <= discordLimits.total;
  const some = fitting(notes, (few, left) => fits(whole(few, left)));
  return whole(some, notes.length - some.length);
}

function embedOf({ title, lines, quote, link: to, tone }: Note): Embed {
  const parts = [
    ...lines.map((line) => discordText(line, 200)),
    ...(quote === null ? [] : [`> ${discordText(quote, 300)}`]),
    discordLink(to),
  ];
  return {
    title: cut(discordText(title, 120), discordLimits.title),
    url: to.url,
    description: parts.join("\n"),
    color: colours[tone],
  };
}

/** A backslash before each sign that its Markdown, mentions, timestamps and custom emoji are written with. */
function discordText(text: string, most: number): string {
  return inert(text, most).replace(/[\\*_~`|>#<[\]()@:+-]/g, "\\$&");
}

/** Without the backslash of a sign that was cut off. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : shorten(text, most).replace(/(?<!\\)\\…$/, "…");
}

function discordLink({ label, url }: { readonly label: string; readonly url: string }): string {
  return `[${label}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

const DiscordAnswer = z.object({ code: z.number().optional(), retry_after: z.number().optional() });

/**
 * 204 says that it was taken. A deleted webhook is a 404 with code 10015, one whose token changed a 401 with 50027.
 * `retry_after` in the body was milliseconds in older versions of the API (discord/discord-api-docs#4722), so the headers,
 * in seconds, count first. A block by Cloudflare is a 429 that is a page, with `Retry-After` alone.
 */
export function discordVerdict(answer: Exchanged, now: Instant): Verdict {
  const said = jsonOf(answer.body, DiscordAnswer);
  const { status } = answer;
  if (status === 429) {
    const seconds =
      numberHeader(answer, "x-ratelimit-reset-after") ?? retryAfter(answer, now) ?? said?.retry_after ?? null;
    return { kind: "limited", afterMs: pauseMs(seconds), reason: "too many messages" };
  }
  if (status === 404 || status === 410)
    return said?.code === 10015 || status === 410
      ? { kind: "gone", reason: "the webhook was deleted" }
      : { kind: "gone", reason: "there is no webhook at this address" };
  if (status === 401 || status === 403) return { kind: "gone", reason: "the webhook's address is no longer valid" };
  return usualVerdict(answer, now);
}

/** Its last place of a window was used: until when to wait although it was taken, in ms. */
export function discordRest(answer: Exchanged): number | null {
  if (numberHeader(answer, "x-ratelimit-remaining") !== 0) return null;
  const seconds = numberHeader(answer, "x-ratelimit-reset-after");
  return seconds === null ? null : pauseMs(seconds);
}

/** Of a message and of its parts. @see https://api.slack.com/reference/block-kit/blocks */
const slackLimits = { blocks: 50, header: 150, text: 4000 } as const;

/** @see https://api.slack.com/messaging/webhooks */
export function slackMessage(url: string, message: Composed): Outgoing {
  return {
    url,
    headers: {},
    body: JSON.stringify({
      text: slackPlain(message),
      blocks: slackBlocks(message),
      unfurl_links: false,
      unfurl_media: false,
    }),
  };
}

/** For notifications, and servers without blocks, such as Mattermost. */
function slackPlain({ heading, notes, more, manage, stop }: Composed): string {
  const whole = (some: readonly Note[], left: number): string =>
    [
      ...(heading === null ? [] : [slackText(heading, 200)]),
      ...some.map(
        ({ title, lines, link }) =>
          [title, ...lines].map((line) => slackText(line, 120)).join("\n") + `\n${anchor(link)}`,
      ),
      ...(left === 0 ? [] : [slackText(more(left), 200)]),
      `${anchor(manage)} · ${anchor(stop)}`,
    ].join("\n\n");
  const some = fitting(notes, (few, left) => whole(few, left).length <= slackLimits.text);
  return whole(some, notes.length - some.length);
}

type Block = Readonly<Record<string, unknown>>;

export function slackBlocks({ heading, notes, more, manage, stop }: Composed): Block[] {
  const foot = { type: "context", elements: [{ type: "mrkdwn", text: `${anchor(manage)} · ${anchor(stop)}` }] };
  const whole = (some: readonly Note[], left: number): Block[] => [
    ...(heading === null ? [] : [{ type: "header", text: plain(heading, slackLimits.header) }]),
    ...some.flatMap(blocksOf),
    ...(left === 0 ? [] : [{ type: "section", text: plain(more(left), 200) }]),
    foot,
  ];
  const some = fitting(notes, (few, left) => whole(few, left).length <= slackLimits.blocks);
  return whole(some, notes.length - some.length);
}

/** Strangers' texts are `plain_text`: Slack's markup cannot be escaped. */
function blocksOf({ title, lines, quote, link }: Note): Block[] {
  const text = [...lines.map((line) => inert(line, 200)), ...(quote === null ? [] : [inert(quote, 300)])].join("\n");
  return [
    { type: "header", text: plain(title, slackLimits.header) },
    ...(text === "" ? [] : [{ type: "section", text: { type: "plain_text", text, emoji: false } }]),
    { type: "section", text: { type: "mrkdwn", text: anchor(link) } },
  ];
}

function plain(text: string, most: number): Block {
  return { type: "plain_text", text: shorten(inert(text, most), most), emoji: false };
}

/** @see https://api.slack.com/reference/surfaces/formatting#escaping */
function slackText(text: string, most: number): string {
  return entities(inert(text, most)).replace(/[*_~`]/g, "\u2060$&");
}

function anchor({ label, url }: { readonly label: string; readonly url: string }): string {
  return `<${entities(url).replaceAll("|", "%7C")}|${entities(label)}>`;
}

function entities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Words that Slack answers with instead of "ok", and that end a webhook. */
const ended: Readonly<Record<string, string>> = {
  no_service: "the webhook was removed or its app was uninstalled",
  no_service_id: "the webhook's address is not valid",
  no_team: "the workspace no longer exists",
  team_disabled: "the workspace is disabled",
  channel_not_found: "the channel no longer exists",
  channel_is_archived: "the channel was archived",
  action_prohibited: "the workspace does not allow these messages",
  posting_to_general_channel_denied: "the channel does not accept messages from apps",
  invalid_token: "the webhook's address is no longer valid",
  user_not_found: "the webhook's recipient no longer exists",
};

/** Slack answers in a word: `ok` with 200, else what is wrong. */
export function slackVerdict(answer: Exchanged, now: Instant): Verdict {
  const word = answer.body.trim().slice(0, 60);
  const end = ended[word];
  if (end !== undefined) return { kind: "gone", reason: end };
  if (answer.status === 429 || word === "rate_limited")
    return { kind: "limited", afterMs: pauseMs(retryAfter(answer, now)), reason: "too many messages" };
  if (answer.status === 404 || answer.status === 410)
    return { kind: "gone", reason: "there is no webhook at this address" };
  if (answer.status === 403) return { kind: "gone", reason: "the webhook no longer accepts messages" };
  if (/^invalid_(?:payload|blocks)/.test(word)) return { kind: "refused", reason: "Slack could not read the message" };
  // A page with 200 is not from Slack.
  if (answer.status === 200 && word.startsWith("<")) return { kind: "later", reason: "the response was a web page" };
  return usualVerdict(answer, now);
}

/** Of a message, in UTF-8: what is longer becomes a file. */
const mostBytes = 4096;
const mostTitleBytes = 250;

/**
 * As JSON, since headers hold only ASCII.
 * @param url of the topic
 * @see https://docs.ntfy.sh/publish/#publish-as-json
 */
export function ntfyMessage(
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

const NtfyAnswer = z.object({ code: z.number(), error: z.string().optional() });

/** 507: the server is full. 40010 and the like: the message or topic is wrong. */
export function ntfyVerdict(answer: Exchanged, now: Instant): Verdict {
  const { status } = answer;
  const said = jsonOf(answer.body, NtfyAnswer);
  if (status === 401 || status === 403)
    return { kind: "gone", reason: "the topic does not accept messages with this token" };
  if (status === 404 || status === 410 || said?.code === 40009)
    return { kind: "gone", reason: "there is no such topic at this address" };
  // It answers JSON; a page is from somebody else.
  if (status === 200 && answer.body.trimStart().startsWith("<"))
    return { kind: "later", reason: "the response was a web page" };
  return usualVerdict(answer, now);
}
