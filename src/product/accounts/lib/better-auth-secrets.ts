import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { keyIdOf, type Secrets } from "#src/core/vault.ts";

/** Better Auth names the key of what it encrypts by a number. */
function versionOf(secret: string): number {
  return Number.parseInt(keyIdOf(secret), 16);
}

function allOf({ secret, previousSecrets }: Secrets): readonly string[] {
  return [...new Set([secret, ...previousSecrets])];
}

/** `secret` opens what was encrypted before keys were named. */
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

/** @throws what the cipher throws when no secret opens it */
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
 * `null` when it is under the secret in force.
 * @throws what the cipher throws when no secret opens it
 */
export async function reencrypted(settings: Secrets, stored: string): Promise<string | null> {
  const { secret } = settings;
  const currentVersion = versionOf(secret);
  if (stored.startsWith(`$ba$${currentVersion}$`)) return null;
  const key = { keys: new Map([[currentVersion, secret]]), currentVersion, legacySecret: secret };
  return symmetricEncrypt({ key, data: await openEncrypted(settings, stored) });
}
