import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import type { Exchanged } from "#src/product/webhooks/public/post.ts";
import { jsonOf, numberHeader, pauseMs, retryAfter, usualVerdict } from "../public/destination.ts";
import type { Composed, Note, Outgoing } from "./note.ts";
import type { Verdict } from "#src/product/outbox/public/step.ts";
import { fitting, inert, shorten } from "./times.ts";

/** Of a message: embeds, and characters in all of them together; of one: title and description. */
const limits = { embeds: 10, total: 6000, title: 256, description: 4096 } as const;
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
  const foot = `${link(manage)} · ${link(stop)}`;
  const whole = (some: readonly Note[], left: number): Embed[] => {
    const told = some.map(embedOf);
    const rest = left === 0 ? [] : [escaped(more(left), 200)];
    if (heading === null) {
      const [only] = told;
      return only === undefined ? [] : [{ ...only, description: [only.description, foot].join("\n\n") }];
    }
    const first = { title: escaped(heading, 200), description: [...rest, foot].join("\n\n"), color: colours.neutral };
    return [first, ...told];
  };
  const fits = (embeds: readonly Embed[]): boolean =>
    embeds.length <= limits.embeds &&
    embeds.reduce((sum, { title, description }) => sum + title.length + description.length, 0) <= limits.total;
  const some = fitting(notes, (few, left) => fits(whole(few, left)));
  return whole(some, notes.length - some.length);
}

function embedOf({ title, lines, quote, link: to, tone }: Note): Embed {
  const parts = [
    ...lines.map((line) => escaped(line, 200)),
    ...(quote === null ? [] : [`> ${escaped(quote, 300)}`]),
    link(to),
  ];
  return {
    title: cut(escaped(title, 120), limits.title),
    url: to.url,
    description: parts.join("\n"),
    color: colours[tone],
  };
}

/** A backslash before each sign that its Markdown, mentions, timestamps and custom emoji are written with. */
function escaped(text: string, most: number): string {
  return inert(text, most).replace(/[\\*_~`|>#<[\]()@:+-]/g, "\\$&");
}

/** Without the backslash of a sign that was cut off. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : shorten(text, most).replace(/(?<!\\)\\…$/, "…");
}

function link({ label, url }: { readonly label: string; readonly url: string }): string {
  return `[${label}](${url.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

const Answer = z.object({ code: z.number().optional(), retry_after: z.number().optional() });

/**
 * 204 says that it was taken. A deleted webhook is a 404 with code 10015, one whose token changed a 401 with 50027.
 * `retry_after` in the body was milliseconds in older versions of the API (discord/discord-api-docs#4722), so the headers,
 * in seconds, count first. A block by Cloudflare is a 429 that is a page, with `Retry-After` alone.
 */
export function discordVerdict(answer: Exchanged, now: Instant): Verdict {
  const said = jsonOf(answer.body, Answer);
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
