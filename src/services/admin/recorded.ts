import { insertAdminAction, type AdminActionKind } from "#src/db/queries/admin.ts";
import type { Database } from "#src/db/database.ts";
import type { Clock } from "#src/platform/clock.ts";
import { Conflict, Forbidden, InvalidInput } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import type { Role } from "#src/contract/users.ts";

/** Who runs the service. Services of this folder refuse everybody else, whatever page or action calls them. */
export interface Admin {
  readonly userId: string;
  readonly role: Role;
}

/** @throws Forbidden */
export function mustBeAdmin({ role }: Admin): void {
  if (role !== "admin") throw new Forbidden("this is for administrators");
}

export interface Deed {
  readonly by: Admin;
  readonly account: string;
  readonly action: AdminActionKind;
  readonly what: string;
  readonly reason: string;
}

/**
 * The database with every transaction noting the deed that it is part of: what an admin does is never done without
 * its record.
 * @throws Forbidden for anybody else; InvalidInput without a reason
 */
export function recorded(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { by, ...deed }: Deed,
): Database {
  mustBeAdmin(by);
  const reason = deed.reason.trim();
  if (reason === "") throw new InvalidInput("give a reason: it is kept with what you do");
  if (reason.length > 500) throw new InvalidInput("the reason must have at most 500 characters");
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const value = await work(tx);
        await insertAdminAction(tx, { ...deed, reason, id: newId("adm"), actor: by.userId, at: clock.now() });
        return value;
      }),
  };
}

/** Nobody takes the last way in from themselves. @throws Conflict */
export function notOneself({ userId }: Admin, account: string): void {
  if (userId === account) throw new Conflict("you cannot change your own role");
}
