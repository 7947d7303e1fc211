import type { Database } from "#src/db/database.ts";
import { adminActionsOn } from "#src/db/queries/admin-actions.ts";
import { countOf, findAccount, searchAccounts, type AccountRow } from "#src/db/queries/admin.ts";
import { NotFound } from "#src/platform/errors.ts";
import { readPlan } from "../plans/read-plan.ts";
import { mustBeAdmin, type Admin } from "./recorded.ts";

const perPage = 50;

/**
 * Accounts by part of an id, a name or an address; newest first.
 * @param page `cursor` is what the page before gave; one that is nonsense begins at the beginning
 * @throws Forbidden
 */
export async function findAccounts(
  { db }: { readonly db: Database },
  by: Admin,
  page: { readonly text: string; readonly cursor: string },
): Promise<{ readonly accounts: readonly AccountRow[]; readonly nextCursor: string | null }> {
  mustBeAdmin(by);
  const [, at, id] = /^(\d{1,15})_(\S{1,100})$/.exec(page.cursor) ?? [];
  const before = at === undefined || id === undefined ? null : { at: Number(at), id };
  const text = page.text.trim();
  const found = await searchAccounts(db.sql, { text: text === "" ? null : text, before, limit: perPage + 1 });
  const accounts = found.slice(0, perPage);
  const last = accounts.at(-1);
  const more = found.length > perPage && last !== undefined;
  return { accounts, nextCursor: more ? `${last.createdAt}_${last.id}` : null };
}

/** All that an administrator sees of an account. @throws Forbidden; NotFound */
export async function readAccount({ db }: { readonly db: Database }, by: Admin, id: string) {
  mustBeAdmin(by);
  const account = await findAccount(db.sql, id);
  if (account === null) throw new NotFound(`there is no account ${id}`);
  const [counts, plan, deeds] = await Promise.all([
    countOf(db.sql, id),
    readPlan({ db }, id),
    adminActionsOn(db.sql, id),
  ]);
  return { account, counts, plan, deeds };
}
