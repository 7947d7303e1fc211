import { deleteAvatar } from "#src/db/queries/avatars.ts";
import type { Context } from "../context.ts";

/** Takes an uploaded picture away; the one that is drawn from the user's id comes back. */
export async function removeAvatar(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  await deleteAvatar(db.sql, actor.owner);
}
