import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { archivePath } from "#tests/support/archives.ts";
import { vendorChainOf } from "#tests/support/memory-vendor.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";

/*
 * A split that no source tells of looks like a crash. Without the corporate actions there is no opinion; with a jump
 * of a split's size among known ones, nothing is measured across it.
 */

const stocknet = archivePath("stocknet-2014");
const demo = join(import.meta.dirname, "../../demo");

/** A copy of the archive with an other file of actions: a text, or none. */
function withActions(archive: string, symbol: string, change: (text: string) => string | null): string {
  const dir = temporaryFolder();
  // Of the other instruments nothing is read.
  const isNeeded = (path: string): boolean =>
    !/\.(?:csv|jsonl)$/.test(path) || /\/%5E/.test(path) || basename(path).startsWith(`${symbol}.`);
  cpSync(archive, dir, { recursive: true, filter: isNeeded });
  const file = join(dir, "actions", `${symbol}.csv`);
  const text = change(readFileSync(file, "utf8"));
  if (text === null) rmSync(file);
  else writeFileSync(file, text);
  return dir;
}

async function run(dir: string, ticker: string, tradeDate: string) {
  const made = await finishedRun({
    vendors: vendorChainOf(await openArchive(dir)),
    reasoner: createRulesReasoner(),
    ticker,
    tradeDate,
  });
  const { result, manifest } = made.outcome.run;
  return { ...result, calls: made.calls.length, keys: new Set(manifest.evidence.map(({ key }) => key)) };
}

const without = (word: string) => (text: string) =>
  text
    .split("\n")
    .filter((line) => !line.includes(word))
    .join("\n");

/** Figures over more than a session, or per share over more than a report. */
const needActions = [
  "return_5d",
  "return_63d",
  "sma_20",
  "atr_14",
  "rsi_14",
  "macd",
  "volatility_21",
  "high_252",
  "pe_ttm",
  "eps_growth_yoy",
  "market_cap",
  "shares_outstanding",
  "dividends_ttm",
];

describe.each([
  {
    name: "Apple, seven for one in June 2014",
    archive: stocknet,
    symbol: "AAPL",
    date: "2014-08-01",
    soon: "2014-06-16",
  },
  {
    name: "the company that ships, two for one in June 2018",
    archive: demo,
    symbol: "DEMO",
    date: "2018-08-01",
    soon: "2018-06-15",
  },
])("$name", ({ archive, symbol, date, soon }) => {
  test.skipIf(archive === null).each([
    ["missing", () => null],
    ["unreadable", (text: string) => text.replace(",split,", ",spilt,")],
    ["of another layout", () => "<html>"],
  ])("with actions that are %s there is no opinion and not a call", async (_, change) => {
    const found = await run(withActions(archive ?? "", symbol, change), symbol, date);
    expect(found).toMatchObject({ rating: "REVIEW", is_review: true, decision: null, calls: 0 });
    expect(found.reports.levels).toBeNull();
    expect(found.reports.review_reason).toMatch(
      /^no source (has|could give) the splits and dividends of \w+, so only 1 of \d+ prices can be compared: no opinion until at least 21 can$/,
    );
    expect(needActions.filter((key) => found.keys.has(key))).toEqual([]);
    expect(found.keys.has("close")).toBe(true);
  });

  test.skipIf(archive === null)("with the split alone left out, nothing is measured across the jump", async () => {
    const dir = withActions(archive ?? "", symbol, without("split"));
    const early = await run(dir, symbol, soon);
    expect(early).toMatchObject({ rating: "REVIEW", calls: 0 });
    expect(early.reports.review_reason).toMatch(/looks like a \d-for-1 split that no source names, so only \d of/);

    const later = await run(dir, symbol, date);
    expect(later.reports.data.notes.join("\n")).toMatch(
      /prices before 201\d-06-\d\d are left out: .* looks like a \d-for-1 split/,
    );
    expect(
      ["return_63d", "sma_50", "sma_200", "high_252", "max_drawdown_252", "dividends_ttm"].filter((key) =>
        later.keys.has(key),
      ),
    ).toEqual([]);
    expect(later.keys.has("return_21d")).toBe(true);
    // Filed before the jump, so on a basis that nobody knows.
    expect(later.reports.checks.filter(({ outcome }) => outcome === "fail")).toEqual([]);
  });

  test.skipIf(archive === null)("with its actions it is measured and rated", async () => {
    const found = await run(archive ?? "", symbol, date);
    expect(found.rating).not.toBe("REVIEW");
    expect(needActions.filter((key) => !found.keys.has(key))).toEqual([]);
  });
});

test("an index needs no actions", async () => {
  const found = await run(demo, "^GSPC", "2008-10-10");
  expect(found.rating).not.toBe("REVIEW");
  expect(found.keys.has("return_252d")).toBe(true);
});
