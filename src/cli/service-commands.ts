import type { Command } from "commander";
import { Plan, plans } from "#src/contract/plans.ts";
import type { Cli } from "./cli.ts";
import type { AccountFlags } from "./commands/accounts.ts";
import type { JobFlags } from "./commands/jobs.ts";
import type { KeyFlags } from "./commands/keys.ts";
import type { SignalFlags } from "./commands/signals.ts";

export type Finish = (work: (cli: Cli) => Promise<number | void>) => Promise<void>;

const withApi = Plan.options.filter((plan) => plans[plan].api).join(" and ");

const several = (each: string, all: string[] = []): string[] => [...all, each];

/** Loaded when called: the other commands need no database. */
const accounts = () => import("./commands/accounts.ts");
const keys = () => import("./commands/keys.ts");
const jobs = () => import("./commands/jobs.ts");
const signals = () => import("./commands/signals.ts");

/** `conclave jobs …`, for whoever uses the service. */
export function addJobCommands(program: Command, finish: Finish): void {
  const command = program
    .command("jobs")
    .description("analyses on a Conclave that runs as a service")
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
      .option("--url <url>", "its address; by default this machine at PORT")
      .option("--key <key>", "an API key; by default CONCLAVE_API_KEY")
      .option("--json", "print JSON and nothing else");
  served("start <ticker>", "start an analysis")
    .option("--date <date>", "the as-of date, YYYY-MM-DD (required)")
    .option("--asset-type <type>", "stock or crypto; by default stock")
    .option("--analysts <names>", "some of market,social,news,fundamentals; by default all")
    .option("--rounds <n>", "rounds of bull against bear, 1 to 10; by default the service's own number")
    .option("--webhook-url <url>", "told when the job ends")
    .option(
      "--webhook-secret <secret>",
      "signs what it is told: whsec_ and base64 of 24 to 64 bytes; by default one is made and shown",
    )
    .option("--idempotency-key <text>", "the same key and request start one job, however often")
    .action((ticker: string, flags: JobFlags) => finish(async (cli) => (await jobs()).jobsStart(cli, ticker, flags)));
  served("get <id>", "how a job stands").action((id: string, flags: JobFlags) =>
    finish(async (cli) => (await jobs()).jobsGet(cli, id, flags)),
  );
  served("watch <id>", "follow a job to its end").action((id: string, flags: JobFlags) =>
    finish(async (cli) => (await jobs()).jobsWatch(cli, id, flags)),
  );
  served("cancel <id>", "cancel a job").action((id: string, flags: JobFlags) =>
    finish(async (cli) => (await jobs()).jobsCancel(cli, id, flags)),
  );
  served("list", "your jobs, newest first")
    .option("--status <status>", "only those queued, running, succeeded, failed or cancelled")
    .option("--limit <n>", "how many, 1 to 100; by default 20")
    .option("--ticker <symbol>", "only those on it")
    .option("--cursor <text>", "go on behind a list that said so")
    .option("--reports", "with the reports of each, for --json")
    .action((flags: JobFlags) => finish(async (cli) => (await jobs()).jobsList(cli, flags)));
}

/** `conclave keys …`, for whoever runs the service. */
export function addKeyCommands(program: Command, finish: Finish): void {
  const command = program
    .command("keys")
    .description("API keys of the service")
    .addHelpText(
      "after",
      `
They are kept in the database at DATABASE_URL, else in that of the conclave up that runs with this CONCLAVE_HOME.

  conclave keys create --owner ann --plan elite --label laptop
  conclave keys list --owner ann
  conclave keys revoke cnc_a1b2c3d4 --owner ann`,
    );
  command
    .command("create")
    .description("make a key and show it, this once")
    .option("--owner <name>", "whose key it is (required); the account is made when there is none")
    .option(
      "--plan <plan>",
      `${Plan.options.join(", ")} (required): the owner is put on it; the API is part of ${withApi}`,
    )
    .option("--label <text>", "what it is for")
    .option("--scope <scope>", "analyses:read or analyses:write; may be given several times; by default both", several)
    .option("--json", "print one JSON object and nothing else")
    .action((flags: KeyFlags) => finish(async (cli) => (await keys()).keysCreate(cli, flags)));
  command
    .command("list")
    .description("an owner's keys, revoked ones too")
    .option("--owner <name>", "whose keys (required)")
    .option("--json", "print one JSON object and nothing else")
    .action((flags: KeyFlags) => finish(async (cli) => (await keys()).keysList(cli, flags)));
  command
    .command("revoke <key>")
    .description("end a key at once, named by its id or prefix")
    .option("--owner <name>", "whose key it is (required)")
    .action((key: string, flags: KeyFlags) => finish(async (cli) => (await keys()).keysRevoke(cli, key, flags)));
}

/** `conclave accounts …`, for whoever runs the service. */
export function addAccountCommands(program: Command, finish: Finish): void {
  const command = program
    .command("accounts")
    .description("accounts, plans and balances, in the database at DATABASE_URL or that of a running: conclave up");
  const on = (usage: string, description: string): Command =>
    command.command(usage).description(description).option("--json", "print one JSON object and nothing else");
  on("list", "all accounts: id, e-mail, plan, balance").action((flags: AccountFlags) =>
    finish(async (cli) => (await accounts()).accountsList(cli, flags)),
  );
  on("grant <who> <amount>", "give an account, named by its e-mail address or id, so many dollars")
    .option("--reason <text>", "stands in the customer's statement")
    .action((who: string, amount: string, flags: AccountFlags) =>
      finish(async (cli) => (await accounts()).accountsGrant(cli, who, amount, flags)),
    );
  on("plan <who> <plan>", "put an account on free, signals or elite, for nothing; what it had until then ends")
    .option("--days <n>", "for how long; by default without an end")
    .option("--reason <text>", "stands in the record of what administrators did")
    .action((who: string, plan: string, flags: AccountFlags) =>
      finish(async (cli) => (await accounts()).accountsPlan(cli, who, plan, flags)),
    );
  on("admin <who>", "let somebody who signs in see the admin's pages")
    .option("--remove", "no longer")
    .option("--reason <text>", "stands in the record of what administrators did")
    .action((who: string, flags: AccountFlags) =>
      finish(async (cli) => (await accounts()).accountsAdmin(cli, who, flags)),
    );
}

/** `conclave signals …`, for whoever runs the service. */
export function addSignalCommands(program: Command, finish: Finish): void {
  const command = program
    .command("signals")
    .description("the signal engine's record, in the database at DATABASE_URL or that of a running: conclave up");
  const on = (usage: string, description: string): Command =>
    command.command(usage).description(description).option("--json", "print one JSON object and nothing else");
  on(
    "verify",
    "whether signals and the prices that settle them are as they were published; exit code 1 when they are not",
  )
    .option("--list <id>", "a list's chain; by default the house's")
    .option("--head <hash>", "a head that was noted down: it must be in the chain; may be given several times", several)
    .option(
      "--heads <file>",
      "a copy of chain-heads.jsonl, beside that in CONCLAVE_HOME; may be given several times",
      several,
    )
    .action((flags: SignalFlags) => finish(async (cli) => (await signals()).signalsVerify(cli, flags)));
  on("list", "signals, newest first, the withdrawn ones too")
    .option("--list <id>", "of a list; by default the house's")
    .option("--limit <n>", "how many, 1 to 9999; by default 20")
    .action((flags: SignalFlags) => finish(async (cli) => (await signals()).signalsList(cli, flags)));
  on("withdraw <id>", "withdraw a signal: an entry of the chain says so, and the signal stays")
    .option("--reason <text>", "why (required); it is published")
    .action((id: string, flags: SignalFlags) =>
      finish(async (cli) => (await signals()).signalsWithdraw(cli, id, flags)),
    );
}
