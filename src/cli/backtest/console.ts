import { join } from "node:path";
import { createLogUpdate } from "log-update";
import { pricesOf } from "#src/server/compose/analysis-environment.ts";
import type { ReasonerChoice } from "#src/server/compose/models/choices.ts";
import type { BacktestResult, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { ModelEstimate } from "#src/contract/backtests/backtests.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { Cancelled } from "#src/core/errors.ts";
import { countText, counted, percentText } from "#src/core/text/number-text.ts";
import { estimateFromTable } from "#src/product/analyses/public/submission.ts";
import { modelEstimate } from "#src/product/backtests/public/order.ts";
import type { Clock } from "#src/core/clock.ts";
import { agreementText, excessLines, figures, headings, titleOf } from "#src/report/backtest/backtest-figures.ts";
import type { ValidityReport } from "#src/contract/backtests/validity.ts";
import { figureText, sectionTitle, validityHeadline, verdictTexts } from "#src/report/backtest/validity-report.ts";
import { ask, canAsk, penFor, printable, say } from "../terminal.ts";
import type { Cli, Output } from "../cli.ts";
import { RunEnded } from "../failure.ts";

interface Wanted {
  readonly settings: BacktestSettings;
  readonly choice: ReasonerChoice;
  readonly budgetUsd: Usd | null;
  /** Still to be made. */
  readonly decisions: number;
  /** Nobody is to be asked. */
  readonly yes: boolean;
}

/**
 * Before the first call; a terminal is asked.
 * @throws RunEnded for no
 */
export async function confirmCost(cli: Cli, { settings, choice, budgetUsd, decisions, yes }: Wanted): Promise<void> {
  const { reasoner, analysts, rounds, risk_rounds: riskRounds, tool_steps: toolSteps } = settings;
  const prices = pricesOf(cli.settings, choice, reasoner);
  const shape = { analysts: analysts.length, rounds, riskRounds };
  const estimate = modelEstimate({
    decisions,
    runs: settings.runs ?? 1,
    hasSingleCall: settings.single_call === true,
    debate: estimateFromTable({ config: { llm_provider: reasoner.provider }, prices, toolSteps }, shape),
    deepPrice: prices.deep,
    budget: budgetUsd,
  });
  say(cli.err, estimateText(estimate, decisions, budgetUsd));
  if (yes || !canAsk(cli)) return;
  if (!/^y(es)?$/i.test(await ask(cli, "Continue? [y/N]"))) throw new RunEnded(new Cancelled(), "No model was called.");
}

function estimateText(
  { calls, costUsd, singleCalls, runs, exceedsBudget }: Omit<ModelEstimate, "deep" | "quick" | "training">,
  decisions: number,
  budget: Usd | null,
): string {
  const cost = (usd: Usd | null): string => (usd === null ? "an unknown price" : `about ${usdText(usd)}`);
  const times = runs === 1 ? "" : ` made ${runs} times each`;
  const single =
    singleCalls === null
      ? ""
      : `, with ${counted(singleCalls.calls, "single call")} for ${cost(singleCalls.costUsd)} (--no-single-call leaves them out)`;
  const limit = budget === null ? "There is no budget." : `The budget is ${usdText(budget)}.`;
  const short = exceedsBudget ? " It may not cover all decisions." : "";
  return `Estimate: ${counted(decisions, "decision")}${times}, about ${countText(calls)} calls for ${cost(costUsd)} at list prices${single}. ${limit}${short} Stored answers are free.`;
}

export interface BacktestProgress {
  /** One more decision is there. */
  readonly step: (what: string) => void;
  readonly close: () => void;
}

const barWidth = 30;
const redrawMs = 100;

/** Redrawn on a terminal; elsewhere a line at each tenth. */
export function backtestProgress(stream: Output, clock: Clock, before: number, total: number): BacktestProgress {
  const startedAt = clock.now();
  let done = before;
  let latest = "";
  const text = (): string => {
    const seconds = (clock.now() - startedAt) / 1000;
    const rate = seconds > 0 ? (done - before) / seconds : 0;
    const left = rate > 0 ? `${Math.ceil((total - done) / rate)} s left` : "";
    return `${done}/${counted(total, "decision")} · ${rate.toFixed(rate < 10 ? 1 : 0)}/s · ${left}${latest === "" ? "" : ` · ${latest}`}`;
  };
  if (!stream.isTTY) {
    let told = Math.floor((10 * before) / total);
    return {
      step() {
        done += 1;
        const tenth = Math.floor((10 * done) / total);
        if (tenth > told) stream.write(`${String(tenth * 10).padStart(3)}%  ${text()}\n`);
        told = tenth;
      },
      close() {},
    };
  }
  const redraw = createLogUpdate(stream);
  const pen = penFor(stream);
  const draw = (): void => {
    const full = Math.round((barWidth * done) / total);
    redraw(`${pen("green", "█".repeat(full))}${pen("dim", "░".repeat(barWidth - full))} ${text()}`);
  };
  const timer = setInterval(draw, redrawMs);
  draw();
  return {
    step(what) {
      done += 1;
      latest = what;
    },
    close() {
      clearInterval(timer);
      latest = "";
      draw();
      redraw.done();
    },
  };
}

const columns = ["", ...headings];

export function summary(result: BacktestResult, folder: string): string {
  const { portfolio, ratings, luck } = result;
  const rows = portfolio.strategies.map(({ strategy, metrics }) => [titleOf(result, strategy), ...figures(metrics)]);
  const widths = columns.map((head, index) => Math.max(head.length, ...rows.map((row) => (row[index] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((text, index) => (index === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[index] ?? 0)))
      .join("  ");
  const counts = Object.entries(ratings).map(([rating, count]) => `${rating} ${count}`);
  const timing =
    luck.beaten === null ? "" : `; better than ${percentText(luck.beaten)} of its own ratings shifted to other dates`;
  const beside = [agreementText(result), ...excessLines(result)]
    .flatMap((text) => (text === null ? [] : [`${text}\n`]))
    .join("");
  return printable(
    `\n${[columns, ...rows].map(line).join("\n")}\n\n${counts.join(" · ")}${timing}\n${beside}${join(folder, "report.md")}\n`,
  );
}

/** As it stands on the terminal. */
export function validitySummary(report: ValidityReport, folder: string | null): string {
  const titles = report.sections.map(sectionTitle);
  const width = Math.max(...titles.map(({ length }) => length));
  const rows = report.sections.map((section, index) => {
    const first = section.figures.find(({ value }) => value !== null);
    const number = first === undefined ? "" : `\n${" ".repeat(15)}${first.label}: ${figureText(first)}`;
    return `  ${verdictTexts[section.verdict].padEnd(11)}  ${(titles[index] ?? "").padEnd(width)}  ${section.text}${number}`;
  });
  const where = folder === null ? "" : `\n${join(folder, "validity.md")}\n`;
  return printable(`\n${validityHeadline(report)}\n\n${rows.join("\n")}\n${where}`);
}
