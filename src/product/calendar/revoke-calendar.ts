import { deleteCalendar } from "./queries/calendar-feeds.ts";
import type { Context } from "../context.ts";

/** The actor's calendar has no address any more; repeatable. */
export async function revokeCalendar(ctx: Context): Promise<void> {
  const { db, actor } = ctx;
  await deleteCalendar(db.sql, actor.owner);
}
