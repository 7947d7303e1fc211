import {
  oldJournals,
  removeEvents,
  removeResults,
  countRemovable,
  removedBefore,
  type Retained,
  type RetentionPolicy,
} from "./queries/retention.ts";
import type { Instant } from "#src/core/clock.ts";
import type { SystemContext } from "../context.ts";

/** A batch takes tens of milliseconds. */
const atOnce = 100;

/**
 * Batch by batch; an interrupted call has removed whole parts. Repeatable.
 * @returns analyses per part
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

/** `null`: for ever. Removes nothing. */
export async function previewRetention(
  ctx: SystemContext,
  policy: RetentionPolicy,
): Promise<Readonly<Record<Retained, number | null>>> {
  const { db, clock } = ctx;
  return countRemovable(db.sql, removedBefore(policy, clock.now()));
}
