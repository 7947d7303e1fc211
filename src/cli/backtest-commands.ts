import type { Command } from "commander";
import type { BacktestFlags } from "./backtest/flags.ts";
import type { MemoryFlags } from "./commands/memory.ts";
import type { ValidityFlags } from "./commands/validity.ts";
import { addMemoryOptions, addRunOptions } from "./run-flags.ts";
import type { Finish } from "./service-commands.ts";

const symbolsText = "one or more symbols, such as AAPL,MSFT";
const fromText = "the first date, YYYY-MM-DD";
const toText = "the last date, YYYY-MM-DD";

/** `backtest`, `validity` and `memory`. */
export function addBacktest(command: Command, finish: Finish): void {
  const backtest = command
    .command("backtest")
    .description("backtest decisions on past dates against simple baselines at the same costs")
    .requiredOption("--symbols <list>", symbolsText)
    .requiredOption("--from <date>", fromText)
    .requiredOption("--to <date>", toText);
  addOrderOptions(backtest).action((flags: BacktestFlags) =>
    finish(async (cli) => (await import("./commands/backtest.ts")).runBacktest(cli, flags)),
  );
  const validity = command
    .command("validity [results...]")
    .description(
      "judge a backtest: leaks, frictions, calibration, luck and overfitting; additional results are other configurations",
    )
    .option("--sample <n>", "decisions to repeat without later data and in altered worlds (default: 20)")
    .option("--capital <usd>", "capital traded, in US dollars (default: 1000000)")
    .option("--symbols <list>", `if no result is given, run this backtest first: ${symbolsText}`)
    .option("--from <date>", fromText)
    .option("--to <date>", toText);
  addOrderOptions(validity).action((results: string[], flags: ValidityFlags) =>
    finish(async (cli) => (await import("./commands/validity.ts")).runValidity(cli, results, flags)),
  );
  addMemory(command, finish);
}

function addMemory(command: Command, finish: Finish): void {
  addMemoryOptions(command.command("memory <ticker>")).action(
    (ticker: string, { offline, ...flags }: MemoryFlags & { offline?: boolean }) =>
      finish(async (cli) => {
        const { memory } = await import("./commands/memory.ts");
        return memory(cli, ticker, offline === true ? { ...flags, online: false } : flags);
      }),
  );
}

/** How a backtest is made. */
function addOrderOptions(command: Command): Command {
  command
    .option("--every <sessions>", "sessions between decisions, such as 5d", "5d")
    .option("--commission-bps <n>", "commission per fill in basis points (default: 1)")
    .option("--slippage-bps <n>", "slippage per fill in basis points (default: 5)")
    .option("--short", "go short instead of to cash on Sell and on a baseline's sell signal")
    .option("--seeds <k>", "make each model decision k times, 1 to 5, and take the most frequent opinion (default: 1)")
    .option("--no-single-call", "skip the extra call per decision that asks the model without a debate, for comparison")
    .option("--mask-ticker", "hide the instrument's name and ticker from the model")
    .option("--cutoff <date>", "the model's knowledge cut-off, to report results before and after it separately");
  command.option("--yes", "with a model, continue after the estimate without asking");
  const budget = "maximum to spend in this run; stored answers are free";
  return addRunOptions(command, { budget, out: "result" });
}
