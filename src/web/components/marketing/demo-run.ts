import { z } from "zod";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { Evidence } from "#src/contract/run/evidence.ts";
import { Check } from "#src/contract/run/judgement.ts";
import { ChartBar, Levels, Verdict } from "#src/contract/run/run.ts";

/** What the landing page shows of a run: nothing in it that two runs of the same request do not share. */
export const DemoRun = z.object({
  symbol: z.string(),
  name: z.string(),
  session: z.iso.date(),
  provider: z.literal("rules"),
  synthetic: z.literal(true),
  rating: Opinion,
  decision: z.string(),
  levels: Levels,
  verdict: Verdict,
  bull: z.array(z.string()),
  bear: z.array(z.string()),
  scores: z.array(z.object({ analyst: z.string(), score: z.int() })),
  checks: z.array(Check.pick({ id: true, outcome: true, detail: true })),
  /** How many rest on evidence, how many an agent set itself, and how many are flagged. */
  numbers: z.object({ evidence: z.int(), own: z.int(), flagged: z.int() }),
  calls: z.int(),
  /** Only what the texts above cite. */
  evidence: z.array(Evidence.pick({ id: true, label: true, value: true, unit: true, at: true, source: true })),
  chart: z.array(ChartBar.pick({ date: true, close: true })),
});
export type DemoRun = z.infer<typeof DemoRun>;
