import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assemble } from "#src/backtest/assemble.ts";
import { datesToDecide, loadPricePath } from "#src/backtest/price-path.ts";
import { decide } from "#src/backtest/decide.ts";
import type { Subject } from "#src/backtest/orders.ts";
import { examine } from "#src/backtest/validity/examine.ts";
import { none, withFriction } from "#src/backtest/validity/frictions.ts";
import { usualCapital } from "#src/backtest/validity/section.ts";
import { validityReport } from "#src/backtest/validity/report.ts";
import { trialOf, trialsLike } from "#src/backtest/validity/deflated-sharpe.ts";
import { dailyReturns } from "#src/backtest/metrics.ts";
import type { BacktestResult, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { ValidityReport, type ValiditySection } from "#src/contract/backtests/validity.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { renderValidity } from "#src/report/backtest/validity-report.ts";
import { archivePath } from "#tests/support/archives.ts";
import { archiveChain } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";

const { signal } = new AbortController();
const rules = createRulesReasoner();

interface Made {
  readonly vendors: VendorChain;
  readonly result: BacktestResult;
  readonly subjects: readonly Subject[];
}

/** By archives, symbol and session: nothing else of the settings moves a decision here, so each is made once. */
const decided = new Map<string, ReturnType<typeof decide>>();

async function backtestOf(paths: readonly string[], changes: Partial<BacktestSettings>): Promise<Made> {
  const vendors = await archiveChain(...paths);
  if (vendors === null) throw new Error("an archive is missing");
  const settings: BacktestSettings = {
    symbols: ["DEMO"],
    asset_type: "stock",
    from: "2018-01-02",
    to: "2019-03-29",
    every: 10,
    archives: [],
    reasoner: { provider: "rules", deep: "rules", quick: "rules", base_url: null },
    analysts: ["market", "social", "news", "fundamentals"],
    rounds: 1,
    risk_rounds: 1,
    tool_steps: 0,
    seed: 1,
    short: false,
    commission_bps: 1,
    slippage_bps: 5,
    mask_ticker: false,
    cutoff: null,
    code_version: "test",
    ...changes,
  };
  const subjects: Subject[] = [];
  for (const symbol of settings.symbols) {
    const read = parseSymbol(symbol);
    if (!read.ok) throw new Error(read.reason);
    const path = await loadPricePath(vendors, read.symbol, settings.to, signal);
    const decisions = [];
    for (const session of datesToDecide(path, settings)) {
      const key = [...paths, symbol, session].join(" ");
      const made =
        decided.get(key) ?? decide({ vendors, reasoner: rules, signal }, settings, symbol, path.calendar, session);
      decided.set(key, made);
      decisions.push(await made);
    }
    subjects.push({ symbol, path, decisions });
  }
  return { vendors, subjects, result: assemble(settings, subjects).result };
}

async function reportOf(made: Made, sample: number, others: readonly BacktestResult[] = []): Promise<ValidityReport> {
  const { vendors, subjects, result } = made;
  const examined = await examine({ vendors, reasoner: rules, signal, sample }, result.settings, subjects);
  const own = trialOf(result);
  const trials = trialsLike(own, others.map(trialOf));
  return validityReport({ result, subjects, examined, memory: null, trials, others, capital: usualCapital });
}

function sectionOf(report: ValidityReport, id: string): ValiditySection {
  const found = report.sections.find((section) => section.id === id);
  if (found === undefined) throw new Error(`no section ${id}`);
  return found;
}

const valueOf = (section: ValiditySection, key: string): number | null | undefined =>
  section.figures.find((figure) => figure.key === key)?.value;

const demo = join(import.meta.dirname, "../../demo");

describe("on the archive that ships", () => {
  test("deletion twins are alike, all sections are there, and the same input gives the same bytes", async () => {
    const sample = runs(4, 12);
    const made = await backtestOf([demo], { every: runs(30, 10) });
    const report = await reportOf(made, sample);
    expect(ValidityReport.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    expect(report.sections.map(({ id }) => id)).toEqual([
      "temporal_integrity",
      "frictions",
      "counterfactual_robustness",
      "calibration",
      "numerical_execution",
      "disaggregation",
      "deflated_sharpe",
      "overfitting",
      "regimes",
      "knowledge_cutoff",
      "model_cost",
    ]);
    const temporal = sectionOf(report, "temporal_integrity");
    expect(temporal).toMatchObject({ verdict: "pass", reason: "twins_alike", protocol: "P1" });
    expect(valueOf(temporal, "twin_decisions")).toBe(sample);
    expect(valueOf(temporal, "twin_records")).toBeGreaterThan(1000);
    expect(valueOf(temporal, "twin_prompts")).toBeGreaterThan(sample * 10);
    expect(sectionOf(report, "numerical_execution")).toMatchObject({ verdict: "pass", reason: "numbers_tied" });
    expect(valueOf(sectionOf(report, "counterfactual_robustness"), "masked_same")).toBe(1);
    expect(renderValidity(report)).toBe(renderValidity(await reportOf(made, sample)));
    expect(renderValidity(report)).toContain("## P6 Agent by agent");
  });

  test("a decision that the file has otherwise than it comes out is told", async () => {
    const made = await backtestOf([demo], { to: "2018-04-30" });
    const [first] = made.subjects;
    if (first === undefined) throw new Error("nothing was decided");
    const forged = first.decisions.map((decision, index) =>
      index === 2 ? { ...decision, rating: "Sell" as const } : decision,
    );
    const subjects = [{ ...first, decisions: forged }];
    const report = await reportOf({ ...made, subjects, result: { ...made.result, decisions: forged } }, 3);
    expect(sectionOf(report, "temporal_integrity")).toMatchObject({ verdict: "fail", reason: "not_repeated" });
    expect(report.verdict).toBe("fail");
  });

  test("without archives what can be told is told, and nothing else", async () => {
    const { result } = await backtestOf([demo], { to: "2018-06-29" });
    const own = trialOf(result);
    const report = validityReport({
      result,
      subjects: null,
      examined: null,
      memory: null,
      trials: [own],
      others: [],
      capital: 1,
    });
    const verdicts = Object.fromEntries(report.sections.map(({ id, reason }) => [id, reason]));
    expect(verdicts).toMatchObject({
      temporal_integrity: "no_archives",
      frictions: "no_archives",
      counterfactual_robustness: "no_archives",
      calibration: "no_archives",
      numerical_execution: "no_archives",
      disaggregation: "no_archives",
      knowledge_cutoff: "no_model",
    });
    expect(valueOf(sectionOf(report, "deflated_sharpe"), "trials")).toBe(1);
  });

  test("without a friction the simulation is the result's own, and each friction costs", async () => {
    const { result, subjects } = await backtestOf([demo], { every: runs(20, 5) });
    const equityOf = (name: string) =>
      result.portfolio.strategies.find(({ strategy }) => strategy === name)?.equity ?? [];
    const plain = withFriction(result.settings, subjects, none, usualCapital);
    for (const [index, value] of dailyReturns(equityOf("debate")).entries())
      expect(plain.own[index]).toBeCloseTo(value, 6);
    for (const [index, value] of dailyReturns(equityOf("buy_and_hold")).entries())
      expect(plain.held[index]).toBeCloseTo(value, 6);
    const endOf = (returns: readonly number[]): number => returns.reduce((all, value) => all * (1 + value), 1);
    const dear = withFriction(result.settings, subjects, { ...none, more: 50 }, usualCapital);
    expect(endOf(dear.own)).toBeLessThan(endOf(plain.own));
    const atr = withFriction(result.settings, subjects, { ...none, slippageByAtr: true }, usualCapital);
    expect(endOf(atr.own)).toBeLessThan(endOf(plain.own));
    // So much money that a hundredth of the volume is next to nothing: hardly anything is ever bought.
    const huge = withFriction(result.settings, subjects, { ...none, capByVolume: true }, 1e15);
    expect(Math.abs(endOf(huge.own) - 1)).toBeLessThan(0.001);
    const small = withFriction(result.settings, subjects, { ...none, capByVolume: true }, 100);
    for (const [index, value] of plain.own.entries()) expect(small.own[index]).toBeCloseTo(value, 9);
  });

  test("trials are counted by what they tried, and a repetition is none", async () => {
    const { result } = await backtestOf([demo], { to: "2018-03-29" });
    const other: BacktestResult = { ...result, settings: { ...result.settings, every: 7 } };
    const code: BacktestResult = { ...result, settings: { ...result.settings, code_version: "another" } };
    const later: BacktestResult = {
      ...result,
      settings: { ...result.settings, from: "2021-01-04", to: "2021-03-01" },
    };
    const elsewhere: BacktestResult = { ...result, settings: { ...result.settings, symbols: ["OTHER"] } };
    const own = trialOf(result);
    expect(trialsLike(own, [other, code, later, elsewhere, result].map(trialOf)).map(({ id }) => id)).toEqual([
      trialOf(other).id,
      own.id,
    ]);
    expect(trialOf(code).id).toBe(own.id);
  });
});

const archives = [
  ["stocknet-2014", { symbols: ["AAPL"], from: "2014-03-03", to: "2014-08-29" }],
  ["djia-2025", { symbols: ["AAPL"], from: "2025-04-01", to: "2025-07-31" }],
  ["crypto", { symbols: ["BTC-USD"], asset_type: "crypto", from: "2018-01-02", to: "2018-06-29" }],
  ["crypto-2023", { symbols: ["BTC-USD"], asset_type: "crypto", from: "2023-03-01", to: "2023-06-29" }],
  ["index-2000", { symbols: ["^GSPC"], from: "2008-06-02", to: "2008-12-31" }],
] as const;

describe.each(archives.slice(0, runs(1, archives.length)))("on the archive %s", (name, changes) => {
  const path = archivePath(name);
  test.skipIf(path === null)("deletion twins are alike", async () => {
    const made = await backtestOf([path ?? ""], { ...changes, symbols: [...changes.symbols] });
    const temporal = sectionOf(await reportOf(made, runs(3, 6)), "temporal_integrity");
    expect(temporal).toMatchObject({ verdict: "pass", reason: "twins_alike" });
  });
});
