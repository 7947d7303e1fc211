import type { Database } from "#src/db/database.ts";
import type { Clock } from "#src/platform/clock.ts";
import { publicAddress } from "#src/platform/address.ts";
import type { Settings } from "#src/platform/config.ts";
import type { Log } from "#src/platform/log.ts";
import { createMailer } from "#src/services/mail/lib/mailer.ts";
import type { MailTools } from "#src/services/mail/send-mail.ts";
import { authSettings, mailRoute } from "./auth-settings.ts";

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
