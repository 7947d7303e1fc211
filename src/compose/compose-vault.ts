import type { Settings } from "#src/platform/config.ts";
import { counted } from "#src/platform/number-text.ts";
import { openVault, type Secrets, type Vault } from "#src/platform/vault.ts";
import { authSecret, keptAuthSecretFile } from "#src/services/accounts/lib/auth-secret.ts";

export function secretsOf({ signIn, home }: Settings): Secrets {
  return { secret: authSecret(signIn.secret, home), previousSecrets: signIn.previousSecrets };
}

/** What opens the sealed columns of the service's database. */
export function composeVault(settings: Settings): Vault {
  return openVault(secretsOf(settings));
}

/** The same without making a secret where there is none yet: `null` then, for who only looks. */
export function knownVault(settings: Settings): Vault | null {
  const isKnown = settings.signIn.secret !== null || keptAuthSecretFile(settings.home) !== null;
  return isKnown ? composeVault(settings) : null;
}

/** What to do about stored secrets that do not open. */
export function closedSecrets(count: number, home: string): string {
  return `${counted(count, "stored secret")} cannot be opened: set AUTH_SECRET, or AUTH_SECRET_PREVIOUS, to what the service had, or copy its auth-secret to ${home}; nothing is lost`;
}
