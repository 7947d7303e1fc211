import { dropLinksOf } from "#src/db/queries/address-changes.ts";
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

/** Ends every session of the user but one, and what else was opened before a second factor was asked for. */
export async function endOtherSessions({ db }: Pick<Context, "db">, { userId, sessionId }: Whose): Promise<void> {
  await db.transaction(async (tx) => {
    await dropLinksOf(tx, userId);
    await deleteOtherSessions(tx.sql, userId, sessionId);
  });
}
