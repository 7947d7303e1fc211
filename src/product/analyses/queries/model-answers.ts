import { sql } from "kysely";
import { CountedOutcome, type AnswerCount } from "#src/contract/jobs/model-checks.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import type { Sql, Tx } from "#src/core/db/database.ts";

/** Adds what an ended run says about its models. */
export async function addAnswers({ sql: db }: Tx, counts: readonly AnswerCount[], at: Instant): Promise<void> {
  if (counts.length === 0) return;
  // In one order against deadlocks.
  const rows = counts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await sql`
    insert into model_answers (day, provider, model, outcome, count)
    select ${toIso(at).slice(0, 10)}::date, * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as counted (provider text, model text, outcome text, count bigint)
    on conflict (day, provider, model, outcome) do update set count = model_answers.count + excluded.count
  `.execute(db);
}

function keyOf({ provider, model, outcome }: AnswerCount): string {
  return JSON.stringify([provider, model, outcome]);
}

export async function answersSince(db: Sql, since: Instant, limit: number): Promise<AnswerCount[]> {
  const { rows } = await sql<{ provider: string; model: string; outcome: string; count: string }>`
    with sums as (
      select provider, model, outcome, sum(count) as count
      from model_answers
      where day >= ${toIso(since).slice(0, 10)}::date
      group by provider, model, outcome
    ), busiest as (
      select provider, model, sum(count) as answers from sums group by provider, model
      order by answers desc, provider, model
      limit ${limit}
    )
    select provider, model, outcome, count from sums join busiest using (provider, model)
    order by answers desc, provider, model, outcome
  `.execute(db);
  return rows.map((row) => ({ ...row, outcome: CountedOutcome.parse(row.outcome), count: Number(row.count) }));
}
