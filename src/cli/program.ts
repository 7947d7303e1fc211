import type { AttributeFlags } from "./commands/attribute.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, CommanderError, Option } from "commander";
import { systemClock } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { restrictPath } from "#src/core/private-folder.ts";
import { addArchive } from "./archive-commands.ts";
import { addBacktest } from "./backtest-commands.ts";
import type { Call, Cli, Output } from "./cli.ts";
import { codeVersion } from "#src/server/compose/code-version.ts";
import type { AnalyzeFlags } from "./commands/analyze.ts";
import type { DoctorFlags } from "./commands/doctor.ts";
import { composeReasoner } from "#src/server/compose/compose-reasoner.ts";
import { composeVendors } from "#src/server/compose/compose-vendors.ts";
import { addCompletion } from "./completion.ts";
import { exit, failure } from "./failure.ts";
import { addAttributeOptions, addRunOptions, probeBudgetUsd } from "./run-flags.ts";
import { addProofCommands } from "./proof-commands.ts";
import {
  addAccountCommands,
  addBackupCommands,
  addJobCommands,
  addKeyCommands,
  addMcpCommand,
  addLedgerCommands,
  addRetentionCommand,
  addSignalCommands,
} from "./service-commands.ts";
import { say } from "./terminal.ts";
import { loadAndWait } from "./wait-for-environment.ts";

const root = join(import.meta.dirname, "../..");
/** What a role is started by. */
const entry = fileURLToPath(import.meta.resolve("./main.js"));
/** A package that npm installs has none. */
const hasPages = existsSync(join(root, "src/web/app"));
const noPages = "the npm package has no pages; they come with the repository and the container image";

function buildCli({ loadSettings, ...call }: Call): Cli {
  const settings = loadSettings();
  // A role's are told by whoever started it.
  if (process.send === undefined) for (const note of settings.notes) say(call.err, `conclave: ${note}`);
  const demoArchive = join(root, "demo");
  // Root's Postgres runs as another user, who may have to pass through.
  restrictPath(settings.home, { group: process.getuid?.() === 0 });
  return {
    ...call,
    // A hash over the sources, so made on demand.
    get version() {
      return codeVersion(root);
    },
    settings,
    clock: systemClock,
    reasonerFor: (choice) => composeReasoner(choice, settings),
    vendorChainFor: (choice) => composeVendors(choice, settings),
    probeModels: async (budgetUsd, signal) =>
      (await import("#src/server/compose/probe-models.ts")).probeModels({
        settings,
        demoArchive,
        clock: systemClock,
        signal,
        budgetUsd,
      }),
    checkArchive: async (dir) => (await import("#src/server/compose/check-archive.ts")).checkArchive(dir),
    demoArchive,
  };
}

function printVersion(out: Output): never {
  out.write(`${codeVersion(root)}\n`);
  throw new CommanderError(exit.ok, "commander.version", "");
}

type Finish = (work: (cli: Cli) => Promise<number | void>) => Promise<void>;
interface Json {
  readonly json?: boolean;
}
const json = ["--json", "print only one JSON object"] as const;

/** Each command is loaded when called. */
function program(finish: Finish, { out, err }: Call): Command {
  const command = new Command("conclave")
    .description("Debate one stock or coin with a panel of agents, as of a date.")
    .option("-V, --version", "output the version number")
    .on("option:version", () => printVersion(out))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void out.write(text),
      writeErr: (text) => void err.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "conclave: ")),
    });
  command.commandsGroup("Analyse:");
  addAnalyze(command, finish);
  addRunCommands(command, finish);
  command.commandsGroup("Data, proofs and backtests:");
  addArchive(command, finish);
  addProofCommands(command, finish);
  addBacktest(command, finish);
  command.commandsGroup("Use a running service:");
  addJobCommands(command, finish);
  addMcpCommand(command, finish);
  command.commandsGroup("Run a service:");
  addService(command, finish);
  addKeyCommands(command, finish);
  addAccountCommands(command, finish);
  addSignalCommands(command, finish);
  addLedgerCommands(command, finish);
  addBackupCommands(command, finish);
  addRetentionCommand(command, finish);
  command.commandsGroup("Setup:");
  addCompletion(command, out);
  command
    .command("doctor")
    .description("show which models, data and keys will be used, and whether the service is healthy")
    .option("--ask", "test the configured models with a few paid calls")
    .option("--budget-usd <amount>", `maximum that --ask may spend on each model (default: ${probeBudgetUsd})`)
    .option(...json)
    .action((flags: DoctorFlags) => finish(async (cli) => (await import("./commands/doctor.ts")).doctor(cli, flags)));
  return command;
}

/** What is done with a run that there is. */
function addRunCommands(command: Command, finish: Finish): void {
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
  addAttributeOptions(command.command("attribute <run>"))
    .option(...json)
    .action((run: string, flags: AttributeFlags) =>
      finish(async (cli) => (await import("./commands/attribute.ts")).attribute(cli, run, flags)),
    );
  command
    .command("conditions <run>")
    .description("check what would break a run's rating against each close since")
    .option(...json)
    .action((run: string, flags: Json) =>
      finish(async (cli) => (await import("./commands/conditions.ts")).conditions(cli, run, flags.json === true)),
    );
  command
    .command("diff <before> <after>")
    .description("show what changed between two runs, in evidence and argument")
    .option(...json)
    .action((before: string, after: string, flags: Json) =>
      finish(async (cli) => (await import("./commands/diff.ts")).diff(cli, before, after, flags.json === true)),
    );
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
    .addOption(wait())
    .action(async ({ keptAt, ...flags }: { readonly keptAt?: string } & Wait) =>
      // Whoever has a channel to us restarts us.
      process.connected
        ? (await loadRole(flags, () => import("#src/server/worker/main.ts"))).runWorker(
            keptAt === undefined ? null : Number(keptAt),
          )
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
    .addOption(wait())
    .action(async (flags: Dev & Wait) => {
      if (!hasPages) throw new InvalidInput(noPages);
      const { runWeb } = await loadRole(flags, () => import("#src/web/serve.ts"));
      await runWeb({ development: flags.dev === true });
    });
  command
    .command("http")
    .description("serve the API on PORT from the database at DATABASE_URL; you can start any number of front doors")
    .addOption(dev())
    .addOption(wait())
    .action(async (flags: Dev & Wait) => {
      const { runFrontDoor } = await loadRole(flags, () => import("#src/server/http/serve.ts"));
      await runFrontDoor({ development: flags.dev === true });
    });
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

interface Wait {
  readonly wait?: boolean;
}

/** For `conclave up`, which starts roles before it knows everything. */
function wait(): Option {
  return new Option("--wait").hideHelp();
}

function loadRole<T>(flags: Wait, load: () => Promise<T>): Promise<T> {
  return flags.wait === true ? loadAndWait(load) : load();
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

const analyzeExamples = `
Examples:
  conclave analyze DEMO --date 2019-06-03                       the included demo company, without a network
  conclave analyze AAPL --date today                            online data
  conclave analyze AAPL --date 2025-06-02 --archive my-data     only your own data
  conclave analyze BTC-USD --date 2024-03-01 --budget-usd 0.50  at most 50 cents
  conclave analyze AAPL --date today --json --fail-on-review    for a script`;

function addAnalyze(command: Command, finish: Finish): void {
  const analyze = command
    .command("analyze <ticker>")
    .description("run one analysis")
    .option("--date <date>", "the as-of date, YYYY-MM-DD, or today")
    .option("--fail-on-review", `end with exit code ${exit.review} when the rating is REVIEW`)
    .addOption(new Option("--online", "use online vendors in addition to archives").conflicts("offline"))
    .option("--offline", "use archives only")
    .option("--language <tag>", "language of the report's prose, such as de or zh-Hant (default: en)")
    .option("--allow-short", "a Sell may open a short position; otherwise it means to hold none")
    .option("--holdings <file>", "what you hold, as JSON (- for standard input): adds what the rating means for it")
    .addHelpText("after", analyzeExamples);
  addRunOptions(analyze, { budget: "maximum cost of the run, in US dollars", out: "report" }).action(
    (ticker: string, { offline, ...flags }: AnalyzeFlags & { offline?: boolean }) =>
      finish(async (cli) => {
        const { runAnalyze } = await import("./commands/analyze.ts");
        return runAnalyze(cli, ticker, offline === true ? { ...flags, online: false } : flags);
      }),
  );
}

/** Returns its exit code, after it has printed what is to be said. */
export async function runProgram(args: readonly string[], call: Call): Promise<number> {
  let code: number = exit.ok;
  try {
    await program(async (work) => {
      code = (await work(buildCli(call))) ?? exit.ok;
    }, call).parseAsync(args, { from: "user" });
  } catch (error) {
    const end = failure(error);
    if (end.line !== null) call.err.write(`conclave: ${end.line}\n`);
    return end.code;
  }
  return code;
}
