import { Analyst } from "#src/contract/jobs/analysis.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { analyze } from "#src/debate/analyze.ts";
import { noCheckpoint } from "#src/debate/checkpoint.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { openArchives, sameForAll } from "./choose-data.ts";

const madeAt = Date.parse("2019-09-28T12:00:00Z");

/** A whole run of the rules engine on the archive that ships, the same with every call. */
export async function sampleRun(demoArchive: string): Promise<{ readonly run: Run; readonly reports: Reports }> {
  const outcome = await analyze(
    {
      vendors: sameForAll(await openArchives([demoArchive])),
      reasoner: createRulesReasoner(),
      memory: { of: () => Promise.resolve([]), keep: () => Promise.resolve() },
      checkpoint: noCheckpoint,
      clock: { now: () => madeAt },
      signal: new AbortController().signal,
    },
    {
      runId: "sample",
      codeVersion: "sample",
      seed: 1,
      rounds: 2,
      riskRounds: 1,
      toolSteps: 0,
      onlineTools: false,
      budgetUsd: null,
      conditions: true,
    },
    {
      ticker: "DEMO",
      trade_date: "2019-09-27",
      asset_type: "stock",
      analysts: [...Analyst.options],
      max_debate_rounds: null,
    },
  );
  if (!outcome.ok) throw outcome.error;
  return { run: outcome.run, reports: Reports.parse(outcome.run.result.reports) };
}
