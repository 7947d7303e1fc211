import { z } from "zod";
import type { Database } from "#src/core/db/database.ts";
import { keepAnswer, listAnswers, type AnswersOf } from "#src/product/jobs/queries/kept-answers.ts";
import { KeptAnswer, keptAnswers } from "#src/debate/attribution/reuse.ts";

export async function jobAnswers({ sql }: Database, of: AnswersOf): Promise<ReturnType<typeof keptAnswers>> {
  const known = z.array(KeptAnswer).parse(await listAnswers(sql, of));
  return keptAnswers(known, (answer) => keepAnswer(sql, of, answer));
}
