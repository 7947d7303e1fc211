import { Decimal } from "decimal.js";
import { z } from "zod";
import { Usd } from "#src/contract/usage.ts";
import { analyze, type Outcome } from "#src/debate/analyze.ts";
import type { Reasoner } from "#src/reasoners/reasoner.ts";
import type { Cli } from "./cli.ts";
import { decisionFile } from "./decision-file.ts";
import { liveProgress, plainProgress } from "./progress.ts";
import { finishedRun, render } from "./render-run.ts";
import { keepInFolder, openRun, writeFailure, writeRun, type RunHeader } from "./run-folder.ts";
import { partialText, pen, summaryText } from "./summary.ts";

/**
 * Makes a run, or goes on with one, in its folder: progress to standard error, the outcome to standard output.
 * @throws what ended the run, after what had been said was written to the folder
 */
export async function conduct(cli: Cli, folder: string, reasoner: Reasoner, options: { json: boolean; colour: boolean }): Promise<void> {
  const { header, steps } = await openRun(folder);
  const checkpoint = await keepInFolder(folder, steps);
  const screen = { stream: cli.err, clock: cli.clock, colour: options.colour };
  const progress = cli.err.isTTY ? liveProgress(screen) : plainProgress(screen);
  let outcome: Outcome;
  try {
    outcome = await analyze(
      {
        chain: await cli.chainFor(header.data),
        reasoner,
        memory: decisionFile(cli.settings.home),
        checkpoint,
        clock: cli.clock,
        emit: progress.show,
        signal: cli.signal,
      },
      settingsOf(header, spent(steps)),
      header.request,
    );
  } finally {
    progress.close();
    await checkpoint.close();
  }
  if (!outcome.ok) {
    await writeFailure(folder, `# ${header.request.ticker}: the run ended without a result\n\n${outcome.error.message}\n\n${partialText(outcome.reports)}`);
    throw outcome.error;
  }
  const finished = finishedRun(outcome.run);
  await writeRun(folder, outcome.run, await render(finished));
  if (options.json) {
    cli.out.write(`${JSON.stringify(outcome.run)}\n`);
    return;
  }
  const draw = pen(options.colour);
  cli.out.write(`\n${summaryText(finished, draw, cli.out.columns ?? 100)}${draw("dim", "Report".padEnd(12))}${folder}/report.html\n`);
}

/** The first line: what is analysed, by whom, on which data. */
export function announce(cli: Cli, { request, reasoner }: RunHeader, data: string): void {
  const who =
    reasoner.provider === "rules"
      ? "rules (a rules engine, no language model)"
      : reasoner.deep === reasoner.quick
        ? `${reasoner.provider} ${reasoner.deep}`
        : `${reasoner.provider} ${reasoner.deep} and ${reasoner.quick}`;
  cli.err.write(`Conclave · ${request.ticker} as of ${request.trade_date} · reasoner: ${who} · data: ${data}\n`);
}

export function settingsOf(header: RunHeader, spentUsd: Usd): Parameters<typeof analyze>[1] {
  return {
    runId: header.run_id,
    codeVersion: header.code_version,
    seed: header.seed,
    rounds: header.rounds,
    riskRounds: header.risk_rounds,
    toolSteps: header.tool_steps,
    onlineTools: header.online_tools,
    budgetUsd: header.budget_usd,
    spentUsd,
  };
}

const PaidStep = z.object({ spoken: z.object({ call: z.object({ costUsd: Usd.nullable() }) }) });

/** What the finished calls of earlier attempts have cost. Calls without a known price cannot stand in a run with a budget. */
function spent(steps: ReadonlyMap<string, unknown>): Usd {
  let sum = new Decimal(0);
  for (const value of steps.values()) {
    const paid = PaidStep.safeParse(value);
    if (paid.success) sum = sum.plus(paid.data.spoken.call.costUsd ?? 0);
  }
  return sum.toFixed();
}
