import { sql } from "kysely";
import { Role } from "#src/contract/accounts/users.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly twoFactor: boolean;
  readonly role: Role;
  /** As stored; missing values have their defaults. */
  readonly notifications: unknown;
  readonly createdAt: Instant;
}

const columns = [
  "id",
  "name",
  "email",
  "email_verified",
  "two_factor_enabled",
  "role",
  "notifications",
  "created_at",
] as const;

async function findUser(db: Sql, by: "id" | "email", value: string): Promise<UserRow | null> {
  const row = await db.selectFrom("users").select(columns).where(by, "=", value).executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: row.email_verified,
    twoFactor: row.two_factor_enabled,
    role: Role.parse(row.role),
    notifications: row.notifications,
    createdAt: row.created_at.getTime(),
  };
}

export async function findUserById(db: Sql, id: string): Promise<UserRow | null> {
  return findUser(db, "id", id);
}

/** @param email in any case */
export async function findUserByEmail(db: Sql, email: string): Promise<UserRow | null> {
  return findUser(db, "email", email.toLowerCase());
}

export async function confirmEmail(db: Sql, id: string): Promise<void> {
  await db.updateTable("users").set({ email_verified: true }).where("id", "=", id).execute();
}

/** An unconfirmed sign-up goes, else the first to use an address has its password. */
export async function dropUnconfirmed({ sql: db }: Tx, email: string): Promise<void> {
  await unconfirmed(db).where("email", "=", email.toLowerCase()).execute();
}

function unconfirmed(db: Sql) {
  return db
    .deleteFrom("users")
    .where("email_verified", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("identities")
            .select("identities.id")
            .whereRef("identities.user_id", "=", "users.id")
            .where("identities.provider_id", "!=", "credential"),
        ),
      ),
    );
}

export async function setName(db: Sql, id: string, name: string, at: Instant): Promise<void> {
  await db
    .updateTable("users")
    .set({ name, updated_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

/** `null` without a confirmed address: no mail. */
export async function findNotifications({ sql: db }: Tx, id: string): Promise<unknown> {
  const row = await db
    .selectFrom("users")
    .select("notifications")
    .where("id", "=", id)
    .where("email_verified", "=", true)
    .executeTakeFirst();
  return row?.notifications ?? null;
}

export async function setNotifications(db: Sql, id: string, settings: object, at: Instant): Promise<void> {
  await db
    .updateTable("users")
    .set({ notifications: JSON.stringify(settings), updated_at: new Date(at) })
    .where("id", "=", id)
    .execute();
}

export async function turnOffNotification(db: Sql, id: string, name: string, at: Instant): Promise<void> {
  await db
    .updateTable("users")
    .set({
      notifications: sql`notifications || jsonb_build_object(${name}::text, false)`,
      updated_at: new Date(at),
    })
    .where("id", "=", id)
    .execute();
}

/** @returns the user's id; `null` for an unknown address */
export async function setRoleByEmail(db: Sql, email: string, role: Role, at: Instant): Promise<string | null> {
  const row = await db
    .updateTable("users")
    .set({ role, updated_at: new Date(at) })
    .where("email", "=", email.toLowerCase())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** `null` when there is no such user; migrations say what goes along. */
export async function deleteUser({ sql: db }: Tx, id: string): Promise<string | null> {
  const row = await db.deleteFrom("users").where("id", "=", id).returning("email").executeTakeFirst();
  return row?.email ?? null;
}

/** @returns how many */
export async function deleteUnconfirmed(db: Sql, before: Instant): Promise<number> {
  const { numDeletedRows } = await unconfirmed(db).where("created_at", "<", new Date(before)).executeTakeFirst();
  return Number(numDeletedRows);
}

/** The hash of a user's password; `null` for one without a password. */
export async function findPasswordHash(db: Sql, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom("identities")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return row?.password ?? null;
}

/** A user's sign-in methods; `credential` is a password. */
export async function listProviders(db: Sql, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("identities")
    .select("provider_id")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => row.provider_id);
}

/** When a user joined; `null` for an unknown user. */
export async function findJoined(db: Sql, userId: string): Promise<Instant | null> {
  const row = await db.selectFrom("users").select("created_at").where("id", "=", userId).executeTakeFirst();
  return row === undefined ? null : row.created_at.getTime();
}

/** `null` once it is over. @param identifier hashed */
export async function findChallenged(db: Sql, identifier: string, at: Instant): Promise<string | null> {
  const row = await db
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", identifier)
    .where("expires_at", ">", new Date(at))
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Jobs that a user has open. */
export async function listOpenAnalyses(db: Sql, owner: string): Promise<string[]> {
  const rows = await db
    .selectFrom("analyses")
    .select("id")
    .where("owner", "=", owner)
    .where("status", "in", ["queued", "running"])
    .execute();
  return rows.map((row) => row.id);
}
