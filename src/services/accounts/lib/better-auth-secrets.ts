import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { keyIdOf, type Secrets } from "#src/platform/vault.ts";

/** Better Auth names the key of what it encrypts by a number. */
function versionOf(secret: string): number {
  return Number.parseInt(keyIdOf(secret), 16);
}

function allOf({ secret, previousSecrets }: Secrets): readonly string[] {
  return [...new Set([secret, ...previousSecrets])];
}

/** The secrets as Better Auth takes them; `secret` opens what it encrypted before it named keys. */
export function betterAuthSecrets(settings: Secrets): {
  secrets: { version: number; value: string }[];
  secret: string;
} {
  const all = allOf(settings);
  return {
    secrets: all.map((value) => ({ version: versionOf(value), value })),
    secret: all.at(-1) ?? settings.secret,
  };
}

/** Opens what Better Auth encrypted. @throws what its cipher throws when none of the secrets opens it */
export async function openEncrypted(settings: Secrets, stored: string): Promise<string> {
  const all = allOf(settings);
  const currentVersion = versionOf(settings.secret);
  const keys = new Map(all.map((value) => [versionOf(value), value]));
  const named = stored.startsWith("$ba$");
  let refused: unknown;
  for (const legacySecret of named ? [settings.secret] : all) {
    try {
      return await symmetricDecrypt({ key: { keys, currentVersion, legacySecret }, data: stored });
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}

/**
 * What Better Auth encrypted, under the secret in force; `null` when it is already.
 * @throws what its cipher throws when none of the secrets opens it
 */
export async function reencrypted(settings: Secrets, stored: string): Promise<string | null> {
  const { secret } = settings;
  const currentVersion = versionOf(secret);
  if (stored.startsWith(`$ba$${currentVersion}$`)) return null;
  const key = { keys: new Map([[currentVersion, secret]]), currentVersion, legacySecret: secret };
  return symmetricEncrypt({ key, data: await openEncrypted(settings, stored) });
}
