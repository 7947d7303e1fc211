import { readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { announcedResults, cents, companyQuarters } from "./demo/company.ts";
import { facts, reports } from "./demo/filings.ts";
import { posts } from "./demo/posts.ts";
import { corporateActions, sessions } from "./demo/prices.ts";
import { story } from "./demo/story.ts";
import { wire } from "./demo/wire.ts";

/*
 * Writes the archive that ships in demo/: the S&P 500 from the package vega-datasets, and a made-up company. Every run
 * gives the same bytes.
 *
 *   node scripts/make-demo.ts
 */

const packageFolder = join(import.meta.dirname, "../node_modules/vega-datasets");
const packageVersion = "3.2.1";

const IndexRow = z.object({
  date: z.iso.date(),
  open: z.coerce.number().positive(),
  high: z.coerce.number().positive(),
  low: z.coerce.number().positive(),
  close: z.coerce.number().positive(),
  volume: z.coerce.number().positive(),
});

/** The archive's files: text by path. */
export function demoFiles(): Map<string, string> {
  const index = indexBars();
  const quarters = companyQuarters();
  const results = announcedResults(quarters);
  const days = sessions(index, story, results);
  const actions = corporateActions();
  const news = wire({ sessions: days, story, results, reports: reports(quarters), actions });
  return new Map([
    ["NOTICE.md", notice],
    ["archive.json", json(description)],
    ["instruments.json", json(instruments)],
    ["bars/%5EGSPC.csv", csv(["date", "open", "high", "low", "close", "volume"], index)],
    ["bars/DEMO.csv", csv(["date", "open", "high", "low", "close", "volume"], days)],
    ["actions/DEMO.csv", csv(["exDate", "kind", "value"], actions)],
    ["filings/DEMO.jsonl", jsonLines(facts(quarters))],
    ["news/DEMO.jsonl", jsonLines(news)],
    ["social/DEMO.jsonl", jsonLines(posts(days, story))],
  ]);
}

/** Replaces the folder. */
export async function writeDemo(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
  for (const [path, text] of demoFiles()) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}

function indexBars(): z.infer<typeof IndexRow>[] {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")));
  if (version !== packageVersion) throw new Error(`vega-datasets is ${version}; the notices name ${packageVersion}`);
  const text = readFileSync(join(packageFolder, "data/sp500-2000.csv"), "utf8");
  // The source has six decimals of prices that are quoted in cents.
  return z
    .array(IndexRow)
    .parse(parse(text, { columns: true, skip_empty_lines: true }))
    .map((row) => ({
      ...row,
      open: cents(row.open),
      high: cents(row.high),
      low: cents(row.low),
      close: cents(row.close),
    }));
}

const description = {
  name: "demo",
  description:
    "S&P 500 index (^GSPC), daily bars 2000-01-03 to 2020-04-17, and DEMO, a made-up company, 2016-01-04 to 2019-12-31.",
  synthetic: true,
  sources: [
    {
      what: "bars of ^GSPC",
      origin: `Yahoo Finance, in the npm package vega-datasets ${packageVersion} (data/sp500-2000.csv)`,
      licence:
        "Package: BSD-3-Clause, which by its own words covers code and infrastructure; daily index levels are facts",
      url: "https://github.com/vega/vega-datasets",
    },
    {
      what: "everything of DEMO",
      origin: "Made up by scripts/make-demo.ts of this project",
      licence: "As the project",
      url: "scripts/make-demo.ts",
    },
  ],
  caveats: [
    "DEMO is synthetic: the company, its filings, its news, its posts, the brokers, rivals and authorities named in them do not exist.",
    "DEMO's prices are a seeded random walk on top of the real index; nothing about real companies can be learned from them.",
    "^GSPC is a price index: no dividends, not tradable. Prices are rounded to cents; the volume is Yahoo's total of the members.",
  ],
};

const instruments = [
  {
    symbol: "^GSPC",
    name: "S&P 500 index",
    assetType: "index",
    exchange: "S&P Dow Jones Indices",
    currency: "USD",
    calendar: "XNYS",
  },
  {
    symbol: "DEMO",
    name: "Demo Instruments Inc. (synthetic)",
    assetType: "stock",
    exchange: "made up",
    currency: "USD",
    calendar: "XNYS",
    synthetic: true,
  },
];

const notice = `# What is in this archive

## DEMO: synthetic

"Demo Instruments Inc." does not exist. Its prices, corporate actions, filings, news and posts were made up by
\`scripts/make-demo.ts\`, as were all people, brokers, rivals, customers and authorities that the texts name. Its prices
follow the real index loosely; they say nothing about any company.

## ^GSPC: daily levels of the S&P 500 index

- Source: \`data/sp500-2000.csv\` of the npm package [vega-datasets](https://github.com/vega/vega-datasets) ${packageVersion},
  which names Yahoo Finance as its origin.
- Licence: the package is published under the BSD-3-Clause licence (<https://opensource.org/license/bsd-3-clause>). Its
  \`datapackage.json\` says that this licence applies to the package's code and infrastructure and that users should check
  the terms of each data source. What is taken here are daily index levels, which are facts.
- Changed: prices are rounded to cents, and the column of adjusted closes, equal to the closes, is left out.

"S&P 500" is a trademark of its owner, who has no part in this project.
`;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function jsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

function csv<K extends string>(columns: readonly K[], rows: readonly Readonly<Record<K, string | number>>[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((line) => `${line.join(",")}\n`)
    .join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDemo(join(import.meta.dirname, "../demo"));
