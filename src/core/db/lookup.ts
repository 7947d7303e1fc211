import { LRUCache } from "lru-cache";

const mostAtOnce = 2;
/** The keys per query by default: their values are small. */
const usualKeys = 10_000;

/**
 * Look-ups made while queries are out share the next one. Nobody gets what was read before they asked.
 * @param load values of existing keys
 * @param mostKeys of one query
 */
export function sharedLookup<V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  mostKeys = usualKeys,
): (key: string) => Promise<V | null> {
  let out = 0;
  const next = new Map<string, PromiseWithResolvers<V | null>>();
  const send = async (): Promise<void> => {
    const batch = new Map([...next].slice(0, mostKeys));
    for (const key of batch.keys()) next.delete(key);
    out += 1;
    try {
      const found = await load([...batch.keys()]);
      for (const [key, { resolve }] of batch) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    } finally {
      out -= 1;
      if (next.size > 0) void send();
    }
  };
  return (key) => {
    const known = next.get(key);
    if (known !== undefined) return known.promise;
    const asked = Promise.withResolvers<V | null>();
    next.set(key, asked);
    if (out < mostAtOnce) void send();
    return asked.promise;
  };
}

/**
 * Least recently used; too large ones are not kept.
 * @param most in the unit of `sizeOf`
 */
export function recentValues<V extends object>(most: number, sizeOf: (value: V) => number): LRUCache<string, V> {
  return new LRUCache({ maxSize: most, sizeCalculation: sizeOf });
}
