import type { ChannelTarget } from "#src/contract/messages/channels.ts";
import { sha256 } from "#src/core/hash.ts";

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
