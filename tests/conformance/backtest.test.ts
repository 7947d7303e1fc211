import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { assemble } from "#src/backtest/assemble.ts";
import { decide } from "#src/backtest/decide.ts";
import { decisionDates, loadPricePath } from "#src/backtest/price-path.ts";
import { maskedReasoner } from "#src/backtest/mask.ts";
import { renderBacktest, equityCsv, tradesCsv } from "#src/report/backtest/backtest-report.ts";
import { BacktestResult, type BacktestDecision, type BacktestSettings } from "#src/contract/backtests/backtest.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { parseSymbol, type ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { addDays } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { archivePath } from "#tests/support/archives.ts";
import { futures, rewriteChain } from "#tests/support/rewritten-future.ts";
import { archiveChain } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";

const { signal } = new AbortController();
const rules = createRulesReasoner();

function settingsFor(symbols: readonly string[], changes: Partial<BacktestSettings> = {}): BacktestSettings {
  return {
    symbols: [...symbols],
    asset_type: "stock",
    from: "2014-03-03",
    to: "2014-12-31",
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
}

function symbolOf(text: string): ParsedSymbol {
  const parsed = parseSymbol(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.symbol;
}

async function decideAll(
  vendors: VendorChain,
  settings: BacktestSettings,
  symbol: string,
  to: string,
  reasoner = rules,
): Promise<BacktestDecision[]> {
  const path = await loadPricePath(vendors, symbolOf(symbol), to, signal);
  const decisions: BacktestDecision[] = [];
  for (const session of decisionDates(path.calendar, settings.from, to, settings.every))
    decisions.push(await decide({ vendors, reasoner, signal }, settings, symbol, path.calendar, session));
  return decisions;
}

const paths = [archivePath("stocknet-2014"), archivePath("index-2000")];

let opened: Promise<VendorChain | null> | undefined;

async function stocks(): Promise<VendorChain> {
  const chain = await (opened ??= archiveChain(...paths));
  if (chain === null) throw new Error("an archive is missing");
  return chain;
}

let apple: Promise<readonly BacktestDecision[]> | undefined;

/** On Apple in 2014 with the usual settings, decided once for all tests. */
async function decidedOnApple(): Promise<readonly BacktestDecision[]> {
  const settings = settingsFor(["AAPL"]);
  apple ??= decideAll(await stocks(), settings, "AAPL", settings.to);
  return apple;
}

async function wholeBacktest(vendors: VendorChain, settings: BacktestSettings, order: readonly string[]) {
  const subjects = [];
  for (const symbol of order)
    subjects.push({
      symbol,
      path: await loadPricePath(vendors, symbolOf(symbol), settings.to, signal),
      decisions: await decideAll(vendors, settings, symbol, settings.to),
    });
  return assemble(settings, subjects);
}

describe.skipIf(paths.includes(null))("a backtest on 20 stocks' archive", () => {
  test("on an archive that ends on a day it decides the same up to that day, to the byte", async () => {
    const vendors = await stocks();
    const settings = settingsFor(["AAPL"]);
    const whole = await decidedOnApple();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 300 }), fc.constantFrom(...futures), async (after, future) => {
        const day = addDays(settings.from, after);
        const asOf = Date.parse(`${addDays(day, 1)}T03:00:00Z`);
        const cut = await decideAll(rewriteChain(vendors, asOf, future), settings, "AAPL", day);
        expect(cut.length).toBeGreaterThan(0);
        expect(cut).toEqual(whole.filter(({ session }) => session <= day));
      }),
      { seed: 61, numRuns: runs(2, 6) },
    );
  });

  test("gives the same result whatever the order of the symbols, and one that its schema reads", async () => {
    const vendors = await stocks();
    const settings = settingsFor(["CAT", "GOOG", "MA"], { every: runs(30, 10) });
    const one = await wholeBacktest(vendors, settings, ["CAT", "GOOG", "MA"]);
    const other = await wholeBacktest(vendors, settings, ["MA", "CAT", "GOOG"]);
    const text = JSON.stringify(one.result);
    expect(JSON.stringify(other.result)).toBe(text);
    expect(other.trades).toEqual(one.trades);
    expect(BacktestResult.parse(JSON.parse(text))).toEqual(JSON.parse(text));
    expect(renderBacktest(one.result)).toBe(renderBacktest(other.result));
    expect(equityCsv(one.result).split("\n")).toHaveLength(one.result.portfolio.equity_sessions.length + 2);
    expect(tradesCsv(one.trades).split("\n")).toHaveLength(one.trades.length + 2);
    expect(one.result.decisions).toHaveLength(3 * runs(8, 22));
    expect(Object.values(one.result.ratings).reduce((sum, count) => sum + count, 0)).toBe(3 * runs(8, 22));
  });

  test("buys and holds through a split as a shareholder did: AAPL 2014, from the archive's own numbers", async () => {
    const vendors = await stocks();
    const settings = settingsFor(["AAPL"], {
      from: "2014-03-03",
      to: "2014-12-31",
      commission_bps: 0,
      slippage_bps: 0,
    });
    const path = await loadPricePath(vendors, symbolOf("AAPL"), settings.to, signal);
    const decisions = await decideAll(vendors, { ...settings, every: 50 }, "AAPL", settings.to);
    const { result } = assemble(settings, [{ symbol: "AAPL", path, decisions }]);
    const priceOn = (session: string) => path.days.find((day) => day.session === session)?.bar;
    // One share bought at the open of 2014-03-04 became seven on 2014-06-09; dividends of 3.29 (2014-05-08, before
    // the split), 0.47 (2014-08-07) and 0.47 (2014-11-06) a share.
    const bought = priceOn("2014-03-04")?.open ?? Number.NaN;
    const end = 7 * (priceOn("2014-12-31")?.close ?? Number.NaN) + 3.29 + 7 * 0.47 + 7 * 0.47;
    const held = result.portfolio.strategies.find(({ strategy }) => strategy === "buy_and_hold");
    expect(held?.metrics.cumulative_return).toBeCloseTo(end / bought - 1, 7);
    expect(result.instruments[0]).toMatchObject({ splits: 1 });
  });

  test("with the ticker masked the rules decide the same, and the report says what cannot be hidden", async () => {
    const vendors = await stocks();
    const settings = settingsFor(["AAPL"], { to: "2014-06-30" });
    const open = (await decidedOnApple()).filter(({ session }) => session <= settings.to);
    const hidden = await decideAll(vendors, settings, "AAPL", settings.to, maskedReasoner(rules));
    expect(hidden.map(({ rating, session }) => [session, rating])).toEqual(
      open.map(({ rating, session }) => [session, rating]),
    );
    const path = await loadPricePath(vendors, symbolOf("AAPL"), settings.to, signal);
    const masked = { ...settings, mask_ticker: true };
    expect(renderBacktest(assemble(masked, [{ symbol: "AAPL", path, decisions: hidden }]).result)).toContain(
      "What cannot be hidden",
    );
  });

  test("the time before and after a cut-off is reported apart, and the two make the whole", async () => {
    const vendors = await stocks();
    const settings = settingsFor(["AAPL"], { cutoff: "2014-07-04" });
    const path = await loadPricePath(vendors, symbolOf("AAPL"), settings.to, signal);
    const decisions = await decidedOnApple();
    const { result } = assemble(settings, [{ symbol: "AAPL", path, decisions }]);
    const [before, after] = result.cutoff.periods;
    expect(before).toMatchObject({ name: "before the cut-off", to: "2014-07-03" });
    expect(after).toMatchObject({ name: "after the cut-off", from: "2014-07-03" });
    for (const [index, { metrics }] of result.portfolio.strategies.entries()) {
      const parts = [before, after].map((period) => period?.strategies[index]?.metrics);
      const grown = parts.reduce((product, part) => product * (1 + (part?.cumulative_return ?? Number.NaN)), 1);
      expect(grown - 1).toBeCloseTo(metrics.cumulative_return ?? Number.NaN, 6);
      expect(parts.reduce((sum, part) => sum + (part?.trades ?? 0), 0)).toBe(metrics.trades);
    }
    expect((before?.decisions ?? 0) + (after?.decisions ?? 0)).toBe(decisions.length);
  });
});
