import { deleteSignInSession } from "./queries/sign-in-sessions.ts";
import { NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "../context.ts";

/** @throws NotFound */
export async function revokeSignInSession(
  ctx: SystemContext,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  const { db } = ctx;
  if (!(await deleteSignInSession(db.sql, userId, id))) throw new NotFound("there is no such session");
}
