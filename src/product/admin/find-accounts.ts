import { searchAccounts, type AccountRow } from "./queries/admin.ts";
import { requireAdmin } from "./public/admin-actions.ts";
import type { AdminContext, Admin } from "../context.ts";

const perPage = 50;

/**
 * Newest first.
 * @param page `cursor` of the page before
 * @throws Forbidden
 */
export async function findAccounts(
  ctx: AdminContext<Admin>,
  page: { readonly text: string; readonly cursor: string },
): Promise<{ readonly accounts: readonly AccountRow[]; readonly nextCursor: string | null }> {
  const { db, by } = ctx;
  requireAdmin(by);
  const [, at, id] = /^(\d{1,15})_(\S{1,100})$/.exec(page.cursor) ?? [];
  const before = at === undefined || id === undefined ? null : { at: Number(at), id };
  const text = page.text.trim();
  const found = await searchAccounts(db.sql, { text: text === "" ? null : text, before, limit: perPage + 1 });
  const accounts = found.slice(0, perPage);
  const last = accounts.at(-1);
  const more = found.length > perPage && last !== undefined;
  return { accounts, nextCursor: more ? `${last.createdAt}_${last.id}` : null };
}
