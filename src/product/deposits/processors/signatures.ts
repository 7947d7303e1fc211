import { createHmac, timingSafeEqual } from "node:crypto";

/** The old secret holds while it is changed. */
export interface SigningSecrets {
  readonly current: string;
  readonly previous: string | null;
}

/**
 * As `FORM/SECRET`; `null`: none. All are tried, in constant time.
 * @param signature lower-case hexadecimal
 */
export function matchedBy(
  algorithm: "sha256" | "sha512",
  secrets: SigningSecrets,
  signature: string,
  forms: Readonly<Record<string, string | Uint8Array>>,
): string | null {
  const given = /^(?:[0-9a-f]{2})+$/.test(signature) ? Buffer.from(signature, "hex") : Buffer.alloc(0);
  let matched: string | null = null;
  for (const [form, text] of Object.entries(forms))
    for (const [name, secret] of Object.entries({ current: secrets.current, previous: secrets.previous })) {
      if (secret === null) continue;
      const right = createHmac(algorithm, secret).update(text).digest();
      if (given.length === right.length && timingSafeEqual(given, right)) matched ??= `${form}/${name}`;
    }
  return matched;
}
