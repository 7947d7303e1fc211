import type { Database } from "#src/db/database.ts";
import type { Clock } from "#src/platform/clock.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import { postTransfer } from "../ledger/post-transfer.ts";
import { readBalance } from "../ledger/read-balance.ts";

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

/** Gives an account money of the house. @returns the balance, US cents. @throws InvalidInput; NotFound without an account */
export async function grantBalance(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { owner, amountMinor, reason, actor, reference = null }: Grant,
): Promise<number> {
  if (!Number.isSafeInteger(amountMinor) || amountMinor <= 0 || amountMinor > 100_000_000)
    throw new InvalidInput("the amount must be above $0 and at most $1,000,000");
  if (reason.trim() === "") throw new InvalidInput("a grant needs a reason");
  const id = reference ?? newId("gra");
  await db.transaction((tx) =>
    postTransfer(tx, {
      kind: "grant",
      reference: id,
      memo: reason.trim(),
      actor,
      at: clock.now(),
      entries: [
        { party: { house: "grants" }, amountMinor: -amountMinor },
        { party: { customer: owner }, amountMinor },
      ],
    }),
  );
  return readBalance({ db }, owner);
}
