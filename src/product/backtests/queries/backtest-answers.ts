import { sql } from "kysely";
import type { Sql } from "#src/core/db/database.ts";

/** `null`: never asked. */
export async function findAnswer(db: Sql, owner: string, key: string): Promise<unknown> {
  const row = await db
    .selectFrom("backtest_answers")
    .select("answer")
    .where("owner", "=", owner)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.answer ?? null;
}

/** Nothing is kept for a deleted backtest. */
export async function keepAnswer(db: Sql, backtest: string, key: string, answer: unknown): Promise<void> {
  await sql`
    insert into backtest_answers (owner, key, backtest, answer)
    select owner, ${key}, id, ${JSON.stringify(answer)}::json from jobs where id = ${backtest}
    on conflict (owner, key) do nothing
  `.execute(db);
}
