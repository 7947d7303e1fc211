import { holdsOf } from "#src/server/compose/job-environments.ts";
import { rulesOutlook } from "#src/server/compose/models/compose-reasoner.ts";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent } from "#src/contract/run/answers.ts";
import type { Attribution, AttributionLine, AttributionRun, Change } from "#src/contract/jobs/attribution.ts";
import { Reports } from "#src/contract/run/run.ts";
import { Usd } from "#src/contract/jobs/usage.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { attributeRun, planAttribution, estimateAttribution } from "#src/debate/attribution/plan.ts";
import type { KeptRun } from "#src/debate/attribution/attribute.ts";
import { KeptAnswer, keptAnswers } from "#src/debate/attribution/reuse.ts";
import { wholeSteps } from "#src/debate/checkpoint.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { appendLine, readLines } from "#src/core/text/lines-file.ts";
import { counted } from "#src/core/text/number-text.ts";
import { attributionRows } from "#src/report/attribution.ts";
import type { Cli } from "../cli.ts";
import { keptReasoner, settingsOf } from "../runs/run-in-folder.ts";
import { oneOf, readWhole } from "../runs/run-flags.ts";
import { readRun, runFolder, lockRun } from "../runs/run-folder.ts";
import { readRepeatable, type StepsFile } from "../runs/steps-file.ts";
import { jsonLine, say } from "../terminal.ts";

export interface AttributeFlags {
  readonly evidence?: string;
  readonly agents?: string;
  readonly flips?: boolean;
  readonly top?: string;
  readonly repeat?: string;
  readonly budgetUsd?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Beside the run's own files, which stay as they are. */
const resultFile = "attribution.json";
const answersFile = "attribution-answers.jsonl";

/** Analysts, which make the most calls at once. */
const atOnce = 4;

/**
 * With a model it shows the cost and waits for `--yes`. Answers are kept, so a later call continues.
 * @throws InvalidInput, NotFound, CorruptRun, BudgetExceeded
 */
export async function attribute(cli: Cli, idOrPath: string, flags: AttributeFlags): Promise<void> {
  const folder = runFolder(cli.settings.home, idOrPath);
  const stored = await readRepeatable(folder, "measured");
  const kept = await keptRun(folder, stored);
  const isRules = stored.header.reasoner.provider === "rules";
  const repetitions = isRules ? 1 : (readWhole("--repeat", flags.repeat, 1, 20) ?? 1);
  const plan = planAttribution(kept, {
    evidence: idsOf(flags.evidence),
    agents: agentsOf(flags.agents, isRules),
    flips: flags.flips !== false,
    most: readWhole("--top", flags.top, 0, 500) ?? (isRules ? 500 : 5),
  });
  if (plan.changes.length === 0)
    throw new InvalidInput("nothing to try: name evidence with --evidence or agents with --agents");
  const holdOf = holdsOf(cli.settings, kept.run);
  const estimate = estimateAttribution(kept, plan.changes, repetitions, { holdOf, atOnce });
  const { cost_usd: cost, limit_usd: limit } = estimate;
  const price =
    cost === null
      ? "at an unknown price"
      : `about ${usdText(cost)}${limit === null ? "" : `, with a limit of ${usdText(limit)}`}`;
  const tried = `${counted(plan.changes.length, "change")}, ${counted(repetitions, "repetition")} each, up to ${counted(estimate.calls, "call")}`;
  say(cli.err, `${stored.header.run_id}: ${tried}${isRules ? ", free" : `, ${price} at the run's own costs`}`);
  if (!isRules && flags.yes !== true) {
    say(cli.err, "No model was called. Add --yes to continue.");
    if (flags.json === true) cli.out.write(jsonLine({ estimate }));
    return;
  }
  const free = await lockRun(folder);
  try {
    const attribution = await measure(cli, folder, stored, kept, {
      plan,
      repetitions,
      budget: budgetOf(flags, limit ?? cost),
    });
    await writeFile(join(folder, resultFile), `${JSON.stringify(attribution, null, 2)}\n`);
    show(cli, attribution, flags.json === true, folder);
  } finally {
    await free();
  }
}

async function measure(
  cli: Cli,
  folder: string,
  { header }: StepsFile,
  kept: KeptRun,
  wanted: { plan: ReturnType<typeof planAttribution>; repetitions: number; budget: Usd | null },
): Promise<Attribution> {
  const reasoner = await keptReasoner(cli, header.reasoner);
  const path = join(folder, answersFile);
  const { values } = await readLines(path, KeptAnswer);
  const answers = keptAnswers(values, (answer) => appendLine(path, answer));
  return attributeRun(
    {
      vendors: await cli.vendorChainFor(header.data),
      reasoner,
      clock: cli.clock,
      signal: cli.interruption(),
      answers,
      outlook: header.reasoner.provider === "rules" ? rulesOutlook : null,
    },
    kept,
    { ...wanted, onDone: (line, at, of) => tell(cli, line, at, of) },
  );
}

async function keptRun(folder: string, { header, steps }: StepsFile): Promise<KeptRun> {
  if ((header.request.runs ?? 1) > 1)
    throw new InvalidInput("only a run that was made once can be attributed; repeat its changes with --repeat instead");
  const run = await readRun(folder);
  const reports = Reports.parse(run.result.reports);
  return {
    run: { ...run, result: { ...run.result, reports } },
    settings: settingsOf(header),
    request: header.request,
    steps: wholeSteps(steps),
  };
}

function tell(
  cli: Cli,
  { change, runs }: Pick<AttributionLine, "change"> & { runs: readonly AttributionRun[] },
  at: number,
  of: number,
): void {
  const calls = runs.reduce((sum, run) => sum + run.calls, 0);
  say(
    cli.err,
    `${at}/${of} ${nameOf(change)}: ${runs.map(({ rating }) => rating).join(", ")} (${counted(calls, "call")} made)`,
  );
}

function nameOf(change: Change): string {
  if (change.kind === "without_agent") return `without ${change.agent}`;
  return change.kind === "without_evidence" ? `without ${change.evidence}` : `${change.evidence} turned`;
}

function show(cli: Cli, attribution: Attribution, json: boolean, folder: string): void {
  if (json) {
    cli.out.write(jsonLine(attribution));
    return;
  }
  for (const row of attributionRows(attribution)) say(cli.out, row.join("  "));
  const { calls, reused, cost_usd: cost, stopped } = attribution;
  say(
    cli.out,
    `${counted(calls, "call")} made, ${reused} reused, ${cost === null ? "unknown price" : usdText(cost)}. ${folder}/${resultFile}`,
  );
  if (stopped !== null) say(cli.out, `Not everything was tried: ${stopped}`);
}

function idsOf(text: string | undefined): string[] | null {
  return text === undefined
    ? null
    : [...new Set(text.split(",").map((id) => id.trim().toUpperCase()))].filter((id) => id !== "");
}

/** With a model each agent costs most of a run. */
function agentsOf(text: string | undefined, isRules: boolean): Agent[] | null {
  if (text === undefined) return isRules ? null : [];
  if (text.trim() === "all") return null;
  return [...new Set(text.split(",").map((name) => oneOf("--agents", name.trim(), Agent)))];
}

function budgetOf({ budgetUsd }: AttributeFlags, usual: Usd | null): Usd | null {
  if (budgetUsd === undefined) return usual;
  const usd = Usd.safeParse(budgetUsd);
  if (!usd.success)
    throw new InvalidInput(`--budget-usd: must be an amount in dollars, such as 0.50, not "${budgetUsd}"`);
  return usd.data;
}
