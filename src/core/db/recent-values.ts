import { LRUCache } from "lru-cache";

/**
 * Least recently used; too large ones are not kept.
 * @param most in the unit of `sizeOf`
 */
export function recentValues<V extends object>(most: number, sizeOf: (value: V) => number): LRUCache<string, V> {
  return new LRUCache({ maxSize: most, sizeCalculation: sizeOf });
}
