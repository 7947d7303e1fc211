import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** @returns how many worked until now */
export async function revokeAllKeys({ sql: db }: Tx, owner: string, at: Instant): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("api_keys")
    .set({ revoked_at: new Date(at) })
    .where("owner", "=", owner)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ratings, jobs, channels and the calendar. @returns how many addresses */
export async function dropWebhooks({ sql: db }: Tx, owner: string, at: Instant): Promise<number> {
  const alerts = await db
    .updateTable("signal_alerts")
    .set({ webhook_url: null, webhook_secret: null, changed_at: new Date(at) })
    .where("owner", "=", owner)
    .where("webhook_url", "is not", null)
    .returning("owner")
    .execute();
  const jobs = await db
    .updateTable("analyses")
    .set({ webhook_url: null, webhook_secret: null })
    .where("owner", "=", owner)
    .where("webhook_url", "is not", null)
    .returning("status")
    .execute();
  const channels = await db.deleteFrom("channels").where("owner", "=", owner).returning("id").execute();
  const calendars = await db.deleteFrom("calendar_feeds").where("owner", "=", owner).returning("owner").execute();
  // Jobs that ended long ago have nothing left to send.
  return (
    alerts.length +
    channels.length +
    calendars.length +
    jobs.filter(({ status }) => status === "queued" || status === "running").length
  );
}

export async function deletePasskeys({ sql: db }: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Ways in by another site. */
export async function unlinkProviders({ sql: db }: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("identities")
    .where("user_id", "=", userId)
    .where("provider_id", "!=", "credential")
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function countPasskeys(db: Sql, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom("passkeys")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return n;
}

/** @returns whether it stays */
export async function keepWithin(
  { sql: db }: Tx,
  { userId, id, most }: { readonly userId: string; readonly id: string; readonly most: number },
): Promise<boolean> {
  // Serially: two at once would both see too many.
  await db.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
  if ((await countPasskeys(db, userId)) <= most) return true;
  await db.deleteFrom("passkeys").where("user_id", "=", userId).where("id", "=", id).execute();
  return false;
}

/** Better Auth's identifiers never have a space. */
const identifierOf = (userId: string): string => `change-email ${userId}`;

export interface AddressChange {
  readonly userId: string;
  /** In lower case. */
  readonly to: string;
}

/** An address change that waits for its links; it replaces the one before. */
export async function putAddressChange(
  { sql: db }: Tx,
  { id, userId, to, at, until }: AddressChange & { readonly id: string; readonly at: Instant; readonly until: Instant },
): Promise<void> {
  const identifier = identifierOf(userId);
  await db.deleteFrom("verifications").where("identifier", "=", identifier).execute();
  const times = { expires_at: new Date(until), created_at: new Date(at), updated_at: new Date(at) };
  await db
    .insertInto("verifications")
    .values({ id, identifier, value: to, ...times })
    .execute();
}

/** `null` when it was confirmed, replaced, or has expired. */
export async function findAddressChange(db: Sql, id: string, at: Instant): Promise<AddressChange | null> {
  return read(
    await db
      .selectFrom("verifications")
      .select(["identifier", "value"])
      .where("id", "=", id)
      .where("expires_at", ">", new Date(at))
      .executeTakeFirst(),
  );
}

/** As `findAddressChange`, and nobody else takes it. */
export async function takeAddressChange({ sql: db }: Tx, id: string, at: Instant): Promise<AddressChange | null> {
  return read(
    await db
      .deleteFrom("verifications")
      .where("id", "=", id)
      .where("expires_at", ">", new Date(at))
      .returning(["identifier", "value"])
      .executeTakeFirst(),
  );
}

/** The address that a user has requested and not confirmed. */
export async function findAwaitedAddress(db: Sql, userId: string, at: Instant): Promise<string | null> {
  const row = await db
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", identifierOf(userId))
    .where("expires_at", ">", new Date(at))
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Mailed links that would still open the account. */
export async function dropLinksOf({ sql: db }: Tx, userId: string): Promise<void> {
  await db
    .deleteFrom("verifications")
    .where(({ or, eb }) => or([eb("value", "=", userId), eb("identifier", "=", identifierOf(userId))]))
    .execute();
}

/** @returns the address before; `null` when somebody else has the new one */
export async function setEmail({ sql: db }: Tx, userId: string, to: string, at: Instant): Promise<string | null> {
  const before = await db.selectFrom("users").select("email").where("id", "=", userId).forUpdate().executeTakeFirst();
  if (before === undefined) return null;
  const taken = await db.selectFrom("users").select("id").where("email", "=", to).executeTakeFirst();
  if (taken !== undefined) return null;
  await db
    .updateTable("users")
    .set({ email: to, email_verified: true, updated_at: new Date(at) })
    .where("id", "=", userId)
    .execute();
  return before.email;
}

function read(row: { readonly identifier: string; readonly value: string } | undefined): AddressChange | null {
  const userId = /^change-email (\S+)$/.exec(row?.identifier ?? "")?.[1];
  return row === undefined || userId === undefined ? null : { userId, to: row.value };
}
