import type { DepositReceipt } from "#src/contract/accounts/deposits.ts";
import { findUserById } from "#src/product/accounts/queries/users.ts";
import { Conflict, NotFound } from "#src/core/errors.ts";
import type { Context } from "../context.ts";
import { getDeposit } from "./get-deposit.ts";

/** @throws NotFound; Conflict while nothing was credited */
export async function readReceipt(ctx: Context, id: string): Promise<DepositReceipt> {
  const deposit = await getDeposit(ctx, id);
  const { creditedMinor, refundedMinor, finishedAt } = deposit;
  if (finishedAt === null) throw new Conflict("the receipt is available once the deposit is credited");
  const user = await findUserById(ctx.db.sql, ctx.actor.owner);
  if (user === null) throw new NotFound("this account is for API keys only and cannot sign in");
  const number = `R-${deposit.id.replace(/^dep_/, "").slice(0, 12).toUpperCase()}`;
  const owner = { name: user.name, email: user.email };
  return { number, deposit, owner, creditedMinor, refundedMinor, creditedAt: finishedAt };
}
