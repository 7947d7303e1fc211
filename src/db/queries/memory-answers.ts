import type { Sql } from "../database.ts";

export interface MemoryAnswer {
  readonly repetition: number;
  readonly prompt: string;
  readonly spoken: unknown;
}

export async function memoryAnswersOf(db: Sql, job: string): Promise<MemoryAnswer[]> {
  return db.selectFrom("memory_answers").select(["repetition", "prompt", "spoken"]).where("job", "=", job).execute();
}

export async function keepMemoryAnswer(
  db: Sql,
  job: string,
  { repetition, prompt, spoken }: MemoryAnswer,
): Promise<void> {
  await db
    .insertInto("memory_answers")
    .values({ job, repetition, prompt, spoken: JSON.stringify(spoken) })
    .onConflict((conflict) => conflict.columns(["job", "repetition", "prompt"]).doNothing())
    .execute();
}
