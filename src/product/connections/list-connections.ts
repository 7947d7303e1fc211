import { listConnections as query, type Connection } from "./queries/connections.ts";
import type { Context } from "../context.ts";

/** The apps that somebody has let in, newest first. */
export async function listConnections(ctx: Context): Promise<Connection[]> {
  const { db, actor } = ctx;
  return query(db.sql, actor.owner);
}
