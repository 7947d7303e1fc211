import { createHash } from "node:crypto";

/** [0, 1), the same for a seed everywhere. */
export type Random = () => number;

/**
 * xoshiro128** seeded by SHA-256; 32 bits a draw.
 * @see D. Blackman and S. Vigna, Scrambled Linear Pseudorandom Number Generators (2021), xoshiro128** 1.1
 */
export function seededRandom(seed: string): Random {
  const digest = createHash("sha256").update(seed).digest();
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let d = digest.readUInt32LE(12);
  return () => {
    const drawn = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return drawn / 4_294_967_296;
  };
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
