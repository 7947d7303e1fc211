import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { assemble } from "#src/backtest/assemble.ts";
import { datesToDecide, loadPricePath } from "#src/backtest/price-path.ts";
import { decide } from "#src/backtest/decide.ts";
import { forwardReturn } from "#src/backtest/metrics.ts";
import type { Subject } from "#src/backtest/orders.ts";
import { archiveDigest } from "#src/server/compose/data/archives.ts";
import { codeVersion } from "#src/server/compose/code-version.ts";
import { composeVendors } from "#src/server/compose/data/choose-data.ts";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { BacktestDecision, BacktestResult, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { settingsInForce } from "#src/core/config/config.ts";
import { meanInterval } from "#src/core/figures/interval.ts";
import { rounded } from "#src/core/figures/statistics.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { recordTable, type RecordEntry, type RulesRecord } from "./rules-record/table.ts";

/*
 * `node scripts/make-rules-record.ts [--archives DIR] [--training]`: what the `rules` did on archives of the last
 * twenty-five years, walking forward, into docs/rules-record.json, the table of docs/rules.md and the few figures that
 * its own reports tell. With `--training` only the archives that its terms were chosen on, and nothing is written.
 */

interface Walk {
  readonly name: string;
  /** Those that the terms of the rules were chosen on. */
  readonly isTraining: boolean;
  /** The first that knows a symbol answers; the others serve as benchmark. */
  readonly archives: readonly string[];
  readonly asset: "stock" | "crypto";
  readonly symbols: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly every: number;
}

const stocks = "AAPL,AMZN,BA,CAT,CSCO,CVX,DIS,GOOG,HD,INTC,JNJ,JPM,KO,MA,MCD,MSFT,PG,V,WMT,XOM".split(",");
const dow = "AAPL,AMGN,AMZN,AXP,BA,CAT,CRM,GS,HD,HON,IBM,JNJ".split(",");

/** From when the rules have enough prices, to the end of each archive; every week. */
const walks: readonly Walk[] = [
  {
    name: "index-2000",
    isTraining: true,
    archives: ["index-2000"],
    asset: "stock",
    symbols: ["^GSPC"],
    from: "2001-02-01",
    to: "2020-04-17",
    every: 5,
  },
  {
    name: "stocknet-2014",
    isTraining: true,
    archives: ["stocknet-2014", "index-2000"],
    asset: "stock",
    symbols: stocks,
    from: "2013-09-03",
    to: "2017-09-01",
    every: 5,
  },
  {
    name: "djia-2025",
    isTraining: false,
    archives: ["djia-2025"],
    asset: "stock",
    symbols: dow,
    from: "2025-04-01",
    to: "2025-07-31",
    every: 5,
  },
  {
    name: "crypto",
    isTraining: false,
    archives: ["crypto"],
    asset: "crypto",
    symbols: ["BTC-USD"],
    from: "2015-12-01",
    to: "2020-01-16",
    every: 7,
  },
  {
    name: "crypto, Ether",
    isTraining: false,
    archives: ["crypto"],
    asset: "crypto",
    symbols: ["ETH-USD"],
    from: "2018-08-01",
    to: "2020-01-16",
    every: 7,
  },
  {
    name: "crypto-2023",
    isTraining: false,
    archives: ["crypto-2023"],
    asset: "crypto",
    symbols: ["BTC-USD"],
    from: "2023-03-01",
    to: "2023-12-19",
    every: 7,
  },
];

const { values } = parseArgs({
  options: { archives: { type: "string" }, training: { type: "boolean", default: false } },
});
const root = join(import.meta.dirname, "..");
const folder = resolve(values.archives ?? join(root, "../shared/data/archives"));
const { signal } = new AbortController();

/** Sessions for which a rating is judged: those of a month. */
const judged = 21;

async function walk(one: Walk): Promise<RecordEntry> {
  const dirs = one.archives.map((name) => join(folder, name));
  const vendors = await composeVendors({ archives: dirs, online: false }, settingsInForce());
  const digests = await Promise.all(dirs.map(archiveDigest));
  const settings: BacktestSettings = {
    symbols: [...one.symbols],
    asset_type: one.asset,
    from: one.from,
    to: one.to,
    every: one.every,
    archives: digests.map((sha256, index) => ({ name: one.archives[index] ?? "", sha256 })),
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
    code_version: codeVersion(root),
  };
  const reasoner = createRulesReasoner();
  const subjects: Subject[] = [];
  for (const symbol of one.symbols) {
    const parsed = parseSymbol(symbol);
    if (!parsed.ok) throw new Error(parsed.reason);
    const path = await loadPricePath(vendors, parsed.symbol, one.to, signal);
    const decisions: BacktestDecision[] = [];
    for (const session of datesToDecide(path, settings))
      decisions.push(await decide({ vendors, reasoner, signal }, settings, symbol, path.calendar, session));
    subjects.push({ symbol, path, decisions });
    process.stderr.write(`${one.name} ${symbol}: ${decisions.length}\n`);
  }
  return entryOf(one, assemble(settings, subjects).result, subjects);
}

function entryOf(one: Walk, result: BacktestResult, subjects: readonly Subject[]): RecordEntry {
  const metricsOf = (name: string) => {
    const found = result.portfolio.strategies.find(({ strategy }) => strategy === name);
    return found === undefined
      ? null
      : {
          cumulative_return: found.metrics.cumulative_return,
          sharpe: found.metrics.sharpe,
          max_drawdown: found.metrics.max_drawdown,
          exposure: found.metrics.exposure,
          excess_interval: found.intervals.excess_annual_return,
        };
  };
  return {
    name: one.name,
    training: one.isTraining,
    archives: result.settings.archives,
    symbols: result.settings.symbols,
    from: one.from,
    to: one.to,
    every: one.every,
    decisions: result.decisions.length,
    ratings: result.ratings,
    rules: metricsOf("debate"),
    by_levels: metricsOf("debate_levels"),
    hold: metricsOf("buy_and_hold"),
    luck: result.luck,
    after: Opinion.options.map((rating) => ({
      rating,
      mean: result.hit_rates.find((rate) => rate.rating === rating && rate.horizon === judged)?.mean_return ?? null,
    })),
    after_all: result.hit_rates.find(({ horizon }) => horizon === judged)?.mean_return_of_all ?? null,
    skill: skillOf(subjects),
    levels: result.levels ?? null,
  };
}

/**
 * Whether prices rose more after stronger ratings: the covariance of strength (+2 to −2) and return, with its 95 %
 * interval, which counts months that overlap for what they are worth. Chance has a covariance of zero.
 */
function skillOf(subjects: readonly Subject[]): RecordEntry["skill"] {
  const sessions = [...new Set(subjects.flatMap(({ path }) => path.days.map(({ session }) => session)))].toSorted();
  const places = new Map(sessions.map((session, index) => [session, index]));
  const settled = subjects.flatMap(({ path, decisions }) =>
    decisions.flatMap(({ session, rating }) => {
      const value = forwardReturn(path.days, session, judged);
      const from = (places.get(session) ?? 0) + 1;
      const strength = 2 - Opinion.options.findIndex((one) => one === rating);
      return value === null || rating === "REVIEW" ? [] : [{ strength, value, from, through: from + judged - 1 }];
    }),
  );
  const mean = (of: (one: (typeof settled)[number]) => number): number =>
    settled.reduce((sum, one) => sum + of(one), 0) / settled.length;
  const [strength, value] = [mean((one) => one.strength), mean((one) => one.value)];
  const products = settled.map((one) => ({ ...one, value: (one.strength - strength) * (one.value - value) }));
  return {
    settled: settled.length,
    covariance:
      settled.length === 0 ? null : rounded(products.reduce((sum, one) => sum + one.value, 0) / settled.length),
    interval: meanInterval(products),
  };
}

const entries: RecordEntry[] = [];
for (const one of walks) if (!values.training || one.isTraining) entries.push(await walk(one));
const record: RulesRecord = { code_version: codeVersion(root), entries };
if (values.training) console.log(recordTable(record));
else {
  const held = entries.filter(({ training }) => !training);
  const verdict = (sign: 1 | -1): number =>
    held.filter(
      ({ skill: { interval } }) => interval.status === "given" && (sign === 1 ? interval.low > 0 : interval.high < 0),
    ).length;
  const recorded = {
    decisions: held.reduce((sum, { decisions }) => sum + decisions, 0),
    walks: held.length,
    better: verdict(1),
    worse: verdict(-1),
  };
  const told = Object.entries(recorded)
    .map(([name, count]) => `${name}: ${count}`)
    .join(", ");
  await writeFile(join(root, "docs/rules-record.json"), `${JSON.stringify(record, null, 1)}\n`);
  const page = join(root, "docs/rules.md");
  const between = /(<!-- record -->\n\n)[^]*(\n\n<!-- end of record -->)/;
  await writeFile(page, (await readFile(page, "utf8")).replace(between, `$1${recordTable(record)}$2`));
  const code = join(root, "src/debate/reasoners/rules/verdict-voice.ts");
  const line = `export const recorded = { ${told} } as const;`;
  await writeFile(code, (await readFile(code, "utf8")).replace(/^export const recorded = .*$/m, line));
}
