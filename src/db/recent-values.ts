import { LRUCache } from "lru-cache";

/**
 * The values that were used last, as many as there is room for; one that is larger than the room is not kept.
 * @param most the sum of the sizes, in whatever unit `sizeOf` has
 */
export function recentValues<V extends object>(most: number, sizeOf: (value: V) => number): LRUCache<string, V> {
  return new LRUCache({ maxSize: most, sizeCalculation: sizeOf });
}
