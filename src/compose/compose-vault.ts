import type { Settings } from "#src/platform/config.ts";
import { openVault, type Secrets, type Vault } from "#src/platform/vault.ts";
import { authSecret } from "#src/services/accounts/lib/auth-secret.ts";

export function secretsOf({ signIn, home }: Settings): Secrets {
  return { secret: authSecret(signIn.secret, home), previousSecrets: signIn.previousSecrets };
}

/** What opens the sealed columns of the service's database. */
export function composeVault(settings: Settings): Vault {
  return openVault(secretsOf(settings));
}
