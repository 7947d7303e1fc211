import { otherLists, type ChannelChoices, type ChannelManner } from "#src/contract/messages/channels.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import { findChannel, updateChannel } from "./queries/channels.ts";
import { releaseCollected } from "#src/product/outbox/queries/outbox.ts";
import { listsOf } from "#src/product/signals/queries/signal-lists.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";
import { nextDigest } from "./lib/times.ts";

export interface SavedChannel {
  readonly id: string;
  readonly name: string;
  readonly choices: ChannelChoices;
  readonly manner: ChannelManner;
}

/** Sends what a removed digest had collected. @throws NotFound */
export async function saveChannel(ctx: Context, { id, name, choices, manner }: SavedChannel): Promise<void> {
  const { db, actor, clock } = ctx;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const channel = await findChannel(tx.sql, id, { owner: actor.owner, which: "channels" });
    if (channel === null) throw new NotFound("there is no such channel");
    const own = await listsOf(tx.sql, actor.owner);
    const known = new Set([otherLists, houseList, ...own.map((list) => list.id)]);
    const lists = Object.fromEntries(Object.entries(choices.lists).filter(([list]) => known.has(list)));
    const nextDigestAt = nextDigest(manner, now);
    await updateChannel(tx.sql, id, { name, choices: { ...choices, lists }, manner, nextDigestAt }, now);
    if (manner.digest === null) await releaseCollected(tx, id, now);
  });
}
