import { join } from "node:path";
import type { Refusal } from "#src/contract/api/proof.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { systemClock } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { finishJob, startJob } from "#src/product/analyses/running.ts";
import type { TestApp } from "./front-door.ts";
import { archiveChain, finishedRun } from "./run-analysis.ts";
import { systemContext } from "#tests/support/contexts.ts";

let made: Promise<Run> | null = null;

/** A real run of the archive that ships, made once for a test file. */
export function demoRun(): Promise<Run> {
  return (made ??= makeDemoRun());
}

async function makeDemoRun(): Promise<Run> {
  const vendors = await archiveChain(join(import.meta.dirname, "../../demo"));
  if (vendors === null) throw new Error("the archive in demo/ is not there");
  const { outcome } = await finishedRun({
    vendors,
    reasoner: createRulesReasoner(),
    ticker: "DEMO",
    tradeDate: "2019-06-03",
  });
  Reports.parse(outcome.run.result.reports);
  return outcome.run;
}

/** What a worker does when it takes a job. */
export async function start({ db }: TestApp, id: string): Promise<void> {
  if ((await startJob(systemContext({ db, clock: systemClock }), id)) === null)
    throw new Error(`${id} cannot be started`);
}

/** What a worker does when a run has ended well. */
export async function succeed(testApp: TestApp, id: string, refused?: readonly Refusal[]): Promise<void> {
  const { result, usage, manifest } = await demoRun();
  await start(testApp, id);
  const end = { status: "succeeded", result, usage, manifest, ...(refused !== undefined && { refused }) } as const;
  await finishJob({ ...testApp, clock: systemClock }, { id, end });
}

/** What a worker does when a run has failed. */
export async function fail(testApp: TestApp, id: string, error: string): Promise<void> {
  await start(testApp, id);
  await finishJob({ ...testApp, clock: systemClock }, { id, end: { status: "failed", error } });
}
