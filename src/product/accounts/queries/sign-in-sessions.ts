import { sql } from "kysely";
import { type HeldPlan, Plan } from "#src/contract/accounts/plans.ts";
import { Role } from "#src/contract/accounts/users.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** A valid session with its user. */
export interface SignInSession {
  readonly sessionId: string;
  readonly createdAt: Instant;
  /** By signing in, or since. */
  readonly confirmedAt: Instant;
  readonly expiresAt: Instant;
  readonly userId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly role: Role;
  readonly twoFactor: boolean;
  readonly userSince: Instant;
  readonly held: HeldPlan;
}

/** `null` when there is none or it ended. */
export async function findSignInSession(db: Sql, token: string, at: Instant): Promise<SignInSession | null> {
  const row = await heldAt(db, at).where("s.token", "=", token).executeTakeFirst();
  return row === undefined ? null : toHeld(row);
}

export async function findSignInSessions(
  db: Sql,
  ids: readonly string[],
  at: Instant,
): Promise<ReadonlyMap<string, SignInSession>> {
  const rows = await heldAt(db, at)
    .where(sql<boolean>`s.id = any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, toHeld(row)]));
}

function heldAt(db: Sql, at: Instant) {
  return db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .innerJoin("accounts as a", "a.id", "u.id")
    .select([
      "s.id",
      "s.created_at",
      "s.confirmed_at",
      "s.expires_at",
      "u.email",
      "u.email_verified",
      "u.name",
      "u.role",
    ])
    .select(["u.two_factor_enabled", "u.id as user_id", "u.created_at as since", "a.plan", "a.plan_until"])
    .where("s.expires_at", ">", new Date(at));
}

type HeldRow = Awaited<ReturnType<ReturnType<typeof heldAt>["execute"]>>[number];

function toHeld(row: HeldRow): SignInSession {
  return {
    sessionId: row.id,
    createdAt: row.created_at.getTime(),
    confirmedAt: (row.confirmed_at ?? row.created_at).getTime(),
    expiresAt: row.expires_at.getTime(),
    userId: row.user_id,
    email: row.email,
    emailVerified: row.email_verified,
    name: row.name,
    role: Role.parse(row.role),
    twoFactor: row.two_factor_enabled,
    userSince: row.since.getTime(),
    held: { plan: Plan.parse(row.plan), planUntil: row.plan_until?.getTime() ?? null },
  };
}

export interface SignInSessionRow {
  readonly id: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly expiresAt: Instant;
}

/** A user's sessions that hold, newest first. */
export async function listUserSignIns(db: Sql, userId: string, at: Instant): Promise<SignInSessionRow[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "ip_address", "user_agent", "created_at", "updated_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", new Date(at))
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ipAddress: row.ip_address === "" ? null : row.ip_address,
    userAgent: row.user_agent === "" ? null : row.user_agent,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  }));
}

/** Notes that the session's user has just confirmed who they are. */
export async function setConfirmed(db: Sql, id: string, at: Instant): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ confirmed_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

/** False when the user has no such session. */
export async function deleteSignInSession(db: Sql, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** All of a user's sessions but one. @returns how many were ended */
export async function deleteOtherSignInSessions(db: Sql, userId: string, kept: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "!=", kept)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Sessions that have ended by themselves. @returns how many there were */
export async function deleteEndedSignInSessions(db: Sql, at: Instant): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("sessions").where("expires_at", "<=", new Date(at)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Counters of guesses and mails of an account: by what the limits call them. */
export async function deleteLimits({ sql: db }: Tx, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom("auth_limits")
    .where("key", "in", [...keys])
    .execute();
}

/** Mailed links, challenges and changes of address that nobody followed in time. @returns how many there were */
export async function deleteEndedVerifications(db: Sql, at: Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("verifications")
    .where("expires_at", "<=", new Date(at))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
