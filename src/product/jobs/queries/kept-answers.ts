import { sql } from "kysely";
import type { Sql } from "#src/core/db/database.ts";

/* By prompt hash, so that nothing is paid for twice. */

/** The answers that an attribution reuses, or those of a memory measurement. */
export type AnswersOf =
  | { readonly table: "attribution_answers"; readonly analysis: string }
  | { readonly table: "memory_answers"; readonly job: string };

interface Answer {
  readonly repetition: number;
  readonly prompt: string;
  readonly spoken: unknown;
}

export async function listAnswers(db: Sql, of: AnswersOf): Promise<unknown[]> {
  const [column, id] = ownerOf(of);
  const { rows } = await sql`
    select repetition, prompt, spoken from ${sql.table(of.table)} where ${sql.ref(column)} = ${id}
  `.execute(db);
  return rows;
}

export async function keepAnswer(db: Sql, of: AnswersOf, { repetition, prompt, spoken }: Answer): Promise<void> {
  const [column, id] = ownerOf(of);
  await sql`
    insert into ${sql.table(of.table)} (${sql.ref(column)}, repetition, prompt, spoken)
    values (${id}, ${repetition}, ${prompt}, ${JSON.stringify(spoken)}::json) on conflict do nothing
  `.execute(db);
}

function ownerOf(of: AnswersOf): readonly [column: string, id: string] {
  return of.table === "memory_answers" ? ["job", of.job] : ["analysis_id", of.analysis];
}
