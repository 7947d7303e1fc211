import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { coinMeasures } from "#src/market/measures/coin-measures.ts";
import { sentimentMeasures } from "#src/market/measures/sentiment.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { rulesOf } from "#src/debate/reasoners/rules/rules.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { addDays } from "#src/core/clock.ts";
import { archivePath } from "#tests/support/archives.ts";
import { bar, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { finishedRun, memoryOf } from "#tests/support/run-analysis.ts";

/* docs/measures.md lists every key that evidence can have, and no other. */

const root = join(import.meta.dirname, "../..");
const demo = join(root, "demo");

/** The keys in the first column of the document's tables; `NAME` in capitals stands for what varies. */
const documented = [...readFileSync(join(root, "docs/measures.md"), "utf8").matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
  ([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, key = ""]) => key),
);
const patterns = documented.map((key) => new RegExp(`^${key.replaceAll(/[A-Z]+/g, "\\w+")}$`));
const isListed = (key: string): boolean => patterns.some((pattern) => pattern.test(key));

async function keysOf(dir: string, ticker: string, tradeDate: string): Promise<string[]> {
  const decision = { symbol: ticker, rating: "Buy", reasoner: "rules", runId: "earlier" } as const;
  const made = await finishedRun({
    vendors: vendorChainOf(await openArchive(dir)),
    reasoner: createRulesReasoner(),
    ticker,
    tradeDate,
    memory: memoryOf([
      { ...decision, session: addDays(tradeDate, -60) },
      { ...decision, session: addDays(tradeDate, -12) },
    ]),
  });
  return made.outcome.run.manifest.evidence.map(({ key }) => key);
}

/** Keys as the code writes them; a part that is put in is `\w+`. */
function written(): RegExp[] {
  const files = globSync(["src/market/**/*.ts", "src/debate/**/*.ts"], { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts") && !/\/(?:vendors|reasoners)\//.test(file),
  );
  const found = files.flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8");
    return [
      ...code.matchAll(/\bkey: (?:"([a-z]\w+)"|`([a-z][^`]+)`)/g),
      // computed("net_debt", …), stated(…), growth(…), multiple(market, "ps_ttm", …), over("ev_to_sales", …)
      ...code.matchAll(
        /\b(?:computed|stated|growth|multiple|over|changed|margin\w*|change)\(\s*(?:\w+,\s*)?"([a-z]+_[a-z0-9_]+)"/g,
      ),
      ...code.matchAll(/\bcomputed\(\s*(?:"([a-z]\w+)"|`([^`\n]+_[^`\n]+)`)/g),
      ...code.matchAll(/\breading\(\s*window,\s*[\w.]+,\s*(?:"([a-z]\w+)"|`([a-z][^`]+)`)/g),
    ].map(([, plain, template]) => plain ?? template ?? "");
  });
  // Parts of the tone's keys, which begin with `news_` or `social_`; what a reader of vendors' fields calls a key.
  const parts = /^(count|tone|positive_share|bullish_share|volume_change)/;
  return [...new Set(found)]
    .map((key) => (parts.test(key) ? `social_${key}` : key))
    .map((key) => new RegExp(`^${key.replaceAll(/\$\{.*?\}(?:\(\))?\}?/g, "\\w+")}$`));
}

test("every key of a run is listed", async () => {
  const real = [
    [archivePath("djia-2025"), "AAPL", "2025-07-31"],
    [archivePath("stocknet-2014"), "AAPL", "2015-06-15"],
    [archivePath("crypto"), "ETH-USD", "2019-12-30"],
  ] as const;
  const keys = new Set([
    ...(await keysOf(demo, "DEMO", "2019-06-14")),
    ...(await keysOf(demo, "^GSPC", "2008-10-10")),
    ...(await Promise.all(real.map(([dir, ticker, date]) => (dir === null ? [] : keysOf(dir, ticker, date))))).flat(),
    ...coinMeasures(coin()).map(({ key }) => key),
    ...sentimentMeasures({
      kind: "social",
      items: [{ text: "good", at: 1, sourceId: "a", stance: "bullish" }],
      asOf: 2,
      session: "1970-01-01",
      source: "x",
    }).map(({ key }) => key),
    ...Object.values(rulesOf).flatMap((rules) => rules.map(({ key }) => key)),
  ]);
  expect(keys.size).toBeGreaterThan(90);
  expect([...keys].filter((key) => !isListed(key)).toSorted()).toEqual([]);
});

test("every key that the code writes is listed, and every key listed is written by the code", () => {
  const templates = written();
  expect(templates.length).toBeGreaterThan(60);
  expect(templates.filter((template) => !documented.some((key) => template.test(key))).map(String)).toEqual([]);
  const sources = globSync(["src/market/**/*.ts", "src/debate/**/*.ts"], { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
  const isWritten = (key: string): boolean =>
    templates.some((template) => template.test(key)) || sources.includes(`"${key}"`);
  expect(documented.filter((key) => !isWritten(key))).toEqual([]);
  expect(documented.length).toBe(new Set(documented).size);
});

function coin(): Parameters<typeof coinMeasures>[0] {
  const bars = Array.from({ length: 120 }, (_, index) =>
    bar(addDays("2025-01-01", index), 100 + (index % 7), { volume: 10 }, "24/7"),
  );
  const end = bars.at(-1)?.eventTime ?? 0;
  const funding = Array.from({ length: 60 }, (_, index) => {
    const at = end - (59 - index) * 8 * 3_600_000;
    return { eventTime: at, availableAt: at, source: "x", sourceId: String(at), rate: 0.0001, intervalHours: 8 };
  });
  return { bars, funding, sessionsPerYear: 365, source: "x" };
}
