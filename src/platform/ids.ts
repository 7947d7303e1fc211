import { randomBytes } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** An opaque id with 100 random bits behind its prefix: `ana_4k2j…`. */
export function newId(prefix: string): string {
  const bytes = randomBytes(20);
  return `${prefix}_${Array.from(bytes, (byte) => alphabet[byte % 32]).join("")}`;
}
