import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Analyst } from "#src/contract/jobs/analysis.ts";
import { barsAround, company, MONDAY } from "#tests/support/company.ts";
import {
  bar,
  vendorChainOf,
  fact,
  memoryVendor,
  news,
  post,
  split,
  withoutActions,
} from "#tests/support/memory-vendor.ts";
import { aapl, marketOn } from "#tests/support/open-market.ts";
import { toolSpecs, useTool } from "./look-ups.ts";

const vendor = (changes: Parameters<typeof company>[0] = {}) =>
  vendorChainOf(memoryVendor("test", company(changes), [aapl]));

async function use(analyst: Analyst, name: string, input: unknown, changes: Parameters<typeof company>[0] = {}) {
  return useTool(await marketOn(vendor(changes), MONDAY), analyst, { id: "1", name, input });
}

describe("tools", () => {
  test("have inputs that say everything in JSON Schema and take no date", () => {
    const specs = Analyst.options.flatMap((analyst) => toolSpecs(analyst));
    expect(specs.map(({ name }) => name)).toEqual([
      "price_history",
      "return_over",
      "search_social",
      "search_news",
      "filing_history",
    ]);
    for (const { input } of specs) {
      expect(JSON.stringify(z.toJSONSchema(input))).not.toMatch(/date|until|from|as_of/);
    }
  });

  test("price history ends with the run's session, on one split basis, thinned to 25", async () => {
    const bars = company().bars?.filter(({ date }) => date <= MONDAY) ?? [];
    const { findings } = await use("market", "price_history", { sessions: 100 });
    const [one] = findings;
    const shown = one?.text?.split("; ") ?? [];
    expect(one?.label).toBe("Closes over 100 sessions");
    expect(shown).toHaveLength(25);
    expect(shown.at(-1)).toBe(`${MONDAY} ${bars.at(-1)?.close}`);
    expect(shown.at(0)).toBe(`${bars.at(-97)?.date} ${bars.at(-97)?.close}`);
    const around = { bars: barsAround(MONDAY, 2), actions: [split(MONDAY, 2)] };
    const halved = await use("market", "price_history", { sessions: 2 }, around);
    expect(halved.findings[0]?.text).toBe(
      `${bars.at(-2)?.date} ${bars.at(-2)?.close}; ${MONDAY} ${bars.at(-1)?.close}`,
    );
  });

  test("the return over some sessions is that of their closes", async () => {
    const bars = company().bars?.filter(({ date }) => date <= MONDAY) ?? [];
    const { findings } = await use("market", "return_over", { sessions: 17 });
    const [last, first] = [bars.at(-1)?.close ?? 0, bars.at(-18)?.close ?? 0];
    expect(findings[0]).toMatchObject({ key: "return_17d", unit: "%", at: MONDAY });
    expect(findings[0]?.value).toBeCloseTo((last / first - 1) * 100, 2);
    const short = { bars: bars.slice(-5) };
    expect(await use("market", "return_over", { sessions: 5 }, short)).toEqual({ findings: [], note: "nothing found" });
  });

  test("a return beyond what is usual is marked, and one across a large dividend stands on both bases", async () => {
    const bars = company().bars?.filter(({ date }) => date <= MONDAY) ?? [];
    const climbed = bars.map((one, index) => bar(one.date, 1.04 ** Math.max(0, index - bars.length + 60)));
    const { findings } = await use("market", "return_over", { sessions: 50 }, { bars: climbed });
    expect(findings).toMatchObject([{ key: "return_50d", label: "Return over 50 sessions (unusual)" }]);
    expect(findings[0]?.formula).toMatch(/unusual: usually −85 to 400 %; from close/);

    const day = bars.at(-10)?.date ?? "";
    const paid = bars.map((one) => bar(one.date, one.date < day ? 100 : 70));
    const dividend = { ...split(day, 30), action: "dividend" as const };
    const both = await use("market", "return_over", { sessions: 17 }, { bars: paid, actions: [dividend] });
    expect(both.findings.map(({ key, value }) => [key, value])).toEqual([
      ["return_17d", -30],
      ["with_dividends_return_17d", 0],
    ]);
  });

  test("a search gives items that hold all the words, newest first, at most eight, of the days asked for", async () => {
    const items = Array.from({ length: 12 }, (_, index) =>
      news(`2025-05-${10 + index}T10:00:00Z`, `Alpha number ${index}`, { summary: "on BETA" }),
    );
    const found = await use("news", "search_news", { query: "beta  alpha", days: 90 }, { news: items });
    expect(found.findings.map(({ text }) => text)).toEqual(
      Array.from({ length: 8 }, (_, index) => `Alpha number ${11 - index} — on BETA`),
    );
    expect(await use("news", "search_news", { query: "alpha gamma", days: 90 }, { news: items })).toEqual({
      findings: [],
      note: "nothing found",
    });
    const recent = await use("news", "search_news", { query: "alpha", days: 14 }, { news: items });
    expect(recent.findings.map(({ at }) => at)).toEqual(["2025-05-21", "2025-05-20"]);
    const posts = [post("2025-06-01T10:00:00Z", "one alpha"), post("2025-06-03T10:00:00Z", "next alpha")];
    const social = await use("social", "search_social", { query: "ALPHA", days: 1 + 1 }, { social: posts });
    expect(social.findings.map(({ text }) => text)).toEqual(["one alpha"]);
  });

  test("the history of a concept has each period as last filed by the run's instant", async () => {
    const filings = [
      fact("2024-02-01", 900, { start: "2023-01-01", end: "2023-12-31" }),
      fact("2025-02-03", 950, { start: "2023-01-01", end: "2023-12-31" }),
      fact("2025-02-03", 1100),
      fact(MONDAY, 1200),
      fact("2025-02-03", 5000, { concept: "Revenues" }),
    ];
    const { findings } = await use(
      "fundamentals",
      "filing_history",
      { concept: "NetIncomeLoss", periods: 4 },
      { filings },
    );
    // What is filed on a day is known when the day is over.
    expect(findings.map(({ value, at, label }) => [value, at, label])).toEqual([
      [950, "2023-12-31", "NetIncomeLoss, 2023-01-01 to 2023-12-31"],
      [1100, "2024-12-31", "NetIncomeLoss, 2024-01-01 to 2024-12-31"],
    ]);
    const one = await use("fundamentals", "filing_history", { concept: "NetIncomeLoss", periods: 1 }, { filings });
    expect(one.findings.map(({ value }) => value)).toEqual([1100]);
  });

  test("figures per share and share counts stand on today's split basis, and say so", async () => {
    const filings = [
      fact("2024-02-15", 39.75, { concept: "EarningsPerShareDiluted", unit: "USD/shares", end: "2023-12-31" }),
      fact("2025-02-17", 12.5, { concept: "EarningsPerShareDiluted", unit: "USD/shares", end: "2024-12-31" }),
      fact("2024-02-15", 1000, { concept: "CommonStockSharesOutstanding", unit: "shares", end: "2023-12-31" }),
      fact("2024-02-15", 5000, { concept: "NetIncomeLoss", unit: "USD", end: "2023-12-31" }),
    ];
    const bars = barsAround("2024-06-10", 7);
    const of = async (concept: string, actions = [split("2024-06-10", 7)]) =>
      (await use("fundamentals", "filing_history", { concept, periods: 4 }, { filings, actions, bars })).findings.map(
        ({ value, label, formula }) => [
          value,
          label.replace(/^\w+[^:]*?\d{4}-\d{2}-\d{2}( to \d{4}-\d{2}-\d{2})?/, ""),
          formula,
        ],
      );
    expect(await of("EarningsPerShareDiluted")).toEqual([
      [5.6786, ", restated for splits since", "39.75 as filed / 7"],
      [12.5, "", null],
    ]);
    expect(await of("CommonStockSharesOutstanding")).toEqual([
      [7000, ", restated for splits since", "1000 as filed × 7"],
    ]);
    expect(await of("NetIncomeLoss")).toEqual([[5000, "", null]]);
    // Nobody to ask for splits: as filed, and marked.
    const market = await marketOn(
      vendorChainOf(withoutActions(memoryVendor("test", company({ filings }), [aapl]))),
      MONDAY,
    );
    const call = { id: "1", name: "filing_history", input: { concept: "EarningsPerShareDiluted", periods: 4 } };
    const { findings } = await useTool(market, "fundamentals", call);
    expect(findings.map(({ value, label }) => [value, label.replace(/^.*?, as/, "as")])).toEqual([
      [39.75, "as filed: whether the stock was split since is not known"],
      [12.5, "as filed: whether the stock was split since is not known"],
    ]);
  });

  test.each([
    ["market", "search_news", { query: "alpha", days: 5 }],
    ["news", "price_history", { sessions: 5 }],
    ["market", "constructor", {}],
    ["market", "price_history", { sessions: 1 }],
    ["market", "price_history", { sessions: "20" }],
    ["market", "price_history", null],
    ["news", "search_news", { query: "a", days: 5 }],
    ["news", "search_news", { query: "alpha", days: 91 }],
    ["fundamentals", "filing_history", { concept: "Net Income; drop", periods: 2 }],
  ] as const)("of %s refuse %s with %j in one line of words", async (analyst, name, input) => {
    const { findings, note } = await use(analyst, name, input);
    expect(findings).toEqual([]);
    expect(note).toMatch(/^refused: .+$/);
  });
});
