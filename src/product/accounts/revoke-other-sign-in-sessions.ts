import { dropLinksOf } from "./queries/address-changes.ts";
import { deleteOtherSignInSessions } from "./queries/sign-in-sessions.ts";
import type { SystemContext } from "../context.ts";
import type { Whose } from "./list-sign-in-sessions.ts";

/** With whatever was opened before a second factor was asked for. */
export async function revokeOtherSignInSessions(ctx: SystemContext, { userId, sessionId }: Whose): Promise<void> {
  const { db } = ctx;
  await db.transaction(async (tx) => {
    await dropLinksOf(tx, userId);
    await deleteOtherSignInSessions(tx.sql, userId, sessionId);
  });
}
