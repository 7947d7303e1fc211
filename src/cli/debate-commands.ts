import { Option } from "commander";
import { command, json, type Options } from "./cli.ts";
import { exit } from "./failure.ts";
import { probeBudgetUsd, runOptions } from "./runs/run-flags.ts";

const online: Options = [
  new Option("--online", "use online vendors in addition to archives").conflicts("offline"),
  ["--offline", "use archives only"],
];
const symbols = "one or more symbols, such as AAPL,MSFT";
const from = "the first date, YYYY-MM-DD";
const to = "the last date, YYYY-MM-DD";

const analyzeExamples = `
Examples:
  conclave analyze DEMO --date 2019-06-03                       the included demo company, without a network
  conclave analyze AAPL --date today                            online data
  conclave analyze AAPL --date 2025-06-02 --archive my-data     only your own data
  conclave analyze BTC-USD --date 2024-03-01 --budget-usd 0.50  at most 50 cents
  conclave analyze AAPL --date today --json --fail-on-review    for a script`;

/** How a backtest is made. */
const orderOptions: Options = [
  ["--every <sessions>", "sessions between decisions, such as 5d", "5d"],
  ["--commission-bps <n>", "commission per fill in basis points (default: 1)"],
  ["--slippage-bps <n>", "slippage per fill in basis points (default: 5)"],
  ["--short", "go short instead of to cash on Sell and on a baseline's sell signal"],
  ["--seeds <k>", "make each model decision k times, 1 to 5, and take the most frequent opinion (default: 1)"],
  ["--no-single-call", "skip the extra call per decision that asks the model without a debate, for comparison"],
  ["--mask-ticker", "hide the instrument's name and ticker from the model"],
  ["--cutoff <date>", "the model's knowledge cut-off, to report results before and after it separately"],
  ["--yes", "with a model, continue after the estimate without asking"],
  ...runOptions({ budget: "maximum to spend in this run; stored answers are free", out: "result" }),
];

/** Runs, backtests and proofs: what is done most. */
export const runCommands = [
  command(
    "analyze <ticker>",
    "run one analysis",
    [
      ["--date <date>", "the as-of date, YYYY-MM-DD, or today"],
      ["--fail-on-review", `end with exit code ${exit.review} when the rating is REVIEW`],
      ...online,
      ["--language <tag>", "language of the report's prose, such as de or zh-Hant (default: en)"],
      ["--allow-short", "a Sell may open a short position; otherwise it means to hold none"],
      ["--holdings <file>", "what you hold, as JSON (- for standard input): adds what the rating means for it"],
      ...runOptions({ budget: "maximum cost of the run, in US dollars", out: "report" }),
    ],
    () => import("./commands/analyze.ts"),
    "runAnalyze",
    analyzeExamples,
  ),
  command(
    "resume <run>",
    "continue a stopped run, given its id or folder",
    [json],
    () => import("./commands/analyze.ts"),
    "runResume",
  ),
  command(
    "replay <run>",
    "repeat a run from its stored answers and compare every byte",
    [],
    () => import("./commands/replay.ts"),
    "replay",
  ),
  command(
    "diff <before> <after>",
    "show what changed between two runs, in evidence and argument",
    [json],
    () => import("./commands/diff.ts"),
    "diff",
  ),
  command(
    "backtest",
    "test decisions on past dates against simple baselines",
    [
      new Option("--symbols <list>", symbols).makeOptionMandatory(),
      new Option("--from <date>", from).makeOptionMandatory(),
      new Option("--to <date>", to).makeOptionMandatory(),
      ...orderOptions,
    ],
    () => import("./commands/backtest.ts"),
    "runBacktest",
  ),
  command(
    "prove <run>",
    "write a run's report as one verifiable HTML file, signed here",
    [["--out <file>", "where to write it (default: proof.html in the run's folder)"]],
    () => import("./commands/prove.ts"),
    "prove",
  ),
  command(
    "verify <file>",
    "check every byte of a proof file",
    [
      ["--key <id>", `the key that must have signed it; exit code ${exit.unknownKey} if it is not known`],
      ["--keys <source>", "the operator's published keys, one of which must have signed it: an address or a copy"],
      json,
    ],
    () => import("./commands/prove.ts"),
    "verify",
  ),
];

export const doctor = command(
  "doctor [symbol]",
  "show which models, data and keys are used, and what is wrong",
  [
    ["--ask", "test the configured models with a few paid calls"],
    ["--budget-usd <amount>", `maximum that --ask may spend on each model (default: ${probeBudgetUsd})`],
    json,
  ],
  () => import("./commands/doctor/doctor.ts"),
  "doctor",
);

/** What a rating or a backtest rests on. */
export const studies = [
  command(
    "attribute <run>",
    "measure what a run's rating rests on, by repeating it without one thing at a time",
    [
      [
        "--evidence <ids>",
        "evidence to leave out and to reverse, such as M1,N3 (default: the most cited; all with rules)",
      ],
      ["--agents <names>", "agents to leave out, or all (default: none; all with rules)"],
      ["--no-flips", "only leave evidence out, and reverse none"],
      ["--top <n>", "number of evidence items if none are named"],
      ["--repeat <n>", "how often each change is tried with a model, 1 to 20"],
      ["--budget-usd <amount>", "maximum cost of all calls (default: the estimate)"],
      ["--yes", "continue after the estimate"],
      json,
    ],
    () => import("./commands/attribute.ts"),
    "attribute",
  ),
  command(
    "conditions <run>",
    "check what would break a run's rating against each close since",
    [json],
    () => import("./commands/conditions.ts"),
    "conditions",
  ),
  command(
    "memory <ticker>",
    "measure how much of a model's opinion is memory: without the name, on other dates, with false news",
    [
      ["--date <date>", "the as-of date, YYYY-MM-DD"],
      ["--model <name>", "the model for all agents; --deep and --quick set them separately"],
      ["--repeat <n>", "repetitions in each world, 1 to 50 (default: 10; fewer give no interval)"],
      ["--cutoff <date>", "the model's knowledge cut-off"],
      ["--yes", "continue after the estimate"],
      ["--store", "store the result in the service's database, so that its reports show it"],
      ...online,
      ...runOptions({ budget: "maximum cost of all calls (default: the estimate)", out: "measurement" }),
    ],
    () => import("./commands/memory.ts"),
    "memory",
  ),
  command(
    "validity [results...]",
    "judge a backtest: leaks, frictions, calibration, luck and overfitting; additional results are other configurations",
    [
      ["--sample <n>", "decisions to repeat without later data and in altered worlds (default: 20)"],
      ["--capital <usd>", "capital traded, in US dollars (default: 1000000)"],
      ["--symbols <list>", `if no result is given, run this backtest first: ${symbols}`],
      ["--from <date>", from],
      ["--to <date>", to],
      ...orderOptions,
    ],
    () => import("./commands/validity.ts"),
    "runValidity",
  ),
];

export const archives = [
  command(
    "check <dir>",
    "find errors and gaps in an archive",
    [json],
    () => import("./commands/archive.ts"),
    "runArchiveCheck",
  ),
  command(
    "import <file>",
    "make an archive from a CSV file of daily prices, or add institutional holders; shows what it read before writing",
    [
      ["--symbol <symbol>", "symbol of the prices, such as AAPL; if the file has several, the one to import"],
      ["--symbol-column <heading>", "the column that holds each row's symbol"],
      ["--name <name>", "the instrument's name (default: its symbol)"],
      ["--currency <code>", "currency of the prices (default: the exchange's)"],
      ["--date-order <order>", "dmy or mdy, for dates such as 03/04/2020"],
      ["--decimal <mark>", "comma or point, for numbers such as 1,234"],
      ["--splits <list>", "none, or dates with new shares per old share, such as 2014-06-09:7,2020-08-31:4"],
      ["--adjusted", "use dividend-adjusted closes if the file has no others"],
      [
        "--cusip <list>",
        "read <file> as a folder with an SEC Form 13F data set: 037833100=AAPL,…, or a file of such lines",
      ],
      ["--out <dir>", "the archive's folder, new or existing; by default one in the home folder"],
      ["--yes", "write without asking"],
    ],
    () => import("./commands/archive.ts"),
    "runArchiveImport",
  ),
];

const ofService: Options[number] = [
  "--service",
  "use the key in the service's database, which its front doors sign with",
];
export const proofKeys = [
  command(
    "list",
    "show the public keys that sign, or signed, proofs on this machine",
    [json],
    () => import("./commands/proof-keys.ts"),
    "proofKeys",
  ),
  command(
    "rotate",
    "sign with a new key; what the old one signed remains valid",
    [
      ofService,
      ["--revoke <reason>", "also revoke the old key, for this reason: nothing it signed is valid any longer"],
    ],
    () => import("./commands/proof-keys.ts"),
    "rotateKey",
  ),
  command(
    "revoke <id>",
    "revoke a retired key: nothing it signed is valid any longer",
    [["--reason <text>", "the reason; readers see it"], ofService],
    () => import("./commands/proof-keys.ts"),
    "revokeKey",
  ),
];
