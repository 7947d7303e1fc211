import { join } from "node:path";
import { availableParallelism } from "node:os";
import { decideInThreads } from "#src/cli/backtest/decide-all.ts";
import type { BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { report } from "./setup.ts";

/*
 * Decisions a second of `conclave backtest` with `rules`, as the command makes them: a thread for each core, from
 * the start of the threads to the last decision. On the shipped archive; BACKTEST_ARCHIVES (separated
 * by commas), BACKTEST_SYMBOLS, BACKTEST_FROM and BACKTEST_TO name others. `per_cpu_second` is the same over the time
 * that this process was given: on a machine that others use too it says more.
 */
const env = (name: string, usual: string): string => process.env[name] ?? usual;
const archives = env("BACKTEST_ARCHIVES", join(import.meta.dirname, "../demo")).split(",");
const symbols = env("BACKTEST_SYMBOLS", "DEMO,^GSPC").split(",");
const [from, to] = [env("BACKTEST_FROM", "2017-01-03"), env("BACKTEST_TO", "2019-12-31")];

// As src/cli/main.js does: threads of the command start with what was compiled before.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../node_modules/.cache/conclave");

const calendar = calendarByName("XNYS");
if (calendar === null) throw new Error("no calendar XNYS");
const sessions = calendar.sessionsBetween(from, to);
const settings: BacktestSettings = {
  symbols,
  asset_type: "stock",
  from,
  to,
  every: 1,
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
  code_version: "bench",
};

let decisions = 0;
const work = symbols.map((symbol) => ({ symbol, calendar, sessions }));
const started = performance.now();
const used = process.cpuUsage();
await decideInThreads(archives, settings, work, () => (decisions += 1), new AbortController().signal);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(used);
const rate = decisions / seconds;
report(
  {
    figure: "backtest decisions per second with rules, in threads",
    value: rate,
    unit: "per second",
    target: ">= 300",
    met: rate >= 300,
  },
  {
    per_cpu_second: Number((decisions / ((user + system) / 1e6)).toFixed(1)),
    decisions,
    seconds: Number(seconds.toFixed(2)),
    cores: availableParallelism(),
  },
);
