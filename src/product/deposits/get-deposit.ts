import type { Deposit } from "#src/contract/accounts/deposits.ts";
import { findView } from "./queries/deposit-views.ts";
import { NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";

/** A deposit of whoever asks. @throws NotFound for an unknown or foreign id */
export async function getDeposit(ctx: Context, id: string): Promise<Deposit> {
  const { db, actor } = ctx;
  const deposit = await findView(db.sql, id, actor.owner);
  if (deposit === null) throw new NotFound(`there is no deposit ${id}`);
  return deposit;
}
