import { oldJournals, removeEvents, removeResults } from "#src/db/queries/retention.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { SystemContext } from "../context.ts";
import { removedBefore, type Retained, type RetentionPolicy } from "./lib/retention-policy.ts";

/** Small, so that a batch is over in tens of milliseconds and nobody waits for its locks. */
const atOnce = 100;

/**
 * Removes what the policy no longer keeps, batch by batch, each in a transaction of its own: one that is broken off has
 * removed whole parts of some analyses, and the next call goes on. Repeatable, also by several at once.
 * @returns of how many analyses each part was removed
 */
export async function applyRetention(
  ctx: SystemContext,
  policy: RetentionPolicy,
): Promise<Readonly<Record<Retained, number>>> {
  const { db, clock } = ctx;
  const now = clock.now();
  const { events, journals, results } = removedBefore(policy, now);
  return {
    events: events === null ? 0 : await inBatches(() => db.transaction((tx) => removeEvents(tx, events, atOnce))),
    journals: journals === null ? 0 : await inBatches(() => forgetJournals(ctx, journals)),
    results: results === null ? 0 : await removeAllResults(ctx, results, now),
  };
}

async function forgetJournals({ db, queue }: SystemContext, before: Instant): Promise<number> {
  const ids = await oldJournals(db.sql, before, atOnce);
  if (ids.length > 0) await queue.forget(ids);
  return ids.length;
}

async function removeAllResults({ db }: SystemContext, before: Instant, at: Instant): Promise<number> {
  let from = 0;
  return inBatches(async () => {
    const { count, last } = await db.transaction((tx) => removeResults(tx, { from, before, at, limit: atOnce }));
    from = last;
    return count;
  });
}

/** Until one comes back with less than it may have. */
async function inBatches(one: () => Promise<number>): Promise<number> {
  for (let count = 0; ;) {
    const done = await one();
    count += done;
    if (done < atOnce) return count;
  }
}
