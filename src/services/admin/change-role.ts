import type { Role } from "#src/contract/users.ts";
import { findAccount } from "#src/db/queries/admin.ts";
import type { Database } from "#src/db/database.ts";
import type { Clock } from "#src/platform/clock.ts";
import { NotFound } from "#src/platform/errors.ts";
import { setRole } from "../accounts/set-role.ts";
import { notOneself, recorded, type Authority } from "./recorded.ts";

/**
 * Makes somebody an administrator, or a user again.
 * @throws as mustMayChange; Conflict for one's own account; InvalidInput without a reason; NotFound when nobody signs in to it
 */
export async function changeRole(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  by: Authority,
  change: { readonly account: string; readonly role: Role; readonly reason: string },
): Promise<void> {
  const { account, role, reason } = change;
  const what = role === "admin" ? "made an administrator" : "made a user";
  const noted = recorded({ db, clock }, { by, account, action: "set_role", what, reason, amountMinor: null });
  notOneself(by, account);
  const email = (await findAccount(db.sql, account))?.email ?? null;
  if (email === null) throw new NotFound("nobody signs in to this account");
  await noted.transaction((tx) => setRole({ db: { sql: tx.sql }, clock }, { email, role }));
}
