import { z } from "zod";
import type { TestApp } from "./front-door.ts";

/** Mails that were asked for, sent or not, to this address, or to whoever has it: what a test before has asked for may still come to others. */
export async function queuedMails({ db }: Pick<TestApp, "db">, email: string): Promise<number> {
  const { rows } = await db.pool.query(
    `select count(*)::int as n
     from dbos.workflow_status as s join dbos.workflow_input as i on i.workflow_uuid = s.workflow_uuid
     where s.name = 'mail' and (strpos(to_jsonb(i)::text, $1) > 0
       or strpos(to_jsonb(i)::text, (select id from users where email = $1)) > 0)`,
    [email],
  );
  return z.array(z.object({ n: z.number() })).parse(rows)[0]?.n ?? 0;
}
