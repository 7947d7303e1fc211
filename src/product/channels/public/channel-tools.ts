import type { Network } from "#src/product/webhooks/public/post.ts";
import type { TelegramBot } from "../lib/telegram.ts";

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
