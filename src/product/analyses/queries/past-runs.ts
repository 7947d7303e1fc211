import { sql } from "kysely";
import { testOwnerOf } from "#src/contract/api/test-mode.ts";
import type { Config } from "#src/contract/jobs/analysis.ts";
import type { Sql } from "#src/core/db/database.ts";

/** What a run took that has succeeded. */
export interface PastRun {
  readonly analysts: number;
  readonly rounds: number;
  readonly riskRounds: number;
  readonly calls: number;
  /** `null`: its model's price was not known. */
  readonly costUsd: string | null;
  readonly seconds: number;
}

/** Without test runs and those that never spoke. */
export async function pastRuns(
  db: Sql,
  { llm_provider, deep_think_llm, quick_think_llm }: Config,
  limit: number,
): Promise<PastRun[]> {
  const { rows } = await sql<PastRun>`
    select jsonb_array_length(request -> 'analysts') as analysts,
      coalesce((request ->> 'max_debate_rounds')::int, (setting ->> 'rounds')::int) as rounds,
      (setting ->> 'risk_rounds')::int as "riskRounds",
      (usage ->> 'calls')::int as calls,
      usage ->> 'cost_usd' as "costUsd",
      extract(epoch from finished_at - started_at)::float8 as seconds
    from analyses
    where status = 'succeeded' and not starts_with(owner, ${testOwnerOf("")}) and (usage ->> 'calls')::int > 0
      and run_models(manifest) = ${[llm_provider, deep_think_llm, quick_think_llm]}::text[]
    order by number desc
    limit ${limit}
  `.execute(db);
  return rows;
}
