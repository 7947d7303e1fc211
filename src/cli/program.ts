import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, CommanderError, Option } from "commander";
import { systemClock, type Instant } from "#src/platform/clock.ts";
import { loadSettings, startedByNpm } from "#src/platform/config.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { restrictPath, restrictUmask } from "#src/platform/private-folder.ts";
import type { BacktestFlags } from "./backtest/flags.ts";
import type { Cli } from "./cli.ts";
import { codeVersion } from "#src/compose/code-version.ts";
import type { AnalyzeFlags } from "./commands/analyze.ts";
import type { DoctorFlags } from "./commands/doctor.ts";
import { composeReasoner } from "#src/compose/compose-reasoner.ts";
import { composeVendors } from "#src/compose/compose-vendors.ts";
import { exit, failure } from "./failure.ts";
import { addRunOptions, probeBudgetUsd } from "./run-flags.ts";
import {
  addAccountCommands,
  addBackupCommands,
  addJobCommands,
  addKeyCommands,
  addMcpCommand,
  addSignalCommands,
} from "./service-commands.ts";
import { say } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");
/** What a role is started by. */
const entry = fileURLToPath(import.meta.resolve("./main.ts"));
/** A package that npm installs has none. */
const hasPages = existsSync(join(root, "src/web/app"));
const noPages = "the npm package has no pages; they come with the repository and the container image";

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
  const demoArchive = join(root, "demo");
  // Whom root lets run its Postgres may have to pass through.
  restrictPath(settings.home, { group: process.getuid?.() === 0 });
  return {
    version: codeVersion(root),
    settings,
    clock: systemClock,
    interruption,
    out: process.stdout,
    err: process.stderr,
    reasonerFor: (choice) => composeReasoner(choice, settings),
    vendorChainFor: (choice) => composeVendors(choice, settings),
    probeModels: async (budgetUsd, signal) =>
      (await import("#src/compose/probe-models.ts")).probeModels({
        settings,
        demoArchive,
        clock: systemClock,
        signal,
        budgetUsd,
      }),
    checkArchive: async (dir) => (await import("#src/compose/check-archive.ts")).checkArchive(dir),
    demoArchive,
  };
}

/** The version is a hash over the sources, so it is made when it is asked for. */
function printVersion(): never {
  process.stdout.write(`${codeVersion(root)}\n`);
  throw new CommanderError(exit.ok, "commander.version", "");
}

type Finish = (work: (cli: Cli) => Promise<number | void>) => Promise<void>;
interface Json {
  readonly json?: boolean;
}
const json = ["--json", "print only one JSON object"] as const;

/** Each command is loaded when it is called, so that the others do not pay for it. */
function program(finish: Finish): Command {
  const command = new Command("conclave")
    .description("Debate one stock or coin with a panel of agents, as of a date.")
    .option("-V, --version", "output the version number")
    .on("option:version", printVersion)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "conclave: ")) });
  addAnalyze(command, finish);
  command
    .command("resume <run>")
    .description("continue a stopped run, given its id or folder")
    .option(...json)
    .action((run: string, flags: Json) =>
      finish(async (cli) => (await import("./commands/resume.ts")).runResume(cli, run, flags.json === true)),
    );
  command
    .command("replay <run>")
    .description("repeat a run from its stored answers and compare every byte")
    .action((run: string) => finish(async (cli) => (await import("./commands/replay.ts")).replay(cli, run)));
  command
    .command("diff <before> <after>")
    .description("show what changed between two runs, in evidence and argument")
    .option(...json)
    .action((before: string, after: string, flags: Json) =>
      finish(async (cli) => (await import("./commands/diff.ts")).diff(cli, before, after, flags.json === true)),
    );
  command
    .command("archive")
    .description("work with market archives")
    .command("check <dir>")
    .description("find errors and gaps in an archive")
    .option(...json)
    .action((dir: string, flags: Json) =>
      finish(async (cli) =>
        (await import("./commands/archive-check.ts")).runArchiveCheck(cli, dir, flags.json === true),
      ),
    );
  addBacktest(command, finish);
  addService(command, finish);
  addKeyCommands(command, finish);
  addAccountCommands(command, finish);
  addSignalCommands(command, finish);
  addBackupCommands(command, finish);
  addJobCommands(command, finish);
  addMcpCommand(command, finish);
  command
    .command("doctor")
    .description("show which models, data and keys will be used, and whether the service is well")
    .option("--ask", "test the configured models with a few paid calls")
    .option("--budget-usd <amount>", `the most that --ask may spend on each model (default: ${probeBudgetUsd})`)
    .option(...json)
    .action((flags: DoctorFlags) => finish(async (cli) => (await import("./commands/doctor.ts")).doctor(cli, flags)));
  return command;
}

/** The roles of the service. */
function addService(command: Command, finish: Finish): void {
  command
    .command("up")
    .description("run the whole service on this machine: database, worker, pages, front door")
    .option("--no-web", "run only the API, without the pages")
    .action(({ web }: { readonly web: boolean }) =>
      finish((cli) => {
        if (web && !hasPages) say(cli.err, `conclave: ${noPages}; starting the API alone`);
        return start(cli, { web: web && hasPages, development: false });
      }),
    );
  command
    .command("dev")
    .description("run in development mode and restart processes when sources change")
    .action(() => finish(async (cli) => start(withPages(cli), { web: true, development: true })));
  command
    .command("worker")
    .description("run jobs from the database at DATABASE_URL; you can start any number of workers")
    .addOption(new Option("--kept-at <port>").hideHelp())
    .action(async ({ keptAt }: { readonly keptAt?: string }) =>
      // Whoever has a channel to us starts us again; else we see to that ourselves.
      process.connected
        ? (await import("#src/worker/main.ts")).runWorker(keptAt === undefined ? null : Number(keptAt))
        : finish(async (cli) => (await import("./commands/worker.ts")).keepWorker(cli, entry)),
    );
  command
    .command("migrate")
    .description("update the database schema as the user of DATABASE_MIGRATION_URL, for the user of DATABASE_URL")
    .action(() => finish(async (cli) => (await import("./commands/migrate.ts")).migrate(cli)));
  command
    .command("web")
    .description("render pages on WEB_PORT for a front door on this machine, from the database at DATABASE_URL")
    .addOption(dev())
    .action(async (flags: Dev) => {
      if (!hasPages) throw new InvalidInput(noPages);
      await (await import("#src/web/serve.ts")).runWeb({ development: flags.dev === true });
    });
  command
    .command("http")
    .description("serve the API on PORT from the database at DATABASE_URL; you can start any number of front doors")
    .addOption(dev())
    .action(async (flags: Dev) =>
      (await import("#src/http/serve.ts")).runFrontDoor({ development: flags.dev === true }),
    );
}

/** @throws InvalidInput where there are none */
function withPages(cli: Cli): Cli {
  if (!hasPages) throw new InvalidInput(noPages);
  return cli;
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
  const { activeSetup } = await import("./active-setup.ts");
  const { watchSources } = await import("./watch-sources.ts");
  return up(cli, {
    ...how,
    script: entry,
    inUse: () => activeSetup(cli),
    watch: how.development
      ? (restart, signal) =>
          watchSources(root, signal, (roles, file) => {
            say(cli.err, `conclave: ${file} has changed; restarting ${[...roles].join(" and ")}`);
            for (const role of roles) restart(role);
          })
      : null,
  });
}

function addAnalyze(command: Command, finish: Finish): void {
  const analyze = command
    .command("analyze <ticker>")
    .description("run one analysis")
    .option("--date <date>", "the as-of date, YYYY-MM-DD")
    .addOption(new Option("--online", "use online vendors in addition to archives").conflicts("offline"))
    .option("--offline", "use archives only")
    .option("--language <tag>", "language of the report's prose, such as de or zh-Hant (default: en)");
  addRunOptions(analyze, { budget: "maximum cost of the run, in US dollars", out: "report" }).action(
    (ticker: string, { offline, ...flags }: AnalyzeFlags & { offline?: boolean }) =>
      finish(async (cli) => {
        const { runAnalyze } = await import("./commands/analyze.ts");
        return runAnalyze(cli, ticker, offline === true ? { ...flags, online: false } : flags);
      }),
  );
}

function addBacktest(command: Command, finish: Finish): void {
  const backtest = command
    .command("backtest")
    .description("backtest decisions on past dates against simple baselines at the same costs")
    .requiredOption("--symbols <list>", "one or more symbols, such as AAPL,MSFT")
    .requiredOption("--from <date>", "the first date, YYYY-MM-DD")
    .requiredOption("--to <date>", "the last date, YYYY-MM-DD")
    .option("--every <sessions>", "sessions between decisions, such as 5d", "5d")
    .option("--commission-bps <n>", "commission per fill in basis points (default: 1)")
    .option("--slippage-bps <n>", "slippage per fill in basis points (default: 5)")
    .option("--short", "go short instead of to cash on Sell and on a baseline's sell signal")
    .option("--mask-ticker", "hide the instrument's name and ticker from the model")
    .option("--cutoff <date>", "the model's knowledge cut-off, to report results before and after it separately");
  const budget = "maximum to spend in this run; stored answers are free";
  addRunOptions(backtest, { budget, out: "result" }).action((flags: BacktestFlags) =>
    finish(async (cli) => (await import("./commands/backtest.ts")).runBacktest(cli, flags)),
  );
}

// Who reads may stop reading, as in `conclave diff A B | head`, and a terminal may be closed (EIO). That is no failure,
// and a run goes on without them.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });

restrictUmask();
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
