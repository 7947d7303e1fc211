import { userInfo } from "node:os";
import type { Database } from "#src/db/database.ts";
import type { Clock } from "#src/platform/clock.ts";
import { joining, note, type Deed } from "#src/services/admin/recorded.ts";

/** The reason that stands in the record where none was asked for. */
export const noReason = "no reason given";

/**
 * Work of whoever has the command line: noted with the operating system's user in the transaction that does it.
 * @param work gets the database as that transaction
 * @param deed what it was, once it is done
 */
export function asOperator<T>(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  work: (db: Database) => Promise<T>,
  deed: (value: T) => Omit<Deed, "by">,
): Promise<T> {
  return db.transaction(async (tx) => {
    const value = await work(joining(db, tx));
    await note(tx, clock, { ...deed(value), by: { operator: userInfo().username } });
    return value;
  });
}
