import type { ChannelTarget } from "#src/contract/messages/channels.ts";
import { sha256 } from "#src/core/hash.ts";
import { jsonOrNothing } from "#src/core/text/lines-file.ts";
import type { z } from "zod";
import type { Instant } from "#src/core/clock.ts";
import type { Exchanged, Network } from "#src/product/webhooks/public/post.ts";
import type { Verdict } from "#src/product/outbox/public/retries.ts";

/** Of all sends of this service together. */
const bot = { key: "telegram", gapMs: 40 } as const;

/**
 * Telegram: one a second in a chat, 20 a minute in a group (negative ids), 30 a second over all
 * (core.telegram.org/bots/faq). Discord: five in two seconds. Slack: one a second. ntfy: 60 at once, then one in five
 * seconds.
 */
export function destinationOf(target: ChannelTarget): string {
  switch (target.kind) {
    case "telegram":
      return keyOf("telegram", target.chat);
    case "ntfy":
    case "webhook":
      return keyOf(target.kind, new URL(target.url).host);
    case "discord":
    case "slack":
    case "endpoint":
      return keyOf(target.kind, target.url);
  }
}

/** Addresses are not stored in the clear where they need not be. */
function keyOf(kind: string, place: string): string {
  return `${kind} ${sha256(`${kind} ${place}`).slice(0, 32)}`;
}

export interface Pace {
  readonly key: string;
  readonly gapMs: number;
}

export function pacesOf(target: ChannelTarget, destination: string): Pace[] {
  switch (target.kind) {
    case "telegram":
      return [{ key: destination, gapMs: target.chat.startsWith("-") ? 3000 : 1000 }, bot];
    case "discord":
      return [{ key: destination, gapMs: 500 }];
    case "slack":
      return [{ key: destination, gapMs: 1000 }];
    case "ntfy":
      return [{ key: destination, gapMs: 1000 }];
    case "webhook":
    case "endpoint":
      return [{ key: destination, gapMs: 100 }];
  }
}

const usualPauseMs = 30_000;
/** Asked again then, in case it has changed its mind. */
const longestPauseMs = 6 * 60 * 60_000;

/** Bounded; the usual one where it makes no sense. */
export function pauseMs(seconds: number | null): number {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return usualPauseMs;
  return Math.min(Math.max(Math.ceil(seconds * 1000), 1000), longestPauseMs);
}

/** Seconds or a date. @see RFC 9110, 10.2.3 */
export function retryAfter({ headers }: Pick<Exchanged, "headers">, now: Instant): number | null {
  const text = headers["retry-after"];
  if (text === undefined) return null;
  if (/^\d+(?:\.\d+)?$/.test(text.trim())) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - now) / 1000);
}

export function numberHeader({ headers }: Pick<Exchanged, "headers">, name: string): number | null {
  const text = headers[name];
  return typeof text === "string" && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
}

/** Behind a proxy it may be a page. */
export function jsonOf<T>(body: string, shape: z.ZodType<T>): T | null {
  return shape.safeParse(jsonOrNothing(body)).data ?? null;
}

/** What all services mean by a status that they say nothing else about. */
export function usualVerdict(answer: Exchanged, now: Instant): Verdict {
  const { status, error } = answer;
  if (status === null) return { kind: "later", reason: error ?? "no response" };
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 429)
    return { kind: "limited", afterMs: pauseMs(retryAfter(answer, now)), reason: "too many messages" };
  if (status === 408 || status === 425 || status >= 500) return { kind: "later", reason: `answered ${status}` };
  return { kind: "refused", reason: error ?? `answered ${status}` };
}

/** Standard Webhooks: 410 stops, all else is tried again. */
export function webhookVerdict(answer: Exchanged, now: Instant): Verdict {
  if (answer.status === 410) return { kind: "gone", reason: "the endpoint answered 410 and accepts no more messages" };
  const usual = usualVerdict(answer, now);
  return usual.kind === "refused" ? { kind: "later", reason: usual.reason } : usual;
}

/** The bot that an operator has set up. */
export interface TelegramBot {
  /** Such as https://api.telegram.org, without a slash at its end. */
  readonly apiUrl: string;
  readonly token: string;
}

/** What channels are told through. */
export interface ChannelTools {
  /** For addresses that users gave. */
  readonly network: Network;
  /** For those that the operator set: they may be inside. */
  readonly trusted: Network;
  /** `null`: no bot is set up. */
  readonly telegram: TelegramBot | null;
  /** Where links lead. */
  readonly origin: string;
  /** Signs the links that stop a channel. */
  readonly secret: string;
}
