import { InvalidInput } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { postTransfer } from "../ledger/public/post-transfer.ts";
import { readBalance } from "../ledger/read-balance.ts";
import type { SystemContext } from "../context.ts";

export interface Grant {
  readonly owner: string;
  /** US cents, above 0. */
  readonly amountMinor: number;
  /** Stands in the customer's statement. */
  readonly reason: string;
  /** An admin's account id, or `operator` on the command line. */
  readonly actor: string;
  /** What it stands for, where it must not be given twice. */
  readonly reference?: string | null;
}

/** @returns the balance, US cents. @throws InvalidInput; NotFound */
export async function grantBalance(
  ctx: SystemContext,
  { owner, amountMinor, reason, actor, reference = null }: Grant,
): Promise<number> {
  const { db, clock } = ctx;
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 || amountMinor > 100_000_000)
    throw new InvalidInput("the amount must be above $0 and at most $1,000,000");
  if (reason.trim() === "") throw new InvalidInput("enter a reason for the grant");
  const id = reference ?? newId("gra");
  await db.transaction((tx) =>
    postTransfer(tx, {
      kind: "grant",
      reference: id,
      memo: reason.trim(),
      actor,
      at: clock.now(),
      entries: [
        { party: { operator: "grants" }, amountMinor: -amountMinor },
        { party: { customer: owner }, amountMinor },
      ],
    }),
  );
  return readBalance(ctx, owner);
}
