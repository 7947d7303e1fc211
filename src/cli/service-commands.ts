import type { Command } from "commander";
import { Plan, plans } from "#src/contract/plans.ts";
import type { Cli } from "./cli.ts";
import type { AccountFlags } from "./commands/accounts.ts";
import type { BackupFlags } from "./commands/backup.ts";
import type { JobFlags } from "./commands/jobs.ts";
import type { KeyFlags } from "./commands/keys.ts";
import type { RestoreFlags } from "./commands/restore.ts";
import type { LedgerFlags } from "./commands/ledger.ts";
import type { SignalFlags } from "./commands/signals.ts";
import type { ServiceFlags } from "./service-client.ts";

export type Finish = (work: (cli: Cli) => Promise<number | void>) => Promise<void>;

const withApi = Plan.options.filter((plan) => plans[plan].api).join(" and ");

const several = (each: string, all: string[] = []): string[] => [...all, each];

/** Loaded when called, as the other commands need no database. */
const accounts = () => import("./commands/accounts.ts");
const keys = () => import("./commands/keys.ts");
const jobs = () => import("./commands/jobs.ts");
const signals = () => import("./commands/signals.ts");

const serviceUrl = "address of the service (default: CONCLAVE_URL, else this machine at PORT)";
const serviceKey = "API key (default: CONCLAVE_API_KEY)";

/** `conclave mcp`, for assistants. */
export function addMcpCommand(program: Command, finish: Finish): void {
  program
    .command("mcp")
    .description("serve the Model Context Protocol on standard input and output, for an assistant on this machine")
    .option("--url <url>", serviceUrl)
    .option("--key <key>", serviceKey)
    .action((flags: ServiceFlags) => finish(async (cli) => (await import("./commands/mcp.ts")).runMcp(cli, flags)));
}

/** `conclave jobs …`, for users of the service. */
export function addJobCommands(program: Command, finish: Finish): void {
  const command = program
    .command("jobs")
    .description("manage analyses on a running Conclave service")
    .addHelpText(
      "after",
      `
  conclave jobs start DEMO --date 2019-06-03
  conclave jobs watch ana_7m3k9q0x2v5c8b1n4h6t
  conclave jobs list --status failed --url https://conclave.example.com --key cnc_...`,
    );
  const served = (name: string, description: string): Command =>
    command
      .command(name)
      .description(description)
      .option("--url <url>", serviceUrl)
      .option("--key <key>", serviceKey)
      .option("--json", "print only JSON");
  served("start <ticker>", "start an analysis")
    .option("--date <date>", "the as-of date, YYYY-MM-DD, or today (required)")
    .option("--asset-type <type>", "stock or crypto (default: stock)")
    .option("--analysts <names>", "some of market,social,news,fundamentals (default: all)")
    .option("--rounds <n>", "rounds of bull versus bear, 1 to 10 (default: set by the service)")
    .option("--language <tag>", "language of the report's prose, such as de or zh-Hant (default: en)")
    .option("--holdings <file>", "what you hold, as JSON (- for standard input); only you can read it")
    .option("--webhook-url <url>", "URL that is notified when the job ends")
    .option(
      "--webhook-secret <secret>",
      "signs the messages: whsec_ and base64 of 24 to 64 bytes (default: generated and shown)",
    )
    .option("--idempotency-key <text>", "repeating the same key and request starts only one job")
    .action((ticker: string, flags: JobFlags) => finish(async (cli) => (await jobs()).jobsStart(cli, ticker, flags)));
  served("get <id>", "show a job's status").action((id: string, flags: JobFlags) =>
    finish(async (cli) => (await jobs()).jobsGet(cli, id, flags)),
  );
  served("watch <id>", "follow a job until it ends").action((id: string, flags: JobFlags) =>
    finish(async (cli) => (await jobs()).jobsWatch(cli, id, flags)),
  );
  served("cancel <id>", "cancel a job").action((id: string, flags: JobFlags) =>
    finish(async (cli) => (await jobs()).jobsCancel(cli, id, flags)),
  );
  served("list", "list your jobs, newest first")
    .option("--status <status>", "only jobs that are queued, running, succeeded, failed or cancelled")
    .option("--limit <n>", "how many, 1 to 100 (default: 20)")
    .option("--ticker <symbol>", "only jobs for this symbol")
    .option("--cursor <text>", "continue after a previous page")
    .option("--reports", "include the reports, with --json")
    .action((flags: JobFlags) => finish(async (cli) => (await jobs()).jobsList(cli, flags)));
}

/** `conclave retention`, for whoever runs the service. */
export function addRetentionCommand(program: Command, finish: Finish): void {
  program
    .command("retention")
    .description("show how long analyses' data is kept, and what the next clean-up would remove; removes nothing")
    .option("--json", "print only one JSON object")
    .action((flags: { readonly json?: boolean }) =>
      finish(async (cli) => (await import("./commands/retention.ts")).retention(cli, flags)),
    );
}

/** `conclave keys …`, for operators. */
export function addKeyCommands(program: Command, finish: Finish): void {
  const command = program
    .command("keys")
    .description("manage API keys of the service")
    .addHelpText(
      "after",
      `
Keys are stored in the database at DATABASE_URL, or in that of the conclave up running with this CONCLAVE_HOME.

  conclave keys create --owner ann --plan elite --label laptop
  conclave keys list --owner ann
  conclave keys revoke cnc_a1b2c3d4 --owner ann`,
    );
  command
    .command("create")
    .description("create a key and show it once")
    .option("--owner <name>", "owner of the key (required); the account is created if it does not exist")
    .option(
      "--plan <plan>",
      `${Plan.options.join(", ")} (required): the owner's plan; the API is included in ${withApi}`,
    )
    .option("--label <text>", "what it is for")
    .option("--scope <scope>", "analyses:read or analyses:write; can be repeated (default: both)", several)
    .option("--test", "a test key: answers come from the included archive and the rules engine, at no cost")
    .option("--json", "print only one JSON object")
    .action((flags: KeyFlags) => finish(async (cli) => (await keys()).keysCreate(cli, flags)));
  command
    .command("list")
    .description("list an owner's keys, including revoked ones")
    .option("--owner <name>", "owner of the keys (required)")
    .option("--json", "print only one JSON object")
    .action((flags: KeyFlags) => finish(async (cli) => (await keys()).keysList(cli, flags)));
  command
    .command("revoke <key>")
    .description("revoke a key immediately, given its id or prefix")
    .option("--owner <name>", "owner of the key (required)")
    .action((key: string, flags: KeyFlags) => finish(async (cli) => (await keys()).keysRevoke(cli, key, flags)));
}

/** `conclave accounts …`, for operators. */
export function addAccountCommands(program: Command, finish: Finish): void {
  const command = program
    .command("accounts")
    .description(
      "manage accounts, plans and balances, in the database at DATABASE_URL or that of a running conclave up",
    );
  const on = (usage: string, description: string): Command =>
    command.command(usage).description(description).option("--json", "print only one JSON object");
  on("list", "list all accounts: id, email, plan, balance").action((flags: AccountFlags) =>
    finish(async (cli) => (await accounts()).accountsList(cli, flags)),
  );
  on("grant <who> <amount>", "add US dollars to an account, given its email address or id")
    .option("--reason <text>", "reason shown in the customer's statement")
    .action((who: string, amount: string, flags: AccountFlags) =>
      finish(async (cli) => (await accounts()).accountsGrant(cli, who, amount, flags)),
    );
  on("plan <who> <plan>", "put an account on free, signals or elite at no charge; its current plan ends")
    .option("--days <n>", "number of days (default: no end date)")
    .option("--reason <text>", "reason recorded in the log of administrator actions")
    .action((who: string, plan: string, flags: AccountFlags) =>
      finish(async (cli) => (await accounts()).accountsPlan(cli, who, plan, flags)),
    );
  on("admin <who>", "give a user access to the admin pages")
    .option("--remove", "remove access")
    .option("--reason <text>", "reason recorded in the log of administrator actions")
    .action((who: string, flags: AccountFlags) =>
      finish(async (cli) => (await accounts()).accountsAdmin(cli, who, flags)),
    );
}

/** `conclave backup` and `conclave restore`, for operators. */
export function addBackupCommands(program: Command, finish: Finish): void {
  program
    .command("backup <file>")
    .description("write the whole database to an encrypted file, also while the service runs")
    .option("--unencrypted", "do not encrypt; anyone with the file can read every account")
    .action((file: string, flags: BackupFlags) =>
      finish(async (cli) => (await import("./commands/backup.ts")).backup(cli, file, flags)),
    );
  program
    .command("restore <file>")
    .description("load a backup into an empty database, while the service is stopped, and verify the signal record")
    .option("--check", "only check the file: what it contains and whether it is complete; no database is needed")
    .option("--overwrite", "delete everything in the database first: accounts, balances, analyses, signals, all of it")
    .option("--unencrypted", "the file is not encrypted, and you trust it")
    .action((file: string, flags: RestoreFlags) =>
      finish(async (cli) => (await import("./commands/restore.ts")).restore(cli, file, flags)),
    );
}

/** `conclave ledger …`, for operators. */
export function addLedgerCommands(program: Command, finish: Finish): void {
  program
    .command("ledger")
    .description("check the ledger of balances, in the database at DATABASE_URL or that of a running conclave up")
    .command("verify")
    .description("check that no transfer was changed, removed or inserted since it was booked; exit code 1 if one was")
    .option("--head <hash>", "a saved head that must be in the chain; can be repeated", several)
    .option(
      "--heads <file>",
      "a copy of chain-heads.jsonl, in addition to the one in CONCLAVE_HOME; can be repeated",
      several,
    )
    .option("--json", "print only one JSON object")
    .action((flags: LedgerFlags) =>
      finish(async (cli) => (await import("./commands/ledger.ts")).ledgerVerify(cli, flags)),
    );
}

/** `conclave signals …`, for operators. */
export function addSignalCommands(program: Command, finish: Finish): void {
  const command = program
    .command("signals")
    .description("manage the signal record, in the database at DATABASE_URL or that of a running conclave up");
  const on = (usage: string, description: string): Command =>
    command.command(usage).description(description).option("--json", "print only one JSON object");
  on("verify", "check that signals and settlement prices are unchanged since publication; exit code 1 if not")
    .option("--list <id>", "chain of this list (default: the house list)")
    .option("--head <hash>", "a saved head that must be in the chain; can be repeated", several)
    .option(
      "--heads <file>",
      "a copy of chain-heads.jsonl, in addition to the one in CONCLAVE_HOME; can be repeated",
      several,
    )
    .action((flags: SignalFlags) => finish(async (cli) => (await signals()).signalsVerify(cli, flags)));
  on("list", "list signals, newest first, including withdrawn ones")
    .option("--list <id>", "signals of this list (default: the house list)")
    .option("--limit <n>", "how many, 1 to 9999 (default: 20)")
    .action((flags: SignalFlags) => finish(async (cli) => (await signals()).signalsList(cli, flags)));
  on("withdraw <id>", "withdraw a signal; the chain records the withdrawal and the signal stays")
    .option("--reason <text>", "reason (required); it is published")
    .action((id: string, flags: SignalFlags) =>
      finish(async (cli) => (await signals()).signalsWithdraw(cli, id, flags)),
    );
}
