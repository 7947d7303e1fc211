import { findCalendar } from "./queries/calendar-feeds.ts";
import { toIso } from "#src/core/clock.ts";
import type { Context } from "../context.ts";

export async function getCalendar(
  ctx: Context,
): Promise<{ readonly created_at: string; readonly read_at: string | null } | null> {
  const { db, actor } = ctx;
  const found = await findCalendar(db.sql, actor.owner);
  if (found === null) return null;
  return { created_at: toIso(found.createdAt), read_at: found.readAt === null ? null : toIso(found.readAt) };
}
