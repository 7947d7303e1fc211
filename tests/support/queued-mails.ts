import { z } from "zod";
import type { TestApp } from "./front-door.ts";

/** Mails that were asked for, sent or not, to this address, or to whoever has it: what a test before has asked for may still come to others. */
export async function queuedMails({ db }: Pick<TestApp, "db">, email: string): Promise<number> {
  const { rows } = await db.pool.query(
    `select count(*)::int as n
     from outbox where destination = 'mail'
       and (strpos(data::text, $1) > 0 or owner = (select id from users where email = $1))`,
    [email],
  );
  return z.array(z.object({ n: z.number() })).parse(rows)[0]?.n ?? 0;
}
