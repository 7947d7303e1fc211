import { plainLine } from "#src/contract/text.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import {
  insertAdminAction,
  lockAllowance,
  movedSince,
  type AdminActionKind,
} from "#src/product/admin/queries/admin-actions.ts";
import type { Database, Tx } from "#src/core/db/database.ts";
import { dayMs, type Clock } from "#src/core/clock.ts";
import { Conflict, Forbidden, InvalidInput, Unauthorized } from "#src/core/errors.ts";
import { newId } from "#src/core/ids.ts";
import { isFresh } from "#src/product/accounts/public/fresh-sign-in.ts";
import type { Admin, Authority, SystemContext } from "#src/product/context.ts";

/** @throws Forbidden */
export function requireAdmin({ role }: Pick<Admin, "role">): void {
  if (role !== "admin") throw new Forbidden("only administrators can do this");
}

/** @throws Forbidden without role or second factor; Unauthorized without a fresh sign-in */
export function requireFreshAdmin(by: Authority, clock: Clock): void {
  if (!("role" in by)) return;
  requireAdmin(by);
  if (!by.twoFactor) throw new Forbidden("turn on two-factor authentication under Account, Security to make changes");
  if (!isFresh(by.confirmedAt, clock.now()))
    throw new Unauthorized("sign out and sign in again, then make this change within ten minutes");
}

/** Under whose name the ledger and the audit keep it. */
export function actorOf(by: Authority): string {
  return "operator" in by ? "operator" : by.userId;
}

export interface AdminActionInput {
  readonly by: Authority;
  /** `null`: nobody's. */
  readonly account: string | null;
  readonly action: AdminActionKind;
  readonly what: string;
  readonly reason: string;
  /** What it gives or takes, US cents; `null` for what is no money. */
  readonly amountMinor: number | null;
}

/** Rolls the transaction back: more than one may do alone. */
export class SecondAdminRequired extends Error {
  readonly action: AdminActionInput;
  readonly amountMinor: number;
  constructor(action: AdminActionInput, amountMinor: number) {
    super(`${formatUsd(amountMinor)} needs a second administrator`);
    this.action = action;
    this.amountMinor = amountMinor;
  }
}

/**
 * In the action's own transaction.
 * @throws SecondAdminRequired; InvalidInput without a reason
 */
export async function recordAction(tx: Tx, clock: Clock, action: AdminActionInput): Promise<void> {
  const { by, amountMinor, reason, ...what } = action;
  const at = clock.now();
  if ("role" in by && amountMinor !== null && amountMinor > 0) {
    // Of two at once the second sees the first.
    await lockAllowance(tx, by.userId);
    const before = await movedSince(tx.sql, by.userId, at - dayMs);
    if (before + amountMinor > by.allowanceMinor) throw new SecondAdminRequired(action, amountMinor);
  }
  if ("approvedBy" in by && (amountMinor ?? 0) > by.amountMinor)
    throw new Conflict("the amount is now higher than the one approved; decline the request and submit it again");
  const who = {
    actor: "operator" in by ? null : by.userId,
    operator: "operator" in by ? by.operator : null,
    approvedBy: "approvedBy" in by ? by.approvedBy : null,
  };
  await insertAdminAction(tx, { ...what, ...who, id: newId("adm"), reason: reasonOf(reason), amountMinor, at });
}

/**
 * Every transaction records its action.
 * @throws as requireFreshAdmin and `recordAction`
 */
export function recordingDatabase({ db, clock }: SystemContext, action: AdminActionInput): Database {
  requireFreshAdmin(action.by, clock);
  reasonOf(action.reason);
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const value = await work(tx);
        await recordAction(tx, clock, action);
        return value;
      }),
  };
}

function reasonOf(given: string): string {
  const reason = plainLine(given);
  if (reason === "") throw new InvalidInput("enter a reason: it is recorded with your action");
  if (reason.length > 500) throw new InvalidInput("the reason must have at most 500 characters");
  return reason;
}

/** A service's own transaction becomes part of this one. */
export function databaseWithin(db: Database, tx: Tx): Database {
  return { ...db, sql: tx.sql, transaction: (work) => work(tx) };
}

/** Nobody takes the last way in from themselves. @throws Conflict */
export function refuseOwnAccount(by: Authority, account: string): void {
  if ("userId" in by && by.userId === account) throw new Conflict("you cannot change your own role");
}
