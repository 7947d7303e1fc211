import type { Command } from "commander";
import type { Cli } from "./cli.ts";
import type { KeyFlags } from "./commands/keys.ts";

export type Finish = (work: (cli: Cli) => Promise<number | void>) => Promise<void>;

const several = (each: string, all: string[] = []): string[] => [...all, each];

/** Loaded when called: the other commands need no database. */
const keys = () => import("./commands/keys.ts");

/** `conclave keys …`, for whoever runs the service. */
export function addKeyCommands(program: Command, finish: Finish): void {
  const command = program.command("keys").description("API keys, in the database at DATABASE_URL or that of a running: conclave up");
  command
    .command("create")
    .description("make a key and show it, this once")
    .option("--owner <name>", "whose key it is; the account is made when there is none")
    .option("--plan <plan>", "free, signals or elite; the owner is put on it")
    .option("--label <text>", "what it is for")
    .option("--scope <scope>", "analyses:read or analyses:write; may be given several times; by default both", several)
    .option("--json", "print one JSON object and nothing else")
    .action((flags: KeyFlags) => finish(async (cli) => (await keys()).keysCreate(cli, flags)));
  command
    .command("list")
    .description("an owner's keys, revoked ones too")
    .option("--owner <name>", "whose keys")
    .option("--json", "print one JSON object and nothing else")
    .action((flags: KeyFlags) => finish(async (cli) => (await keys()).keysList(cli, flags)));
  command
    .command("revoke <key>")
    .description("end a key, named by its id or prefix")
    .option("--owner <name>", "whose key it is")
    .action((key: string, flags: KeyFlags) => finish(async (cli) => (await keys()).keysRevoke(cli, key, flags)));
}
