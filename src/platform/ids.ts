import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** An opaque id with 100 random bits behind its prefix: `ana_4k2j…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBase32(20)}`;
}

/** So many characters of Crockford's base32, in lower case, with 5 random bits each. */
export function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join("");
}
