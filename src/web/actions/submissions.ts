import type { Instant } from "#src/core/clock.ts";
import type { Outcome } from "./outcome.ts";

/** What came of forms that browsers sent by themselves a while ago. */
export interface Submissions<T> {
  /** Does `work` for the first of those that come with the same key; the others get what came of it, if it worked. */
  once(key: string, now: Instant, work: () => Promise<Outcome<T>>): Promise<Outcome<T>>;
}

const mostKept = 1000;
const keptMs = 10 * 60_000;

/** In the memory of this process: what has to hold for longer has a key in the database as well. */
export function createSubmissions<T>(): Submissions<T> {
  const kept = new Map<string, { readonly at: Instant; readonly outcome: Promise<Outcome<T>> }>();
  return {
    async once(key, now, work) {
      for (const [old, { at }] of kept) {
        if (now - at < keptMs && kept.size < mostKept) break;
        kept.delete(old);
      }
      const known = kept.get(key);
      if (known !== undefined) return known.outcome;
      const outcome = work();
      kept.set(key, { at: now, outcome });
      const { ok } = await outcome.catch(() => ({ ok: false }));
      if (!ok) kept.delete(key);
      return outcome;
    },
  };
}
