/** The values that were used last, as many as there is room for. */
export interface RecentValues<V> {
  get(key: string): V | undefined;
  put(key: string, value: V): void;
}

/** @param most the sum of the sizes, in whatever unit `sizeOf` has */
export function recentValues<V>(most: number, sizeOf: (value: V) => number): RecentValues<V> {
  const kept = new Map<string, { readonly value: V; readonly size: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // To the end of the line.
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    put(key, value) {
      drop(key);
      const size = sizeOf(value);
      kept.set(key, { value, size });
      total += size;
      for (const oldest of kept.keys()) {
        if (total <= most) break;
        drop(oldest);
      }
    },
  };
}
