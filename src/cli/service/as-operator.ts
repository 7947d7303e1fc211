import { userInfo } from "node:os";
import { databaseWithin, recordAction, type AdminActionInput } from "#src/product/admin/public/admin-actions.ts";
import type { SystemContext } from "#src/product/context.ts";

/** The reason that stands in the log where none was asked for. */
export const noReason = "no reason given";

/**
 * Noted under the operating system's user, in the same transaction.
 * @param work gets the database as that transaction
 * @param action what it was
 */
export function asOperator<T>(
  ctx: SystemContext,
  work: (within: SystemContext) => Promise<T>,
  action: (value: T) => Omit<AdminActionInput, "by">,
): Promise<T> {
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const value = await work({ ...ctx, db: databaseWithin(db, tx) });
    await recordAction(tx, clock, { ...action(value), by: { operator: userInfo().username } });
    return value;
  });
}
