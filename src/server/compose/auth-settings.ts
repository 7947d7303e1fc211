import type { Settings } from "#src/core/config/config.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { exposureOf } from "#src/core/network/exposure.ts";
import {
  type AuthSettings,
  type MailRoute,
  authSecret,
  signInLifetime,
} from "#src/product/accounts/public/auth-settings.ts";
import { secretsOf } from "./compose-vault.ts";
import { type InternalAccess, healthSecret, pagesSecret } from "#src/core/network/internal-server.ts";

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

/** The secrets by which the front door is known to the processes behind it. */
export function internalSecrets({ service, signIn, home }: Settings): {
  readonly pages: string;
  readonly health: string;
} {
  const secret = authSecret(signIn.secret, home);
  const { local } = exposureOf(service);
  return { pages: pagesSecret(secret, { local, publicUrl: service.publicUrl }), health: healthSecret(secret) };
}

/** Who may ask a process that listens there for its health. */
export function internalAccess(settings: Settings, host: string): InternalAccess {
  const { service, operator } = settings;
  const { admits } = exposureOf({ ...service, host });
  return { host, admits, health: internalSecrets(settings).health, metricsToken: operator.metricsToken };
}
