import { sql } from "kysely";
import { z } from "zod";
import { ReviewAction } from "#src/contract/accounts/deposits.ts";
import { Plan } from "#src/contract/accounts/plans.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

const minor = z.int().positive();

/** Work of administrators that moves money: beyond an allowance it needs a second one. */
export const AdminWork = z.discriminatedUnion("action", [
  z.object({ action: z.literal("grant_balance"), account: z.string(), amountMinor: minor }),
  /** `days` null is without an end. */
  z.object({ action: z.literal("grant_plan"), account: z.string(), plan: Plan, days: z.int().nullable() }),
  z.object({
    action: z.literal("resolve_review"),
    reviewId: z.string(),
    resolution: ReviewAction,
    amountMinor: minor.nullable(),
  }),
  z.object({ action: z.literal("refund_deposit"), depositId: z.string() }),
]);
export type AdminWork = z.infer<typeof AdminWork>;

export type AdminActionKind =
  | AdminWork["action"]
  | "set_role"
  | "cancel_analysis"
  | "create_key"
  | "revoke_key"
  | "withdraw_signal"
  | "test_models";

export interface AdminAction {
  readonly id: string;
  /** `null` for the command line; `operator` says who. */
  readonly actor: string | null;
  readonly operator: string | null;
  readonly approvedBy: string | null;
  readonly account: string | null;
  readonly action: AdminActionKind;
  readonly what: string;
  readonly reason: string;
  readonly amountMinor: number | null;
  readonly at: Instant;
}

export async function insertAdminAction({ sql: db }: Tx, action: AdminAction): Promise<void> {
  const { at, approvedBy, amountMinor, ...rest } = action;
  await db
    .insertInto("admin_actions")
    .values({ ...rest, approved_by: approvedBy, amount: amountMinor, created_at: new Date(at) })
    .execute();
}

/** An administrator's money-moving actions run one at a time, until the transaction ends. */
export async function lockAllowance({ sql: db }: Tx, actor: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('allowance ' || ${actor}))`.execute(db);
}

/** What an administrator has given and taken alone since an instant, in US cents. */
export async function movedSince(db: Sql, actor: string, since: Instant): Promise<number> {
  const row = await db
    .selectFrom("admin_actions")
    .select(({ fn }) => fn.sum<string | null>("amount").as("moved"))
    .where("actor", "=", actor)
    .where("approved_by", "is", null)
    .where("created_at", ">", new Date(since))
    .executeTakeFirst();
  return Number(row?.moved ?? 0);
}

export interface AdminActionView extends Pick<AdminAction, "id" | "what" | "reason" | "at"> {
  /** An address, an account's id, or the operator at the command line. */
  readonly actor: string;
  /** Who agreed to it. */
  readonly approvedBy: string | null;
}

/** Actions on an account, newest first. */
export async function adminActionsOn(db: Sql, account: string): Promise<AdminActionView[]> {
  const rows = await db
    .selectFrom("admin_actions as a")
    .leftJoin("users as u", "u.id", "a.actor")
    .leftJoin("users as second", "second.id", "a.approved_by")
    .select(["a.id", "a.actor", "a.operator", "a.approved_by", "u.email", "second.email as second_email"])
    .select(["a.what", "a.reason", "a.created_at"])
    .where("a.account", "=", account)
    .orderBy("a.created_at", "desc")
    .orderBy("a.id", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    what: row.what,
    reason: row.reason,
    actor: row.email ?? row.actor ?? `${row.operator ?? "an operator"}, at the command line`,
    approvedBy: row.second_email ?? row.approved_by,
    at: row.created_at.getTime(),
  }));
}

/** Whether somebody became an administrator by another, directly or through others. */
export async function isMadeBy(db: Sql, account: string, maker: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive newest as (
      select distinct on (account) account, actor from admin_actions
      where action = 'set_role' order by account, created_at desc, id desc
    ), made as (
      select account from newest where actor = ${maker}
      union select newest.account from newest join made on newest.actor = made.account
    )
    select from made where account = ${account}
  `.execute(db);
  return rows.length > 0;
}

export interface NewRequest {
  readonly id: string;
  readonly askedBy: string;
  readonly account: string;
  readonly work: AdminWork;
  readonly what: string;
  readonly reason: string;
  readonly amountMinor: number;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export async function insertRequest({ sql: db }: Tx, request: NewRequest): Promise<void> {
  await db
    .insertInto("admin_requests")
    .values({
      id: request.id,
      asked_by: request.askedBy,
      account: request.account,
      work: JSON.stringify(request.work),
      what: request.what,
      reason: request.reason,
      amount: request.amountMinor,
      created_at: new Date(request.createdAt),
      expires_at: new Date(request.expiresAt),
    })
    .execute();
}

export interface StoredRequest extends NewRequest {
  readonly state: string;
  /** Whether whoever asked is still an administrator. */
  readonly askerIsAdmin: boolean;
  readonly askerEmail: string | null;
}

function requests(db: Sql) {
  return db
    .selectFrom("admin_requests as r")
    .leftJoin("users as u", "u.id", "r.asked_by")
    .select(["r.id", "r.asked_by", "r.account", "r.work", "r.what", "r.reason", "r.amount", "r.created_at"])
    .select(["r.expires_at", "r.state", "u.role", "u.email"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof requests>["execute"]>>[number];

function readRequest(row: Row): StoredRequest {
  return {
    id: row.id,
    askedBy: row.asked_by,
    askerIsAdmin: row.role === "admin",
    askerEmail: row.email,
    account: row.account,
    work: AdminWork.parse(row.work),
    what: row.what,
    reason: row.reason,
    amountMinor: Number(row.amount),
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    state: row.state,
  };
}

export async function findRequest(db: Sql, id: string): Promise<StoredRequest | null> {
  const row = await requests(db).where("r.id", "=", id).executeTakeFirst();
  return row === undefined ? null : readRequest(row);
}

/** Locked until the transaction ends, so that nobody else decides it. */
export async function lockRequest({ sql: db }: Tx, id: string): Promise<StoredRequest | null> {
  const row = await requests(db).where("r.id", "=", id).forUpdate("r").executeTakeFirst();
  return row === undefined ? null : readRequest(row);
}

/** Requests that wait and have not expired, oldest first. */
export async function waitingRequests(db: Sql, at: Instant): Promise<StoredRequest[]> {
  const rows = await requests(db)
    .where("r.state", "=", "waiting")
    .where("r.expires_at", ">", new Date(at))
    .orderBy("r.created_at")
    .limit(100)
    .execute();
  return rows.map(readRequest);
}

export async function decideRequest(
  { sql: db }: Tx,
  id: string,
  { state, by, at }: { readonly state: "approved" | "declined"; readonly by: string; readonly at: Instant },
): Promise<void> {
  await db
    .updateTable("admin_requests")
    .set({ state, decided_by: by, decided_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

/** Who may be asked to agree. */
export async function otherAdmins({ sql: db }: Tx, than: string): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("email_verified", "=", true)
    .where("id", "!=", than)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
