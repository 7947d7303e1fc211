import { plainLine } from "#src/contract/plain-text.ts";
import { formatUsd } from "#src/contract/money.ts";
import type { Role } from "#src/contract/users.ts";
import { insertAdminAction, lockAllowance, movedSince, type AdminActionKind } from "#src/db/queries/admin-actions.ts";
import type { Database, Tx } from "#src/db/database.ts";
import type { Clock, Instant } from "#src/platform/clock.ts";
import { Conflict, Forbidden, InvalidInput, Unauthorized } from "#src/platform/errors.ts";
import { newId } from "#src/platform/ids.ts";
import { isFresh } from "../accounts/confirm-identity.ts";

/** Who runs the service. Services of this folder refuse everybody else, whatever page or action calls them. */
export interface Admin {
  readonly userId: string;
  readonly role: Role;
}

/** One who may change things, as they are signed in now. */
export interface ActingAdmin extends Admin {
  readonly twoFactor: boolean;
  readonly confirmedAt: Instant;
  /** What they may give or take in one action, and in a day, before a second one has to agree; US cents. */
  readonly allowanceMinor: number;
}

/** What one asked for and another agreed to. */
export interface Approved {
  readonly userId: string;
  readonly approvedBy: string;
  readonly request: string;
  /** What they agreed to, US cents. */
  readonly amountMinor: number;
}

/** Whoever has the command line, and with it the database. */
export interface Operator {
  /** The operating system's user. */
  readonly operator: string;
}

export type Authority = ActingAdmin | Approved | Operator;

/** @throws Forbidden */
export function mustBeAdmin({ role }: Pick<Admin, "role">): void {
  if (role !== "admin") throw new Forbidden("this is for administrators");
}

/** @throws Forbidden without the role or a second factor; Unauthorized when the sign-in is not fresh */
export function mustMayChange(by: Authority, clock: Clock): void {
  if (!("role" in by)) return;
  mustBeAdmin(by);
  if (!by.twoFactor)
    throw new Forbidden(
      "turn on two-factor authentication under Settings, Security: without it an administrator can look and not change",
    );
  if (!isFresh(by.confirmedAt, clock.now()))
    throw new Unauthorized("sign out and in again, then do this within ten minutes");
}

/** Under whose name the ledger and the audit keep it. */
export function actorOf(by: Authority): string {
  return "operator" in by ? "operator" : by.userId;
}

export interface Deed {
  readonly by: Authority;
  /** `null`: nobody's. */
  readonly account: string | null;
  readonly action: AdminActionKind;
  readonly what: string;
  readonly reason: string;
  /** What it gives or takes, US cents; `null` for what is no money. */
  readonly amountMinor: number | null;
}

/** Thrown through a transaction, which it undoes: what was done is more than one may do alone. */
export class NeedsSecond extends Error {
  readonly deed: Deed;
  readonly amountMinor: number;
  constructor(deed: Deed, amountMinor: number) {
    super(`${formatUsd(amountMinor)} needs a second administrator`);
    this.deed = deed;
    this.amountMinor = amountMinor;
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Notes a deed in the transaction that does it: what an administrator does is never done without its record.
 * @throws NeedsSecond beyond the allowance; InvalidInput without a reason
 */
export async function note(tx: Tx, clock: Clock, deed: Deed): Promise<void> {
  const { by, amountMinor, reason, ...what } = deed;
  const at = clock.now();
  if ("role" in by && amountMinor !== null && amountMinor > 0) {
    // Of two at once the second sees the first.
    await lockAllowance(tx, by.userId);
    const before = await movedSince(tx.sql, by.userId, at - dayMs);
    if (before + amountMinor > by.allowanceMinor) throw new NeedsSecond(deed, amountMinor);
  }
  if ("approvedBy" in by && (amountMinor ?? 0) > by.amountMinor)
    throw new Conflict("it has become more than was agreed to: decline the request, and ask for it again");
  const who = {
    actor: "operator" in by ? null : by.userId,
    operator: "operator" in by ? by.operator : null,
    approvedBy: "approvedBy" in by ? by.approvedBy : null,
  };
  await insertAdminAction(tx, { ...what, ...who, id: newId("adm"), reason: reasonOf(reason), amountMinor, at });
}

/**
 * The database with every transaction noting the deed that it is part of.
 * @throws as mustMayChange and `note`
 */
export function recorded({ db, clock }: { readonly db: Database; readonly clock: Clock }, deed: Deed): Database {
  mustMayChange(deed.by, clock);
  reasonOf(deed.reason);
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const value = await work(tx);
        await note(tx, clock, deed);
        return value;
      }),
  };
}

function reasonOf(given: string): string {
  const reason = plainLine(given);
  if (reason === "") throw new InvalidInput("give a reason: it is kept with what you do");
  if (reason.length > 500) throw new InvalidInput("the reason must have at most 500 characters");
  return reason;
}

/** The database as a transaction that is under way: what a service does in one of its own is part of it. */
export function joining(db: Database, tx: Tx): Database {
  return { ...db, sql: tx.sql, transaction: (work) => work(tx) };
}

/** Nobody takes the last way in from themselves. @throws Conflict */
export function notOneself(by: Authority, account: string): void {
  if ("userId" in by && by.userId === account) throw new Conflict("you cannot change your own role");
}
