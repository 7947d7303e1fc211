import { join } from "node:path";
import { Command, Option } from "commander";
import { systemClock, type Instant } from "#src/platform/clock.ts";
import { loadSettings, startedByNpm } from "#src/platform/config.ts";
import { closePath, makePrivately } from "#src/platform/private-folder.ts";
import type { BacktestFlags } from "./backtest/flags.ts";
import type { Cli } from "./cli.ts";
import { codeVersion } from "#src/compose/code-version.ts";
import { runAnalyze, type AnalyzeFlags } from "./commands/analyze.ts";
import { runArchiveCheck } from "./commands/archive-check.ts";
import { diff } from "./commands/diff.ts";
import { doctor } from "./commands/doctor.ts";
import { replay } from "./commands/replay.ts";
import { runResume } from "./commands/resume.ts";
import { checkArchive, composeChain, composeReasoner } from "#src/compose/compose.ts";
import { exit, failure } from "./failure.ts";
import { inUse } from "./in-use.ts";
import { addAccountCommands, addJobCommands, addKeyCommands, addSignalCommands } from "./service-commands.ts";
import { watchSources } from "./watch-sources.ts";
import { say } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
/** What a role is started by. */
const entry = join(import.meta.dirname, "main.ts");

/** npm and npx pass on an interrupt that the terminal has sent to all of them already. */
const echoMs = 500;

/** How often is looked whether npm still lives. */
const parentMs = 500;

/**
 * Fires on Ctrl-C, SIGTERM, a closed terminal, or when npm that started us is gone. A second signal, unless it is the
 * echo of the first, ends the program at once.
 */
function interruption(): AbortSignal {
  const controller = new AbortController();
  let first: Instant | null = null;
  const stop = (): void => {
    const now = systemClock.now();
    if (first !== null && now - first > echoMs) process.exit(exit.interrupted);
    first ??= now;
    controller.abort();
  };
  // Listeners that stay: with none left, a library that restores the terminal would end the program itself.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  // Whoever kills npm outright means us too, and it cannot pass that on: we would serve on with nobody to stop us.
  const parent = process.ppid;
  if (startedByNpm()) {
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      stop();
    }, parentMs).unref();
  }
  return controller.signal;
}

function buildCli(): Cli {
  const settings = loadSettings(root);
  // Whom root lets run its Postgres may have to pass through.
  closePath(settings.home, { group: process.getuid?.() === 0 });
  return {
    version: codeVersion(root),
    settings,
    clock: systemClock,
    interruption,
    out: process.stdout,
    err: process.stderr,
    reasonerFor: (choice) => composeReasoner(choice, settings),
    chainFor: (choice) => composeChain(choice, settings),
    checkArchive,
    demoArchive: join(root, "demo"),
  };
}

type Finish = (work: (cli: Cli) => Promise<number | void>) => Promise<void>;
interface Json {
  readonly json?: boolean;
}
const json = ["--json", "print one JSON object and nothing else"] as const;

function program(finish: Finish): Command {
  const command = new Command("conclave")
    .description("A debate of agents about one stock or coin as of a date.")
    .version(codeVersion(root))
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "conclave: ")) });
  addAnalyze(command, finish);
  command
    .command("resume <run>")
    .description("go on with a run that was stopped; a run is named by its id or its folder")
    .option(...json)
    .action((run: string, flags: Json) => finish((cli) => runResume(cli, run, flags.json === true)));
  command
    .command("replay <run>")
    .description("repeat a run from its stored answers and compare every byte")
    .action((run: string) => finish((cli) => replay(cli, run)));
  command
    .command("diff <before> <after>")
    .description("what changed from one run to another, in evidence and in argument")
    .option(...json)
    .action((before: string, after: string, flags: Json) =>
      finish((cli) => diff(cli, before, after, flags.json === true)),
    );
  command
    .command("archive")
    .description("work with market archives")
    .command("check <dir>")
    .description("find what is wrong or missing in an archive")
    .option(...json)
    .action((dir: string, flags: Json) => finish((cli) => runArchiveCheck(cli, dir, flags.json === true)));
  addBacktest(command, finish);
  addService(command, finish);
  addKeyCommands(command, finish);
  addAccountCommands(command, finish);
  addSignalCommands(command, finish);
  addJobCommands(command, finish);
  command
    .command("doctor")
    .description("which providers, vendors and keys are usable, and what will be used")
    .option(...json)
    .action((flags: Json) => finish((cli) => doctor(cli, flags.json === true)));
  return command;
}

/** The roles of the service. Each is loaded when it is called, so that the others do not pay for it. */
function addService(command: Command, finish: Finish): void {
  command
    .command("up")
    .description("run the whole service on this machine: database, worker, pages, front door")
    .option("--no-web", "without the pages: the API alone")
    .action(({ web }: { readonly web: boolean }) => finish((cli) => start(cli, { web, development: false })));
  command
    .command("dev")
    .description("the same for who works on it: what runs is renewed when its sources change")
    .action(() => finish((cli) => start(cli, { web: true, development: true })));
  command
    .command("worker")
    .description("run jobs from the database at DATABASE_URL; any number of workers may")
    .addOption(new Option("--kept-at <port>").hideHelp())
    .action(async ({ keptAt }: { readonly keptAt?: string }) =>
      // Whoever has a channel to us starts us again; else we see to that ourselves.
      process.connected
        ? (await import("#src/worker/main.ts")).runWorker(keptAt === undefined ? null : Number(keptAt))
        : finish(async (cli) => (await import("./commands/worker.ts")).keepWorker(cli, entry)),
    );
  command
    .command("migrate")
    .description("bring the database up to date as the user of DATABASE_MIGRATION_URL, for that of DATABASE_URL")
    .action(() => finish(async (cli) => (await import("./commands/migrate.ts")).migrate(cli)));
  command
    .command("web")
    .description("render pages on WEB_PORT for a front door on this machine, from the database at DATABASE_URL")
    .addOption(dev())
    .action(async (flags: Dev) => (await import("#src/web/serve.ts")).runWeb({ development: flags.dev === true }));
  command
    .command("http")
    .description("serve the API on PORT from the database at DATABASE_URL; any number of front doors may")
    .addOption(dev())
    .action(async (flags: Dev) =>
      (await import("#src/http/serve.ts")).runFrontDoor({ development: flags.dev === true }),
    );
}

interface Dev {
  readonly dev?: boolean;
}

/** As `conclave dev` starts them. */
function dev(): Option {
  return new Option("--dev").hideHelp();
}

async function start(cli: Cli, how: { readonly web: boolean; readonly development: boolean }): Promise<number> {
  const { up } = await import("./commands/up.ts");
  return up(cli, {
    ...how,
    script: entry,
    inUse: () => inUse(cli),
    watch: how.development
      ? (restart, signal) =>
          watchSources(root, signal, (roles, file) => {
            say(cli.err, `conclave: ${file} has changed; renewing ${[...roles].join(" and ")}`);
            for (const role of roles) restart(role);
          })
      : null,
  });
}

function addAnalyze(command: Command, finish: Finish): void {
  command
    .command("analyze <ticker>")
    .description("make one analysis")
    .option("--date <date>", "the as-of date, YYYY-MM-DD")
    .option("--asset-type <type>", "stock or crypto; by default what the symbol looks like")
    .option("--analysts <names>", "some of market,social,news,fundamentals")
    .option("--rounds <n>", "rounds of bull against bear, 1 to 10")
    .option("--risk-rounds <n>", "rounds of the risk voices, 1 to 10")
    .option("--reasoner <kind>", "rules or llm; by default the best that is usable")
    .option("--provider <name>", "the model provider")
    .option("--deep <model>", "the managers' model")
    .option("--quick <model>", "everybody else's model")
    .option("--base-url <url>", "another address of the provider")
    .option("--budget-usd <amount>", "the most the run may cost")
    .option("--archive <dir>", "a market archive; may be given several times", (dir: string, all: string[] = []) => [
      ...all,
      dir,
    ])
    .addOption(new Option("--online", "ask online vendors, also behind archives").conflicts("offline"))
    .option("--offline", "ask archives only")
    .option("--out <dir>", "the report's folder; by default one in the home folder")
    .option(...json)
    .action((ticker: string, { offline, ...flags }: AnalyzeFlags & { offline?: boolean }) =>
      finish((cli) => runAnalyze(cli, ticker, offline === true ? { ...flags, online: false } : flags)),
    );
}

function addBacktest(command: Command, finish: Finish): void {
  command
    .command("backtest")
    .description("decide on past dates and see what would have come of it, against simple rules at the same costs")
    .requiredOption("--symbols <list>", "one or several, such as AAPL,MSFT")
    .requiredOption("--from <date>", "the first date, YYYY-MM-DD")
    .requiredOption("--to <date>", "the last date, YYYY-MM-DD")
    .option("--every <sessions>", "sessions from one decision to the next, such as 5d", "5d")
    .option("--archive <dir>", "a market archive; may be given several times", (dir: string, all: string[] = []) => [
      ...all,
      dir,
    ])
    .option("--asset-type <type>", "stock or crypto; by default what the symbols look like")
    .option("--analysts <names>", "some of market,social,news,fundamentals")
    .option("--rounds <n>", "rounds of bull against bear, 1 to 10")
    .option("--risk-rounds <n>", "rounds of the risk voices, 1 to 10")
    .option("--reasoner <kind>", "rules or llm; by default the best that is usable")
    .option("--provider <name>", "the model provider")
    .option("--deep <model>", "the managers' model")
    .option("--quick <model>", "everybody else's model")
    .option("--base-url <url>", "another address of the provider")
    .option("--budget-usd <amount>", "the most that may be spent now; answers that are kept cost nothing")
    .option("--commission-bps <n>", "commission of a fill in basis points (default: 1)")
    .option("--slippage-bps <n>", "slippage of a fill in basis points (default: 5)")
    .option("--short", "Sell, and a baseline's sell signal, means a short position instead of cash")
    .option("--seed <n>", "of everything drawn (default: 1)")
    .option("--mask-ticker", "hide the instrument's name and ticker from the model")
    .option("--cutoff <date>", "the model's knowledge cut-off, to report the time before and after it apart")
    .option("--out <dir>", "the result's folder; by default one in the home folder")
    .option(...json)
    .action((flags: BacktestFlags) =>
      finish(async (cli) => (await import("./commands/backtest.ts")).runBacktest(cli, flags)),
    );
}

// Who reads may stop reading, as in `conclave diff A B | head`, and a terminal may be closed (EIO). That is no failure,
// and a run goes on without them.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });

makePrivately();
let code: number = exit.ok;
try {
  await program(async (work) => {
    code = (await work(buildCli())) ?? exit.ok;
  }).parseAsync();
} catch (error) {
  const end = failure(error);
  if (end.line !== null) process.stderr.write(`conclave: ${end.line}\n`);
  code = end.code;
}
process.exitCode = code;
