import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "#src/core/db/database.ts";
import { countClosed } from "#src/core/db/sealed-columns.ts";
import type { Settings } from "#src/core/config/config.ts";
import type { Log } from "#src/core/operation/log.ts";
import { counted } from "#src/core/text/number-text.ts";
import { openVault, type Secrets, type Vault } from "#src/core/vault.ts";
import { authSecret, keptAuthSecretFile } from "#src/product/accounts/public/auth-settings.ts";

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
