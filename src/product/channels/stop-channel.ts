import { pauseChannel } from "./queries/channels.ts";
import type { SystemContext } from "../context.ts";
import { channelToStop } from "./lib/stop-link.ts";

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
