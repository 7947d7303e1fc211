import type { TestApp } from "./front-door.ts";

/** Mails that were asked for, sent or not, to this address, or to whoever has it: what a test before has asked for may still come to others. */
export async function queuedMails({ db }: Pick<TestApp, "db">, email: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from outbox where destination = 'mail'
       and (strpos(data::text, $1) > 0 or owner = (select id from users where email = $1))`,
    [email],
  );
  return rows.map(({ id }) => id);
}
