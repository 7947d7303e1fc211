import { randomFillSync } from "node:crypto";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** An opaque id of 100 random bits after its prefix: `ana_4k2j…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBase32(20)}`;
}

/** Crockford's base32, lower case, 5 random bits each. */
export function randomBase32(length: number): string {
  if (length > pool.length) throw new RangeError(`no more than ${pool.length} characters`);
  if (next + length > pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  let text = "";
  for (const end = next + length; next < end; next += 1) text += alphabet.charAt((pool[next] ?? 0) % 32);
  return text;
}

/** One large draw is as cheap as a small one; bytes are used once. */
const pool = new Uint8Array(4096);
let next = pool.length;
