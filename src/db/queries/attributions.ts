import { sql as raw } from "kysely";
import type { Usd } from "#src/contract/usage.ts";
import type { Instant } from "#src/platform/clock.ts";
import type { Sql } from "../database.ts";

export interface StoredAnswer {
  readonly repetition: number;
  readonly prompt: string;
  readonly spoken: unknown;
}

/** What models said to changed prompts of an analysis. */
export async function answersTo(db: Sql, analysis: string): Promise<StoredAnswer[]> {
  return db
    .selectFrom("attribution_answers")
    .select(["repetition", "prompt", "spoken"])
    .where("analysis_id", "=", analysis)
    .execute();
}

export async function keepAnswerTo(
  db: Sql,
  analysis: string,
  { repetition, prompt, spoken }: StoredAnswer,
): Promise<void> {
  await db
    .insertInto("attribution_answers")
    .values({ analysis_id: analysis, repetition, prompt, spoken: JSON.stringify(spoken) })
    .onConflict((conflict) => conflict.columns(["analysis_id", "repetition", "prompt"]).doNothing())
    .execute();
}

/** How many attributions that were ordered in `[from, to)` cost something, and how much; US dollars, exact. */
export async function sumBills(
  db: Sql,
  owner: string,
  from: Instant,
  to: Instant,
): Promise<{ readonly count: number; readonly costUsd: Usd }> {
  const row = await db
    .selectFrom("attribution_bills")
    .select(({ fn }) => [fn.countAll<string>().as("count"), raw<string>`trim_scale(sum(spent_usd))`.as("cost")])
    .where("owner", "=", owner)
    .where("created_at", ">=", new Date(from))
    .where("created_at", "<", new Date(to))
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), costUsd: row.cost ?? "0" };
}
