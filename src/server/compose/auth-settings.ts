import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { exposureOf } from "#src/core/network/exposure.ts";
import { signInLifetime, type AuthSettings, type MailRoute } from "#src/product/accounts/public/auth-settings.ts";
import { secretsOf } from "./compose-vault.ts";

/**
 * SMTP, else the development mailbox on a local service, else none.
 * @throws InvalidInput for an SMTP_URL without MAIL_FROM
 */
export function mailRoute({ service, signIn }: Settings): MailRoute {
  if (signIn.smtpUrl !== null) {
    if (signIn.mailFrom === null) throw new InvalidInput("MAIL_FROM is needed with SMTP_URL");
    return { kind: "smtp", url: signIn.smtpUrl, from: signIn.mailFrom };
  }
  return { kind: exposureOf(service).local ? "dev" : "none" };
}

export function authSettings(settings: Settings): AuthSettings {
  const { service, signIn } = settings;
  return {
    publicUrl: service.publicUrl,
    ...secretsOf(settings),
    mail: mailRoute(settings).kind,
    session: signInLifetime(signIn.sessionHours),
    github: signIn.github,
    google: signIn.google,
  };
}
