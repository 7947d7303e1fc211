import type { Deposit } from "#src/contract/accounts/deposits.ts";
import { listViews } from "./queries/deposit-views.ts";
import type { Context } from "../context.ts";

export interface DepositPage {
  readonly deposits: readonly Deposit[];
  /** The `cursor` of the page of older ones; `null` on the last one. */
  readonly nextCursor: number | null;
}

/** Deposits of whoever asks, newest first. */
export async function listDeposits(
  ctx: Context,
  { cursor, limit }: { readonly cursor: number | null; readonly limit: number },
): Promise<DepositPage> {
  const { db, actor } = ctx;
  const found = await listViews(db.sql, actor.owner, { before: cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    deposits: page.map(({ deposit }) => deposit),
    nextCursor: found.length > limit ? (page.at(-1)?.number ?? null) : null,
  };
}
