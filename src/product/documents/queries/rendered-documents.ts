import { sql } from "kysely";
import { hourMs, type Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

/** `null` when it has to be made. The caller checks who may. */
export async function findDocument(db: Sql, hash: string, at: Instant): Promise<Buffer | null> {
  const row = await db
    .selectFrom("rendered_documents")
    .select(["bytes", "used_at"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (row === undefined) return null;
  // To the hour, so that reads are not writes.
  if (at - row.used_at.getTime() > hourMs)
    await db
      .updateTable("rendered_documents")
      .set({ used_at: new Date(at) })
      .where("hash", "=", hash)
      .execute();
  return row.bytes;
}

/** Of all documents together, in bytes; some 2,500 reports. */
const mostBytes = 256 * 1_048_576;
/** One that is larger would push out too many others. */
const largest = 8 * 1_048_576;

/** For the next who asks. Forgets the least recently used beyond `mostBytes`. */
export async function keepDocument(
  db: Sql,
  { hash, owner, bytes }: { readonly hash: string; readonly owner: string; readonly bytes: Uint8Array },
  at: Instant,
): Promise<void> {
  if (bytes.length > largest) return;
  await db
    .insertInto("rendered_documents")
    .values({ hash, owner, bytes: Buffer.from(bytes), size: bytes.length, used_at: new Date(at) })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
  await sql`delete from rendered_documents where hash in (
    select hash from (
      select hash, sum(size) over (order by used_at desc, hash) as total from rendered_documents
    ) as counted where total > ${mostBytes})`.execute(db);
}

/** @returns how many there were */
export async function deleteUnusedDocuments(db: Sql, before: Instant): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("rendered_documents")
    .where("used_at", "<", new Date(before))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
