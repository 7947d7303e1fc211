import { insertMessages, takeCollected } from "#src/product/outbox/queries/outbox.ts";
import { channelsWithDigestDue, setNextDigest } from "./queries/channel-audience.ts";
import { newId } from "#src/core/ids.ts";
import type { SystemContext } from "../context.ts";
import { nextDigest } from "./lib/times.ts";

const atOnce = 50;

/** One message each, none of nothing. */
export async function makeDigests(ctx: SystemContext): Promise<number> {
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const due = await channelsWithDigestDue(tx, now, atOnce);
    for (const { id, owner, manner, state } of due) {
      await setNextDigest(tx, id, nextDigest(manner, now));
      const collected = state === "active" ? await takeCollected(tx, id, now) : [];
      if (collected.length === 0) continue;
      const data = { event: "digest", from: now } as const;
      const message = { id: newId("msg"), channel: id, owner, data, once: `digest ${now}`, collected: false };
      await insertMessages(tx, [message], now);
    }
    return due.length;
  });
}
