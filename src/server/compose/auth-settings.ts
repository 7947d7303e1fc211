import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#src/core/db/database.ts";
import { countClosed } from "#src/core/db/sealed-columns.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { Log } from "#src/core/operation/log.ts";
import { counted } from "#src/core/text/number-text.ts";
import { type Secrets, type Vault, openVault } from "#src/core/vault.ts";
import {
  type AuthSettings,
  type MailRoute,
  authSecret,
  keptAuthSecretFile,
  signInLifetime,
} from "#src/product/accounts/public/auth-settings.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { exposureOf } from "#src/core/network/exposure.ts";
import { type InternalAccess, healthSecret, pagesSecret } from "#src/core/network/internal-server.ts";

export function secretsOf({ signIn, home }: Settings): Secrets {
  return { secret: authSecret(signIn.secret, home), previousSecrets: signIn.previousSecrets };
}

/** What opens the sealed columns of the service's database. */
export function composeVault(settings: Settings): Vault {
  return openVault(secretsOf(settings));
}

/** `null` without a secret; makes none. */
export function knownVault(settings: Settings): Vault | null {
  const isKnown = settings.signIn.secret !== null || keptAuthSecretFile(settings.home) !== null;
  return isKnown ? composeVault(settings) : null;
}

/** What to do about stored secrets that do not open. */
export function closedSecrets(count: number, home: string): string {
  return `${counted(count, "stored secret")} cannot be opened with this AUTH_SECRET: give every role the same one and add the previous one to AUTH_SECRET after a comma, or copy the service's auth-secret to ${home}; nothing is lost`;
}

const askAgainMs = 5000;

/** This process has another AUTH_SECRET than one before. Holds nobody up. */
export async function warnOfClosedSecrets(
  { db, log }: { readonly db: Database; readonly log: Log },
  { home }: Settings,
): Promise<void> {
  for (;;) {
    try {
      const closed = await countClosed(db.sql, db.vault);
      if (closed > 0) log.warn({ closed }, closedSecrets(closed, home));
      return;
    } catch (error) {
      log.debug({ err: error }, "stored secrets could not be checked; trying again");
      await pause(askAgainMs, undefined, { ref: false });
    }
  }
}

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
