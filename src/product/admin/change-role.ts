import type { Role } from "#src/contract/accounts/users.ts";
import { findAccount } from "./queries/admin.ts";
import { NotFound } from "#src/core/errors.ts";
import { setRole } from "../accounts/set-role.ts";
import { databaseWithin, refuseOwnAccount, recordingDatabase } from "./public/admin-actions.ts";
import type { AdminContext, Authority } from "../context.ts";

/** @throws as requireFreshAdmin; Conflict for one's own account; InvalidInput without a reason; NotFound */
export async function changeRole(
  ctx: AdminContext<Authority>,
  change: { readonly account: string; readonly role: Role; readonly reason: string },
): Promise<void> {
  const { db, by } = ctx;
  const { account, role, reason } = change;
  const what = role === "admin" ? "made an administrator" : "made a user";
  const noted = recordingDatabase(ctx, { by, account, action: "set_role", what, reason, amountMinor: null });
  refuseOwnAccount(by, account);
  const email = (await findAccount(db.sql, account))?.email ?? null;
  if (email === null) throw new NotFound("this account is for API keys only and cannot sign in");
  await noted.transaction((tx) => setRole({ ...ctx, db: databaseWithin(db, tx) }, { email, role }));
}
