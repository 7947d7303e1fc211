import { deleteConnections } from "./queries/connections.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/** Its next request is refused. @throws NotFound */
export async function disconnectClient(
  ctx: Context,
  { id, keepWebhooks }: { readonly id: string; readonly keepWebhooks: boolean },
): Promise<void> {
  const { db, actor } = ctx;
  const ended = await db.transaction((tx) => deleteConnections(tx, actor.owner, { id, keepWebhooks }));
  if (ended === 0) throw new NotFound("this app is no longer connected");
}
