import type { NotificationSettings } from "#src/contract/accounts/users.ts";
import { setNotifications } from "./queries/users.ts";
import type { Context } from "../context.ts";

export async function updateNotifications(ctx: Context, settings: NotificationSettings): Promise<void> {
  const { db, clock, actor } = ctx;
  await setNotifications(db.sql, actor.owner, settings, clock.now());
}
