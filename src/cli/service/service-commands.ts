import { Plan, plans } from "#src/contract/accounts/plans.ts";
import { command, json, repeated, type Options } from "../cli.ts";

const withApi = Plan.options.filter((plan) => plans[plan].api).join(" and ");

/** Loaded when called, as the other commands need no database. */
const accountVerbs = () => import("../commands/accounts.ts");
const keyVerbs = () => import("../commands/accounts.ts");
const jobVerbs = () => import("../commands/jobs.ts");
const portfolioVerbs = () => import("../commands/portfolios.ts");
const signalVerbs = () => import("../commands/chains.ts");

const served: Options = [
  ["--url <url>", "address of the service (default: CONCLAVE_URL, else this machine at PORT)"],
  ["--key <key>", "API key (default: CONCLAVE_API_KEY)"],
];
const heads: Options = [
  repeated("--head <hash>", "a saved head that must be in the chain"),
  repeated("--heads <file>", "a copy of chain-heads.jsonl, in addition to the one in CONCLAVE_HOME"),
];
const passphrase: Options[number] = [
  "--passphrase-file <file>",
  "file with the passphrase (default: BACKUP_PASSPHRASE)",
];

/** For assistants. */
export const mcp = command(
  "mcp",
  "serve the Model Context Protocol to an assistant on this machine",
  served,
  () => import("../commands/mcp.ts"),
  "runMcp",
);

/** For users of the service. */
export const jobs = [
  command(
    "start <ticker>",
    "start an analysis",
    [
      ...served,
      json,
      ["--date <date>", "the as-of date, YYYY-MM-DD, or today (required)"],
      ["--asset-type <type>", "stock or crypto (default: stock)"],
      ["--analysts <names>", "some of market,social,news,fundamentals (default: all)"],
      ["--rounds <n>", "rounds of bull versus bear, 1 to 10 (default: set by the service)"],
      ["--language <tag>", "language of the report's prose, such as de or zh-Hant (default: en)"],
      ["--webhook-url <url>", "URL that is notified when the job ends"],
      [
        "--webhook-secret <secret>",
        "signs the messages: whsec_ and base64 of 24 to 64 bytes (default: generated and shown)",
      ],
      ["--holdings <file>", "what you hold, as JSON (- for standard input); only you can read it"],
      ["--idempotency-key <text>", "repeating the same key and request starts only one job"],
    ],
    jobVerbs,
    "jobsStart",
  ),
  command("get <id>", "show a job's status", [...served, json], jobVerbs, "jobsGet"),
  command("watch <id>", "follow a job until it ends", [...served, json], jobVerbs, "jobsWatch"),
  command("cancel <id>", "cancel a job", [...served, json], jobVerbs, "jobsCancel"),
  command(
    "list",
    "list your jobs, newest first",
    [
      ...served,
      json,
      ["--status <status>", "only jobs that are queued, running, succeeded, failed or cancelled"],
      ["--limit <n>", "how many, 1 to 100 (default: 20)"],
      ["--ticker <symbol>", "only jobs for this symbol"],
      ["--cursor <text>", "continue after a previous page"],
      ["--reports", "include the reports, with --json"],
    ],
    jobVerbs,
    "jobsList",
  ),
];
export const jobExamples = `
  conclave jobs start DEMO --date 2019-06-03
  conclave jobs watch ana_7m3k9q0x2v5c8b1n4h6t
  conclave jobs list --status failed --url https://conclave.example.com --key cnc_...`;

export const portfolios = [
  command("list", "list your portfolios", [...served, json], portfolioVerbs, "portfoliosList"),
  command("show <id>", "show the lots of a portfolio", [...served, json], portfolioVerbs, "portfoliosShow"),
  command(
    "value <id>",
    "show what a portfolio is worth",
    [
      ...served,
      json,
      ["--as-of <date>", "as known at the close of this day (default: today)"],
      ["--from <date>", "first day of the series and of the drawdown (default: a year earlier)"],
    ],
    portfolioVerbs,
    "portfoliosValue",
  ),
  command(
    "import <file>",
    "save a broker's file of holdings as a portfolio; asks first",
    [
      ...served,
      json,
      ["--name <text>", "name of the portfolio (default: that of the file)"],
      ["--currency <code>", "currency of its figures (default: USD)"],
      ["--cash <amount>", "what is not invested (default: 0)"],
      ["--acquired <date>", "the day of the file, since when its lots count as held (default: today)"],
      ["--yes", "save without asking"],
    ],
    portfolioVerbs,
    "portfoliosImport",
  ),
  command(
    "analyze <id>",
    "analyse each position of a portfolio, within a budget",
    [
      ...served,
      json,
      ["--budget <usd>", "the most that all analyses may cost together, in US dollars (required)"],
      ["--date <date>", "the as-of date (default: the last session of each instrument)"],
      ["--idempotency-key <text>", "repeating the same key and request starts nothing new"],
    ],
    portfolioVerbs,
    "portfoliosAnalyze",
  ),
];

/** From here on for operators. */
export const keys = [
  command(
    "create",
    "create a key and show it once",
    [
      ["--owner <name>", "owner of the key (required); the account is created if it does not exist"],
      ["--plan <plan>", `${Plan.options.join(", ")} (required): the owner's plan; the API is included in ${withApi}`],
      ["--label <text>", "what it is for"],
      repeated("--scope <scope>", "analyses:read or analyses:write (default: both)"),
      ["--test", "a test key: answers come from the included archive and the rules engine, at no cost"],
      json,
    ],
    keyVerbs,
    "keysCreate",
  ),
  command(
    "list",
    "list an owner's keys, including revoked ones",
    [["--owner <name>", "owner of the keys (required)"], json],
    keyVerbs,
    "keysList",
  ),
  command(
    "revoke <key>",
    "revoke a key immediately, given its id or prefix",
    [["--owner <name>", "owner of the key (required)"]],
    keyVerbs,
    "keysRevoke",
  ),
];
export const keyExamples = `
Keys are stored in the database at DATABASE_URL, or in that of the conclave up running with this CONCLAVE_HOME.

  conclave keys create --owner ann --plan elite --label laptop
  conclave keys list --owner ann
  conclave keys revoke cnc_a1b2c3d4 --owner ann`;

const logged: Options[number] = ["--reason <text>", "reason recorded in the log of administrator actions"];
export const accounts = [
  command("list", "list all accounts: id, email, plan, balance", [json], accountVerbs, "accountsList"),
  command(
    "grant <who> <amount>",
    "add US dollars to an account, given its email address or id",
    [json, ["--reason <text>", "reason shown in the customer's statement"]],
    accountVerbs,
    "accountsGrant",
  ),
  command(
    "plan <who> <plan>",
    "put an account on free, signals or elite at no charge; its current plan ends",
    [json, ["--days <n>", "number of days (default: no end date)"], logged],
    accountVerbs,
    "accountsPlan",
  ),
  command(
    "admin <who>",
    "give a user access to the admin pages",
    [json, ["--remove", "remove access"], logged],
    accountVerbs,
    "accountsAdmin",
  ),
  command(
    "verify",
    "check that no transfer was changed, removed or inserted since it was booked; exit code 1 if one was",
    [...heads, json],
    () => import("../commands/chains.ts"),
    "ledgerVerify",
  ),
];

const ofList = (what: string): Options[number] => ["--list <id>", `${what} of this list (default: the house list)`];
export const signals = [
  command(
    "verify",
    "check that signals and settlement prices are unchanged since publication; exit code 1 if not",
    [json, ofList("chain"), ...heads],
    signalVerbs,
    "signalsVerify",
  ),
  command(
    "list",
    "list signals, newest first, including withdrawn ones",
    [json, ofList("signals"), ["--limit <n>", "how many, 1 to 9999 (default: 20)"]],
    signalVerbs,
    "signalsList",
  ),
  command(
    "withdraw <id>",
    "withdraw a signal; the chain records the withdrawal and the signal stays",
    [json, ["--reason <text>", "reason (required); it is published"]],
    signalVerbs,
    "signalsWithdraw",
  ),
];

/** Beside its roles. */
export const upkeep = [
  command(
    "backup <file>",
    "write the whole database to an encrypted file, also while the service runs",
    [passphrase, ["--unencrypted", "do not encrypt; anyone with the file can read every account"]],
    () => import("../commands/service/upkeep.ts"),
    "backup",
  ),
  command(
    "restore <file>",
    "load a backup into an empty database, while the service is stopped, and verify the signal record",
    [
      ["--check", "only check the file: what it contains and whether it is complete; no database is needed"],
      ["--overwrite", "delete everything in the database first: accounts, balances, analyses, signals, all of it"],
      passphrase,
      ["--unencrypted", "the file is not encrypted, and you trust it"],
    ],
    () => import("../commands/service/upkeep.ts"),
    "restore",
  ),
  command(
    "retention",
    "show how long analyses' data is kept, and what the next clean-up would remove; removes nothing",
    [json],
    () => import("../commands/service/upkeep.ts"),
    "retention",
  ),
];
