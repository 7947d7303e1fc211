import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { systemClock } from "#src/core/clock.ts";
import { restrictPath } from "#src/core/private-folder.ts";
import { codeVersion } from "#src/server/compose/code-version.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { composeVendors } from "#src/server/compose/data/choose-data.ts";
import type { Call, Cli, Output } from "./cli.ts";
import { addAll, shortHelp, type Finish, type Noun } from "./command-table.ts";
import { completion } from "./completion.ts";
import { archives, doctor, proofKeys, runCommands, studies } from "./debate-commands.ts";
import { exit, failure } from "./failure.ts";
import { roles, up, worker } from "./service/role-commands.ts";
import {
  accounts,
  jobExamples,
  jobs,
  keyExamples,
  keys,
  mcp,
  portfolios,
  signals,
  upkeep,
} from "./service/service-commands.ts";
import { say } from "./terminal.ts";

const root = join(import.meta.dirname, "../..");

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
      (await import("#src/server/compose/models/probe-models.ts")).probeModels({
        settings,
        demoArchive,
        clock: systemClock,
        signal,
        budgetUsd,
      }),
    checkArchive: async (dir) => (await import("#src/server/compose/data/archive-tools.ts")).checkArchive(dir),
    demoArchive,
  };
}

function printVersion(out: Output): never {
  out.write(`${codeVersion(root)}\n`);
  throw new CommanderError(exit.ok, "commander.version", "");
}

const first = [...runCommands, up, worker, doctor, mcp];
const ofOperators = "in the database at DATABASE_URL or that of a running conclave up";
const nouns: readonly Noun[] = [
  { name: "study", description: "measure what a rating or a backtest rests on", entries: studies, bare: true },
  { name: "archive", description: "work with market archives", entries: archives },
  { name: "jobs", description: "manage analyses on a running Conclave service", entries: jobs, help: jobExamples },
  { name: "portfolios", description: "what you hold, kept on a running Conclave service", entries: portfolios },
  { name: "keys", description: "manage API keys of the service", entries: keys, help: keyExamples },
  { name: "proof-keys", description: "manage the keys that sign proofs", entries: proofKeys },
  { name: "accounts", description: `manage accounts, plans and balances, ${ofOperators}`, entries: accounts },
  { name: "signals", description: `manage the signal record, ${ofOperators}`, entries: signals },
  {
    name: "service",
    description: "run single roles of the service, and look after its data",
    entries: [...roles, ...upkeep, completion],
    bare: true,
  },
];

/** Each command is loaded when called. */
function program(finish: Finish, { out, err }: Call): Command {
  const description = "debate one stock or coin, as of a date.";
  const command = new Command("conclave")
    .description(description)
    .option("-V, --version", "output the version number")
    .on("option:version", () => printVersion(out))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void out.write(text),
      writeErr: (text) => void err.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, "conclave: ")),
    });
  addAll(command, first, nouns, finish);
  // Not before the commands, which would inherit it.
  return command.configureHelp({ formatHelp: () => shortHelp(description, first, nouns) });
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
