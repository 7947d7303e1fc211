import { adminActionsOn } from "./queries/admin-actions.ts";
import { countOf, findAccount } from "./queries/admin.ts";
import { NotFound } from "#src/core/errors.ts";
import { readPlan } from "../plans/read-plan.ts";
import { requireAdmin } from "./public/admin-actions.ts";
import type { AdminContext, Admin } from "../context.ts";

/** All that an administrator sees of an account. @throws Forbidden; NotFound */
export async function readAccount(ctx: AdminContext<Admin>, id: string) {
  const { db, by } = ctx;
  requireAdmin(by);
  const account = await findAccount(db.sql, id);
  if (account === null) throw new NotFound(`there is no account ${id}`);
  const [counts, plan, actions] = await Promise.all([
    countOf(db.sql, id),
    readPlan(ctx, id),
    adminActionsOn(db.sql, id),
  ]);
  return { account, counts, plan, actions };
}
