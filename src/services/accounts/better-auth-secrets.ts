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

/**
 * What Better Auth encrypted, under the secret in force; `null` when it is already.
 * @throws what its cipher throws when none of the secrets opens it
 */
export async function reencrypted(settings: Secrets, stored: string): Promise<string | null> {
  const { secret } = settings;
  const all = allOf(settings);
  const current = versionOf(secret);
  const keys = new Map(all.map((value) => [versionOf(value), value]));
  if (stored.startsWith(`$ba$${current}$`)) return null;
  const named = stored.startsWith("$ba$");
  let refused: unknown;
  for (const legacySecret of named ? [secret] : all) {
    try {
      const key = { keys, currentVersion: current, legacySecret };
      return await symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data: stored }) });
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}
