import { deleteOtherSessions, deleteSession } from "#src/db/queries/sessions.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";
import type { Whose } from "./list-sessions.ts";

/** Ends a session of the user: the next request with it is refused. @throws NotFound when they have no such session */
export async function revokeSession(
  { db }: Pick<Context, "db">,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  if (!(await deleteSession(db.sql, userId, id))) throw new NotFound("there is no such session");
}

/** Ends every session of the user but the one that asks. @returns how many ended */
export async function revokeOtherSessions({ db }: Pick<Context, "db">, { userId, sessionId }: Whose): Promise<number> {
  return deleteOtherSessions(db.sql, userId, sessionId);
}
