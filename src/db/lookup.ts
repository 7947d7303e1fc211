/** Queries of one kind that are out at the same time; those that ask meanwhile share the next one. */
const mostAtOnce = 2;
/** Keys of one query where nothing else is said: their values are small. */
const usualKeys = 10_000;

/**
 * Turns single look-ups into few queries: what is asked while queries are out goes together with the next. Nobody
 * waits when nothing is out, and nobody gets what was read before they asked.
 * @param load the values of these keys, without those that there are not
 * @param mostKeys of one query; what is too much for it waits for the next
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
