import { sql } from "kysely";
import { Role } from "#src/contract/accounts/users.ts";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";
import { Plan } from "#src/contract/accounts/plans.ts";

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

/** Keeps the end where the plan stays. */
export async function setPlan({ sql: db }: Tx, id: string, plan: Plan, at: Instant): Promise<void> {
  await db
    .insertInto("accounts")
    .values({ id, plan, created_at: new Date(at) })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ plan, plan_until: null, auto_renew: false, next_plan: null })
        .where((e) => e.or([e("accounts.plan", "<>", plan), e("accounts.plan_until", "<=", new Date(at))])),
    )
    .execute();
}

export interface ListedAccount {
  readonly id: string;
  /** `null` for accounts that came with an API key. */
  readonly email: string | null;
  readonly role: string | null;
  readonly plan: Plan;
  readonly planUntil: Instant | null;
  readonly balanceMinor: number;
  readonly createdAt: Instant;
}

/** Oldest first. @param who an id or an e-mail address; `null` for all */
export async function listAccounts(db: Sql, who: string | null): Promise<ListedAccount[]> {
  let query = db
    .selectFrom("accounts")
    .leftJoin("users", "users.id", "accounts.id")
    .leftJoin("ledger_accounts", (join) =>
      join.onRef("ledger_accounts.owner", "=", "accounts.id").on("ledger_accounts.kind", "=", "customer"),
    )
    .select(["accounts.id", "email", "role", "plan", "plan_until", "balance", "accounts.created_at"])
    .orderBy("accounts.created_at")
    .orderBy("accounts.id");
  if (who !== null) query = query.where((e) => e.or([e("accounts.id", "=", who), e("email", "=", who.toLowerCase())]));
  return (await query.execute()).map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    plan: Plan.parse(row.plan),
    planUntil: row.plan_until?.getTime() ?? null,
    balanceMinor: Number(row.balance ?? 0),
    createdAt: row.created_at.getTime(),
  }));
}

export async function findAvatarTag(db: Sql, userId: string): Promise<string | null> {
  const row = await db.selectFrom("avatars").select("etag").where("user_id", "=", userId).executeTakeFirst();
  return row?.etag ?? null;
}

export async function findAvatar(
  db: Sql,
  userId: string,
): Promise<{ readonly etag: string; readonly image: Buffer } | null> {
  const row = await db.selectFrom("avatars").select(["etag", "image"]).where("user_id", "=", userId).executeTakeFirst();
  return row ?? null;
}

export async function putAvatar(
  db: Sql,
  userId: string,
  { etag, image }: { readonly etag: string; readonly image: Buffer },
  at: Instant,
): Promise<void> {
  const updated_at = new Date(at);
  await db
    .insertInto("avatars")
    .values({ user_id: userId, image, etag, updated_at })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ image, etag, updated_at }))
    .execute();
}

export async function deleteAvatar(db: Sql, userId: string): Promise<void> {
  await db.deleteFrom("avatars").where("user_id", "=", userId).execute();
}

/** `null` for an account without a user. */
export async function findReportLanguage(db: Sql, userId: string): Promise<string | null> {
  const row = await db.selectFrom("users").select("report_language").where("id", "=", userId).executeTakeFirst();
  return row?.report_language ?? null;
}

export async function setReportLanguage(db: Sql, userId: string, language: string): Promise<void> {
  await db.updateTable("users").set({ report_language: language }).where("id", "=", userId).execute();
}
