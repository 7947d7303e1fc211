import { type Rating, titleOf } from "#src/contract/jobs/analysis.ts";
import { type Outcome, analyze } from "#src/debate/analyze.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { buildDocument } from "#src/report/build-document.ts";
import { renderHtml } from "#src/report/page.ts";
import { renderMarkdown, renderPartial } from "#src/report/text/markdown.ts";
import { type FinishedRun, finishedRun, reasonerTitle } from "#src/report/text/result-text.ts";
import type { ReasonerChoice } from "#src/server/compose/models/choices.ts";
import type { Cli } from "../cli.ts";
import { decisionFile, memoryBeside } from "./stored-memory.ts";
import { RunEnded } from "../failure.ts";
import { type Progress, liveProgress, plainProgress } from "./progress.ts";
import { summaryText } from "./summary.ts";
import { lockRun, resultFilesOf, runName, writeFailure, writeRun } from "./run-folder.ts";
import { adviseInFolder } from "./holdings-files.ts";
import { type RunHeader, type StepsFile, keepRunHead, keepSteps, readSteps } from "./steps-file.ts";
import { jsonLine, penFor, printable, wrap } from "../terminal.ts";

/**
 * Makes a run, or goes on with one, in its folder: progress to standard error, the outcome to standard output.
 * @throws as `makeRun`
 */
export async function runInFolder(
  cli: Cli,
  folder: string,
  vendors: VendorChain,
  reasoner: Reasoner,
  json: boolean,
): Promise<Rating> {
  const finished = await makeRun(cli, folder, { vendors, reasoner }, () =>
    cli.err.isTTY ? liveProgress(cli.err, cli.clock) : plainProgress(cli.err, cli.clock),
  );
  if (!json) cli.err.write("\n");
  cli.out.write(
    json
      ? jsonLine({ ...finished.run, ...(finished.forHoldings && { for_holdings: finished.forHoldings }) })
      : summaryText(
          { ...finished, ...(await memoryBeside(cli, finished)) },
          folder,
          penFor(cli.out),
          cli.out.columns ?? 100,
        ),
  );
  return finished.run.result.rating;
}

type Sources = { readonly vendors: VendorChain; readonly reasoner: Reasoner };
type OpenProgress = () => Progress | Promise<Progress>;

/**
 * Makes a run, or goes on with one, in its folder, and says nothing but its progress.
 * @throws InvalidInput when another process is at work on it; RunEnded after what had been said was written
 */
export async function makeRun(
  cli: Cli,
  folder: string,
  sources: Sources,
  openProgress: OpenProgress,
): Promise<FinishedRun> {
  const free = await lockRun(folder);
  try {
    const stored = await readSteps(folder);
    const { outcome, sum } = await debateWith(cli, stored, sources, openProgress);
    if (!outcome.ok) {
      await writeFailure(folder, renderPartial(stored.header.request, outcome.error.message, outcome.reports));
      throw new RunEnded(outcome.error, advice(cli, folder, stored.header, outcome));
    }
    const finished = finishedRun(outcome.run);
    await writeRun(folder, await filesOf(finished));
    const { run_id, finished_at: ended_at } = outcome.run.manifest;
    await keepRunHead(cli.settings.home, { run_id, ended_at, steps_sha256: sum });
    const forHoldings = await adviseInFolder(
      folder,
      stored.header,
      { ...sources, signal: cli.interruption() },
      outcome.run,
    );
    return { ...finished, ...(forHoldings !== null && { forHoldings }) };
  } finally {
    await free();
  }
}

/** @returns also the sum of the last step that was kept */
async function debateWith(
  cli: Cli,
  stored: StepsFile,
  sources: Sources,
  openProgress: OpenProgress,
): Promise<{ outcome: Outcome; sum: string }> {
  const { header } = stored;
  const checkpoint = await keepSteps(stored);
  const progress = await openProgress();
  try {
    const outcome = await analyze(
      {
        ...sources,
        memory: decisionFile(cli.settings.home),
        checkpoint,
        clock: cli.clock,
        emit: progress.show,
        signal: cli.interruption(),
        keepsRefusals: true,
      },
      settingsOf(header),
      header.request,
    );
    return { outcome, sum: checkpoint.sum };
  } finally {
    progress.close();
    await checkpoint.close();
  }
}

const withoutNetwork =
  "Without a network, analyse your own data (--archive DIR) or the demo: npx conclave analyze DEMO --date 2019-06-03. ";

/** What to do next. A budget and a request are parts of the run: to go on with them would only fail again. */
function advice(
  { settings: { home } }: Cli,
  folder: string,
  { run_id }: RunHeader,
  { error, reports }: Extract<Outcome, { ok: false }>,
): string {
  const said = Object.keys(reports).length === 0 ? "" : `Everything said so far is in ${folder}/report.md.`;
  return error.kind === "budget_exceeded" || error.kind === "invalid_input"
    ? said
    : `${error.kind === "vendor_failed" && error.reason === "unavailable" ? withoutNetwork : ""}To continue: npx conclave resume ${runName(home, folder, run_id)}`;
}

/** The first line: what is analysed, by whom, on which data. */
export function announce(cli: Cli, { request, reasoner }: RunHeader, data: string): void {
  const line = printable(`Conclave · ${titleOf(request)} · reasoner: ${reasonerTitle(reasoner)} · data: ${data}`);
  cli.err.write(`${cli.err.isTTY ? wrap(line, (cli.err.columns ?? 80) - 2).join("\n  ") : line}\n`);
}

export function settingsOf(header: RunHeader): Parameters<typeof analyze>[1] {
  return {
    runId: header.run_id,
    codeVersion: header.code_version,
    seed: header.seed,
    rounds: header.rounds,
    riskRounds: header.risk_rounds,
    toolSteps: header.tool_steps,
    onlineTools: header.online_tools,
    budgetUsd: header.budget_usd,
    ...(header.conditions === true && { conditions: header.conditions }),
    ...(header.ask_again_figures === false && { askAgainFigures: header.ask_again_figures }),
  };
}

/** The text of every file of a finished run. */
export async function filesOf(finished: FinishedRun): Promise<ReturnType<typeof resultFilesOf>> {
  const document = buildDocument(finished);
  const html = await renderHtml(finished, document);
  return resultFilesOf(finished.run, { markdown: renderMarkdown(finished, document), html });
}

type KeptReasoner = Omit<RunHeader["reasoner"], "deep" | "quick" | "uses_tools"> &
  Pick<ReasonerChoice, "deep" | "quick">;

/** The reasoner that a kept run or backtest was made with. */
export function keptReasoner(cli: Cli, kept: KeptReasoner): Promise<Reasoner> {
  const { provider, deep, quick, base_url: baseUrl, deep_base_url: deepBaseUrl } = kept;
  const { deep_llm_provider: deepProvider, reasoning_effort: effort, temperature } = kept;
  const { max_output_tokens: maxOutputTokens, max_retries: maxRetries } = kept;
  return cli.reasonerFor({
    provider,
    deep,
    quick,
    baseUrl,
    ...(deepProvider !== undefined && { deepProvider }),
    ...(deepBaseUrl !== undefined && { deepBaseUrl }),
    ...(effort !== undefined && { effort }),
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(maxRetries !== undefined && { maxRetries }),
  });
}
