import { channelKinds } from "#src/contract/messages/channels.ts";
import { findChannel, pauseChannel } from "./queries/channels.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";
import { channelToStop } from "./lib/targets.ts";

/** Without its address. @throws NotFound */
export async function readStopLink(
  ctx: SystemContext,
  { secret, token }: { readonly secret: string; readonly token: string },
): Promise<{ readonly kind: string; readonly stopped: boolean }> {
  const id = channelToStop(secret, token);
  const channel = id === null ? null : await findChannel(ctx.db.sql, id, null);
  if (channel === null) throw new NotFound("there is no such channel");
  return { kind: channelKinds[channel.kind], stopped: channel.state !== "active" };
}

/** Repeatable. False for a link we did not make. */
export async function stopChannel(
  ctx: SystemContext,
  { secret, token }: { readonly secret: string; readonly token: string },
): Promise<boolean> {
  const { db, clock } = ctx;
  const id = channelToStop(secret, token);
  if (id === null) return false;
  await db.transaction((tx) => pauseChannel(tx, id, "it was stopped by the link in a message", clock.now()));
  return true;
}
