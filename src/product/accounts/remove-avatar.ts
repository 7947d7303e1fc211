import { deleteAvatar } from "./queries/avatars.ts";
import type { Context } from "../context.ts";

/** The drawn one comes back. */
export async function removeAvatar(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  await deleteAvatar(db.sql, actor.owner);
}
