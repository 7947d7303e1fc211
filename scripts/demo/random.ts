import { sha256 } from "#src/core/hash.ts";

/** Seeded chance: the same seed gives the same sequence on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Mean 0, variance 1. */
  normal(): number;
}

/** @see Mulberry32, public domain, T. Ettinger: 32 bits of state are plenty for a demonstration */
export function seeded(seed: string): Random {
  let state = Number.parseInt(sha256(seed).slice(0, 8), 16);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    // Box and Muller (1958).
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Gives the entries in a shuffled order, and none again before all were given: neighbours never repeat a phrase. */
export function deck<T>(random: Random, list: readonly [T, ...T[]]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...list];
    const [drawn = list[0]] = left.splice(Math.floor(random.next() * left.length), 1);
    return drawn;
  };
}
