import { sql } from "kysely";
import type { Instant } from "#src/core/clock.ts";
import type { Sql } from "#src/core/db/database.ts";

/** The bot's name at Telegram; `null` until a worker has asked for it. */
export async function findBot(db: Sql): Promise<{ readonly username: string } | null> {
  const row = await db.selectFrom("telegram_bot").select("username").executeTakeFirst();
  return row ?? null;
}

export async function keepBot(db: Sql, username: string): Promise<void> {
  await sql`
    insert into telegram_bot (id, username) values (1, ${username})
    on conflict (id) do update set username = excluded.username
      -- Another bot counts its updates anew.
      , next_update = case when telegram_bot.username = excluded.username then telegram_bot.next_update else 0 end
  `.execute(db);
}

/** No bot is set up any more. */
export async function forgetBot(db: Sql): Promise<void> {
  await db.deleteFrom("telegram_bot").execute();
}

/** Who reads updates until an instant, and from which; `null` while another process does. */
export async function leaseUpdates(
  db: Sql,
  by: string,
  { at, until }: { readonly at: Instant; readonly until: Instant },
): Promise<number | null> {
  const { rows } = await sql<{ next_update: string }>`
    update telegram_bot set leased_by = ${by}, leased_until = ${new Date(until)}
    where leased_by = ${by} or leased_until is null or leased_until < ${new Date(at)} returning next_update::text
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : Number(row.next_update);
}

/** Updates before this one are dealt with. */
export async function noteUpdates(db: Sql, next: number): Promise<void> {
  await sql`update telegram_bot set next_update = greatest(next_update, ${next})`.execute(db);
}
