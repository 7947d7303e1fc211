import { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import type { Exchanged } from "#src/product/webhooks/public/post.ts";
import { jsonOf, pauseMs, retryAfter, usualVerdict } from "../public/destination.ts";
import type { Composed, Note, Outgoing } from "./note.ts";
import type { Verdict } from "#src/product/outbox/public/retries.ts";
import { fitting, inert, shorten } from "./note.ts";

/** Without tags; an entity counts once. */
const mostCharacters = 4096;

/** The bot that an operator has set up. */
export interface TelegramBot {
  /** Such as https://api.telegram.org, without a slash at its end. */
  readonly apiUrl: string;
  readonly token: string;
}

/** @see https://core.telegram.org/bots/api#sendmessage */
export function telegramMessage({ apiUrl, token }: TelegramBot, chat: string, message: Composed): Outgoing {
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
