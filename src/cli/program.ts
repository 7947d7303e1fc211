import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { z } from "zod";
import { systemClock } from "#src/core/clock.ts";
import { restrictPath } from "#src/core/private-folder.ts";
import { codeVersion } from "#src/server/compose/code-version.ts";
import { composeReasoner } from "#src/server/compose/models/compose-reasoner.ts";
import { composeVendors } from "#src/server/compose/data/choose-data.ts";
import { type Call, type Cli, type Output, type Finish, type Noun, addAll, role, shortHelp } from "./cli.ts";
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
import { oneOf } from "./runs/run-flags.ts";

type Shell = "bash" | "zsh" | "fish";

interface Completed {
  /** Such as `jobs start`; empty for the program. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly name: string; readonly description: string }[];
}

export const completion = role(
  "completion <shell>",
  "print completions for bash, zsh or fish: source <(conclave service completion bash)",
  [],
  (finish, shell: string, _flags: unknown, made: Command) =>
    finish(async ({ out }) => {
      const known = oneOf("shell", shell, z.enum(["bash", "zsh", "fish"]));
      const parent = made.parent ?? made;
      out.write(completionScript(parent.parent ?? parent, known));
    }),
);

function completionScript(top: Command, shell: Shell): string {
  const all = levels(top, "");
  const name = top.name();
  if (shell === "fish") return fish(name, all);
  return `${shell === "zsh" ? "autoload -U +X bashcompinit && bashcompinit\n" : ""}${bash(name, all)}`;
}

function levels(at: Command, path: string): Completed[] {
  const help = at.createHelp();
  const commands = help.visibleCommands(at).map((one) => ({ name: one.name(), description: one.description() }));
  const options = help
    .visibleOptions(at)
    .flatMap(({ long, description }) => (long == null ? [] : [{ name: long, description }]));
  const below = at.commands.flatMap((one) => levels(one, `${path} ${one.name()}`.trim()));
  return [{ path, commands, options }, ...below];
}

function bash(name: string, all: readonly Completed[]): string {
  const cases = all
    // A command comes before its parent.
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(({ path, commands, options }) => {
      const pattern = path === "" ? "*" : path.includes(" ") ? `"${path}"` : `"${path} "*`;
      return `    ${pattern}) words="${[...commands, ...options].map((one) => one.name).join(" ")}" ;;`;
    });
  return `_${name}() {
  local words
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join("\n")}
  esac
  [ "$COMP_CWORD" -le 1 ] && words="${(all[0]?.commands ?? []).map((one) => one.name).join(" ")} --help --version"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}
`;
}

function fish(name: string, all: readonly Completed[]): string {
  const lines = all.flatMap(({ path, commands, options }) => {
    const [noun, verb] = path.split(" ");
    const seen = [noun, verb].flatMap((word) => (word ? [`__fish_seen_subcommand_from ${word}`] : [])).join("; and ");
    const here = path === "" ? "__fish_use_subcommand" : seen;
    return [
      ...commands.map((one) => `complete -c ${name} -n "${here}" -f -a ${one.name} -d ${quoted(one.description)}`),
      ...options.map(
        (one) => `complete -c ${name} -n "${here}" -l ${one.name.replace(/^--/, "")} -d ${quoted(one.description)}`,
      ),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

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

/** Many a tool takes the date as a second argument. */
function dateHint(error: string): string {
  const date = /^error: too many arguments for 'analyze'.*, (\d{4}-\d\d-\d\d|today)\b/.exec(error)?.[1];
  return date === undefined ? "" : ` Write the date as --date ${date}.`;
}

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
      outputError: (text, write) => write(`${text.trimEnd().replace(/^error: /, "conclave: ")}${dateHint(text)}\n`),
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
