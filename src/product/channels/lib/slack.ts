import type { Instant } from "#src/core/clock.ts";
import type { Exchanged } from "#src/product/webhooks/public/post.ts";
import { pauseMs, retryAfter, usualVerdict } from "../public/destination.ts";
import type { Composed, Note, Outgoing } from "./note.ts";
import type { Verdict } from "#src/product/outbox/public/step.ts";
import { fitting, inert, shorten } from "./times.ts";

/** Of a message and of its parts. @see https://api.slack.com/reference/block-kit/blocks */
const limits = { blocks: 50, header: 150, text: 4000 } as const;

/** @see https://api.slack.com/messaging/webhooks */
export function slackMessage(url: string, message: Composed): Outgoing {
  return {
    url,
    headers: {},
    body: JSON.stringify({
      text: slackText(message),
      blocks: slackBlocks(message),
      unfurl_links: false,
      unfurl_media: false,
    }),
  };
}

/** For notifications, and servers without blocks, such as Mattermost. */
function slackText({ heading, notes, more, manage, stop }: Composed): string {
  const whole = (some: readonly Note[], left: number): string =>
    [
      ...(heading === null ? [] : [escaped(heading, 200)]),
      ...some.map(
        ({ title, lines, link }) =>
          [title, ...lines].map((line) => escaped(line, 120)).join("\n") + `\n${anchor(link)}`,
      ),
      ...(left === 0 ? [] : [escaped(more(left), 200)]),
      `${anchor(manage)} · ${anchor(stop)}`,
    ].join("\n\n");
  const some = fitting(notes, (few, left) => whole(few, left).length <= limits.text);
  return whole(some, notes.length - some.length);
}

type Block = Readonly<Record<string, unknown>>;

export function slackBlocks({ heading, notes, more, manage, stop }: Composed): Block[] {
  const foot = { type: "context", elements: [{ type: "mrkdwn", text: `${anchor(manage)} · ${anchor(stop)}` }] };
  const whole = (some: readonly Note[], left: number): Block[] => [
    ...(heading === null ? [] : [{ type: "header", text: plain(heading, limits.header) }]),
    ...some.flatMap(blocksOf),
    ...(left === 0 ? [] : [{ type: "section", text: plain(more(left), 200) }]),
    foot,
  ];
  const some = fitting(notes, (few, left) => whole(few, left).length <= limits.blocks);
  return whole(some, notes.length - some.length);
}

/** Strangers' texts are `plain_text`: Slack's markup cannot be escaped. */
function blocksOf({ title, lines, quote, link }: Note): Block[] {
  const text = [...lines.map((line) => inert(line, 200)), ...(quote === null ? [] : [inert(quote, 300)])].join("\n");
  return [
    { type: "header", text: plain(title, limits.header) },
    ...(text === "" ? [] : [{ type: "section", text: { type: "plain_text", text, emoji: false } }]),
    { type: "section", text: { type: "mrkdwn", text: anchor(link) } },
  ];
}

function plain(text: string, most: number): Block {
  return { type: "plain_text", text: shorten(inert(text, most), most), emoji: false };
}

/** @see https://api.slack.com/reference/surfaces/formatting#escaping */
function escaped(text: string, most: number): string {
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
