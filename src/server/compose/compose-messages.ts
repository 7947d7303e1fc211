import type { Database } from "#src/core/db/database.ts";
import type { Clock } from "#src/core/clock.ts";
import { publicAddress } from "#src/core/network/exposure.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { Log } from "#src/core/operation/log.ts";
import { createMailer } from "#src/product/mail/public/mailer.ts";
import type { MailTools } from "#src/product/mail/mail.ts";
import { authSettings, mailRoute } from "./auth-settings.ts";
import type { ChannelTools } from "#src/product/channels/public/channel-tools.ts";
import { outside } from "#src/product/webhooks/public/post.ts";
import { secretsOf } from "./compose-vault.ts";

/** What a worker writes mails with and sends them by. */
export function composeMail(
  tools: { readonly db: Database; readonly clock: Clock; readonly log: Log },
  settings: Settings,
): MailTools {
  const { log } = tools;
  return {
    log,
    settings: authSettings(settings),
    origin: publicAddress(settings.service),
    mailer: createMailer(tools, mailRoute(settings)),
  };
}

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
