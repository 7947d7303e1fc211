import { findChannel } from "./queries/channels.ts";
import { insertMessages } from "#src/product/outbox/queries/outbox.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import type { Context } from "../context.ts";

/** Also in quiet hours. @throws NotFound; Conflict while paused */
export async function testChannel(ctx: Context, id: string): Promise<void> {
  const { db, actor, clock } = ctx;
  await db.transaction(async (tx) => {
    const channel = await findChannel(tx.sql, id, { owner: actor.owner, which: "channels" });
    if (channel === null) throw new NotFound("there is no such channel");
    if (channel.state === "connecting") throw new Conflict("the chat is not connected yet; open the link first");
    if (channel.state === "paused") throw new Conflict("the channel is paused; resume it first");
    const message = newId("msg");
    const row = { id: message, channel: id, owner: actor.owner, once: message, collected: false };
    await insertMessages(tx, [{ ...row, data: { event: "test" } }], clock.now());
  });
}
