import { publicAddress } from "#src/core/network/exposure.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { ChannelTools } from "#src/product/channels/public/channel-tools.ts";
import { outside } from "#src/product/webhooks/public/post.ts";
import { secretsOf } from "./compose-vault.ts";

/** What a worker tells channels through. */
export function composeChannels(settings: Settings): ChannelTools {
  const { telegramToken: token, telegramUrl: apiUrl } = settings.channels;
  return {
    network: outside(settings.service.webhookAllowPrivate),
    trusted: outside(true),
    telegram: token === null ? null : { apiUrl, token },
    origin: publicAddress(settings.service),
    secret: secretsOf(settings).secret,
  };
}
