
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { systemClock } from "#src/platform/clock.ts";
import { loadSettings } from "#src/platform/config.ts";
import { isConclaveError } from "#src/platform/errors.ts";
import type { Cli } from "./cli.ts";
import { codeVersion } from "#src/compose/code-version.ts";
import { runAnalyze, type AnalyzeFlags } from "./commands/analyze.ts";
import { runArchiveCheck } from "./commands/archive-check.ts";
import { diff } from "./commands/diff.ts";
import { doctor } from "./commands/doctor.ts";
import { replay } from "./commands/replay.ts";
import { runResume } from "./commands/resume.ts";
import { inUse } from "./in-use.ts";
import { addKeyCommands } from "./service-commands.ts";
import { checkArchive, composeChain, composeReasoner } from "#src/compose/compose.ts";

const root = join(import.meta.dirname, "../..");

/** 130 is what a shell expects of a program that Ctrl-C ended; 70 is a defect of ours. */
const exit = { ok: 0, failed: 1, usage: 2, defect: 70, interrupted: 130 } as const;

/** Fires once on Ctrl-C or SIGTERM; a second Ctrl-C ends the program as it would without us. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function buildCli(): Cli {
  const settings = loadSettings(root);
  return {
    version: codeVersion(root),
    settings,
    clock: systemClock,
    signal: interruption(),
    out: process.stdout,
    err: process.stderr,
    reasonerFor: (choice) => composeReasoner(choice, settings),
    chainFor: (choice) => composeChain(choice, settings),
    checkArchive,
    demoArchive: join(root, "demo"),
  };
}

function program(finish: (work: (cli: Cli) => Promise<number | void>) => Promise<void>): Command {
  const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  const command = new Command("conclave")
    .description("A debate of agents about one stock or coin as of a date.")
    .version(codeVersion(root))
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "conclave: ")) });
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
    .option("--archive <dir>", "a market archive; may be given several times", (dir: string, all: string[] = []) => [...all, dir])
    .option("--online", "ask online vendors, also behind archives")
    .option("--offline", "ask archives only")
    .option("--out <dir>", "the report's folder; by default one in the home folder")
    .option("--json", "print one JSON object and nothing else")
    .action((ticker: string, { offline, ...flags }: AnalyzeFlags & { offline?: boolean }) =>
      finish((cli) => runAnalyze(cli, ticker, offline === true ? { ...flags, online: false } : flags, colours)),
    );
  command
    .command("resume <run>")
    .description("go on with a run that was stopped; a run is named by id or folder")
    .option("--json", "print one JSON object and nothing else")
    .action((run: string, { json }: { json?: boolean }) => finish((cli) => runResume(cli, run, { json: json === true, colour: colours })));
  command
    .command("replay <run>")
    .description("repeat a run from its stored answers and compare every byte")
    .action((run: string) => finish((cli) => replay(cli, run)));
  command
    .command("diff <before> <after>")
    .description("what changed from one run to another, in evidence and in argument")
    .option("--json", "print one JSON object and nothing else")
    .action((before: string, after: string, { json }: { json?: boolean }) =>
      finish((cli) => diff(cli, before, after, { json: json === true, colour: colours })),
    );
  command
    .command("archive")
    .description("work with market archives")
    .command("check <dir>")
    .description("find what is wrong or missing in an archive")
    .option("--json", "print one JSON object and nothing else")
    .action((dir: string, { json }: { json?: boolean }) => finish((cli) => runArchiveCheck(cli, dir, json === true)));
  command
    .command("worker")
    .description("run jobs from the database at DATABASE_URL; any number of workers may")
    .action(async () => (await import("#src/worker/main.ts")).runWorker());
  command
    .command("http")
    .description("serve the API on PORT from the database at DATABASE_URL; any number of front doors may")
    .action(async () => (await import("#src/http/serve.ts")).runFrontDoor());
  command
    .command("up")
    .description("run the whole service on this machine: database, worker, front door")
    .action(() => finish(async (cli) => (await import("./commands/up.ts")).up(cli, { script: import.meta.filename, inUse: () => inUse(cli) })));
  addKeyCommands(command, finish);
  command
    .command("doctor")
    .description("which providers, vendors and keys are usable, and what will be used")
    .option("--json", "print one JSON object and nothing else")
    .action(({ json }: { json?: boolean }) => finish((cli) => doctor(cli, { json: json === true, colour: colours })));
  return command;
}

/** The one place where what went wrong becomes a line and an exit code. */
function fail(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.ok : exit.usage;
  if (!isConclaveError(error)) {
    process.stderr.write(`conclave: a defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return exit.defect;
  }
  process.stderr.write(`conclave: ${error.message}\n`);
  return error.kind === "invalid_input" ? exit.usage : error.kind === "cancelled" ? exit.interrupted : exit.failed;
}

let code: number = exit.ok;
try {
  await program(async (work) => {
    code = (await work(buildCli())) ?? exit.ok;
  }).parseAsync();
} catch (error) {
  code = fail(error);
}
process.exitCode = code;
