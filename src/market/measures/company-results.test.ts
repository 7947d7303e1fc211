import { describe, expect, test } from "vitest";
import { fundamentalsSection } from "#src/debate/evidence/fundamentals.ts";
import { addDays } from "#src/core/clock.ts";
import { archivePath } from "#tests/support/archives.ts";
import {
  type Records,
  bar,
  companyEvent,
  fact,
  insiderTrade,
  instrument,
  memoryVendor,
  vendorChainOf,
} from "#tests/support/memory-vendor.ts";
import { marketOn } from "#tests/support/open-market.ts";
import { futures, onlyKind, rewriteChain } from "#tests/support/rewritten-future.ts";
import { archiveChain } from "#tests/support/run-analysis.ts";
import { newsSection } from "#src/debate/evidence/news-and-social.ts";
import { instrumentCoverage } from "../door/coverage.ts";
import { parseSymbol } from "../symbols/symbols.ts";
import { openMarket } from "../door/open-market.ts";
import { calendarByName } from "../calendar/calendar.ts";
import { eventText } from "./company-results.ts";

/** Quarters that end on these days are told 30 days later and filed two days after that. */
const quarters = ["03-31", "06-30", "09-30", "12-31"];
const ends = ["2022", "2023", "2024"].flatMap((year) => quarters.map((day) => `${year}-${day}`));

const toldOn = (end: string): string => addDays(end, 30 - (Number(end.slice(0, 4)) - 2022));

function company(changes: Partial<Records> = {}): Records {
  const filed = ends.map((end) => addDays(toldOn(end), 2));
  const figures = ends.flatMap((end, index) => {
    const of = { start: addDays(end, -89), end, form: "10-Q", accession: `acc-${end}` };
    const day = filed[index] ?? end;
    return [
      fact(day, 100 + index * 10, { ...of, concept: "Revenues", sourceId: `revenue-${end}` }),
      fact(day, 1 + index / 10, {
        ...of,
        concept: "EarningsPerShareDiluted",
        unit: "USD/shares",
        sourceId: `eps-${end}`,
      }),
    ];
  });
  const sessions = calendarByName("XNYS")?.sessionsBetween("2024-01-02", "2025-06-30") ?? [];
  return {
    bars: sessions.map((date, index) => bar(date, 100 + index)),
    events: ends.map((end) => companyEvent(`${toldOn(end)}T21:05:00Z`, "2.02", "9.01")),
    filings: figures,
    ...changes,
  };
}

function chainOf(records: Records) {
  return vendorChainOf(memoryVendor("papers", records, [instrument("EXW")]));
}

async function resultsOn(day: string, changes: Partial<Records> = {}) {
  const market = await marketOn(chainOf(company(changes)), day, "2026-01-01T12:00:00Z", "EXW");
  const { findings } = await fundamentalsSection(market);
  return new Map(findings.map((one) => [one.key, one]));
}

describe("what a company told", () => {
  test("the change of the first session that closed after it, and of the quarter against a year before", async () => {
    const found = await resultsOn("2025-02-14");
    // Told on 2025-01-28 at 16:05: the session after it counts.
    expect(found.get("results_reaction")).toMatchObject({ value: 0.27, at: "2025-01-29", unit: "%" });
    expect(found.get("results_reaction")?.label).toContain("public from 2025-01-28 21:05 UTC");
    expect(found.get("eps_growth_q")).toMatchObject({ value: 23.53 }); // 2.1 / 1.7 − 1
    const told = found.get("past_results");
    expect(told?.text?.split("; ")).toHaveLength(4);
    expect(told?.text).toMatch(
      /^public from 2025-01-28 21:05 UTC, price \+0\.27% on 2025-01-29, .* quarter to 2024-12-31 .*: diluted earnings a share 2\.1 USD, 1\.7 then, revenue \+23\.53%;/,
    );
    expect(told?.label).toContain("what had been expected is not known");
  });

  test("before the bell its own session counts; without its price, or before it closed, there is no change", async () => {
    const early = [companyEvent("2025-01-28T12:05:00Z", "2.02")];
    expect((await resultsOn("2025-02-14", { events: early })).get("results_reaction")?.at).toBe("2025-01-28");
    const holed = company().bars?.filter(({ date }) => date !== "2025-01-29") ?? [];
    expect((await resultsOn("2025-02-14", { bars: holed })).has("results_reaction")).toBe(false);
    const same = await resultsOn("2025-01-28", { events: [companyEvent("2025-01-28T20:59:00Z", "2.02")] });
    expect(same.get("results_reaction")?.at).toBe("2025-01-28");
    // 21:05 is after the close at which this run stands.
    expect((await resultsOn("2025-01-28")).get("results_reaction")?.at).toBe("2024-10-29");
    const unclosed = [companyEvent("2025-01-27T22:05:00Z", "2.02")];
    expect((await resultsOn("2025-01-27", { events: unclosed })).has("past_results")).toBe(false);
  });

  test("results whose quarter is not filed yet, and preliminary ones, have no quarter", async () => {
    const unfiled = await resultsOn("2025-01-29");
    expect(unfiled.get("past_results")?.text?.split("; ")[0]).not.toContain("quarter to");
    const events = [...(company().events ?? []), companyEvent("2025-01-10T13:00:00Z", "2.02")];
    const both = (await resultsOn("2025-02-14", { events })).get("past_results")?.text?.split("; ") ?? [];
    expect(both.map((one) => one.includes("quarter to"))).toEqual([true, false, true, true]);
  });

  test("a fourth quarter's earnings a share are not made by subtraction", async () => {
    const filings = (company().filings ?? []).map((one) =>
      one.end !== "2024-12-31" ? one : { ...one, start: "2024-01-01", form: "10-K" },
    );
    expect((await resultsOn("2025-02-14", { filings })).has("eps_growth_q")).toBe(false);
  });
});

describe("the next report", () => {
  test("is estimated from results told, says how, and ends when it is told", async () => {
    const next = (await resultsOn("2025-02-14")).get("next_report_days");
    // 2024-04-28 + 52 weeks; each year came a day earlier in the calendar: 0 to 1 days off 52 weeks.
    expect(next).toMatchObject({ value: 72, unit: "days", at: "2025-02-14" });
    expect(next?.label).toMatch(/results \(8-K item 2\.02\), an estimate .* not confirmed: about 2025-04-27, between/);
    expect(next?.formula).toMatch(/^52 weeks after that of the same quarter \(2024-04-28\); the last 8 came/);
    const events = [...(company().events ?? []), companyEvent("2025-04-25T20:05:00Z", "2.02")];
    expect((await resultsOn("2025-04-25", { events })).has("next_report_days")).toBe(true);
    // One that came a week early widens the range to 2025-04-21.
    const wide = (company().events ?? []).map((one) =>
      one.filed === "2023-04-29" ? companyEvent("2023-04-23T21:05:00Z", "2.02") : one,
    );
    const told = [...wide, companyEvent("2025-04-22T12:05:00Z", "2.02")];
    expect((await resultsOn("2025-04-22", { events: wide })).get("next_report_days")?.label).toContain("2025-04-21");
    expect((await resultsOn("2025-04-22", { events: told })).has("next_report_days")).toBe(false);
    expect((await resultsOn("2025-04-28")).has("next_report_days")).toBe(false);
  });

  test("is estimated from reports where results are not known, and from fewer than eight not at all", async () => {
    const label = async (day: string) => (await resultsOn(day, { events: [] })).get("next_report_days")?.label;
    expect(await label("2025-02-14")).toContain("quarterly or annual report (10-Q, 10-K)");
    expect(await label("2024-02-14")).toContain("about 2024-04-29");
    expect(await label("2023-12-29")).toBeUndefined();
  });
});

describe("deletion twins", () => {
  test.each(["2024-02-14", "2024-10-29", "2025-01-28", "2025-01-29", "2025-02-14"])(
    "what became known after %s moves no finding",
    async (day) => {
      const chain = chainOf(company());
      const parsed = parseSymbol("EXW");
      if (!parsed.ok) throw new Error(parsed.reason);
      const see = async (vendors: typeof chain) => {
        const now = Date.parse("2026-01-01T12:00:00Z");
        const { signal } = new AbortController();
        const opening = await openMarket({ vendors, symbol: parsed.symbol, tradeDate: day, now, signal });
        if (!opening.ok) throw new Error(opening.detail);
        return { asOf: opening.market.asOf, seen: await fundamentalsSection(opening.market) };
      };
      const { asOf, seen } = await see(chain);
      for (const future of futures) expect((await see(rewriteChain(chain, asOf, future))).seen, future).toEqual(seen);
      // It could fail: an 8-K known by then does move them.
      const changed = onlyKind(chain, "events", rewriteChain(chain, asOf - 200 * 86_400_000, "altered"));
      expect((await see(changed)).seen).not.toEqual(seen);
    },
  );
});

const dow = archivePath("djia-2025");

test.skipIf(dow === null)(
  "Apple: the filing day is the estimated one (../shared/data/archives/djia-2025)",
  async () => {
    const chain = await archiveChain(dow ?? "");
    if (chain === null) throw new Error("there is no archive");
    const market = await marketOn(chain, "2025-03-03", "2025-09-01T12:00:00Z", "AAPL");
    const { findings } = await fundamentalsSection(market);
    const next = findings.find(({ key }) => key === "next_report_days");
    expect(next?.label).toMatch(
      /report \(10-Q, 10-K\), an estimate .* about 2025-05-02, between 2025-05-02 and 2025-05-09$/,
    );
    expect(findings.find(({ key }) => key === "eps_growth_q")?.value).toBe(10.09); // 2.40 / 2.18 − 1
    const { coverage } = await instrumentCoverage(
      chain,
      { symbol: "AAPL", assetType: "stock" },
      Date.parse("2026-02-01T12:00:00Z"),
      new AbortController().signal,
    );
    expect(coverage.find(({ kind }) => kind === "events")?.status).toBe("missing");
  },
);

test("items are told in words, exhibits and unknown ones are not", () => {
  expect(eventText({ items: ["2.02", "9.01", "5.07", "2.02"] })).toBe(
    "announced results (2.02); shareholders voted (5.07)",
  );
  expect(eventText({ items: ["9.01", "toString"] })).toBeNull();
  expect(eventText({ items: [] })).toBeNull();
});

test("the news analyst reads them, the newest first, and only those that were public", async () => {
  const events = [
    companyEvent("2025-01-15T21:05:00Z", "5.02"),
    companyEvent("2025-03-03T21:05:00Z", "9.01"),
    companyEvent("2025-04-30T20:05:00Z", "2.02", "9.01"),
    companyEvent("2025-05-20T20:05:00Z", "5.07"),
    companyEvent("2025-06-02T20:05:00Z", "4.02"),
  ];
  const vendor = memoryVendor("papers", { bars: [], events }, [instrument("EXW")]);
  const market = await marketOn(vendorChainOf(vendor), "2025-06-02", "2025-07-01T12:00:00Z", "EXW");
  const { findings, notes } = await newsSection(market);
  const told = findings.filter(({ source_ids: ids }) => ids.some((id) => id.startsWith("event-")));
  expect(told.map(({ key, at, text }) => [key, at, text])).toEqual([
    ["company_event", "2025-05-20", "shareholders voted (5.07)"],
    ["results_announced", "2025-04-30", "announced results (2.02)"],
  ]);
  expect(notes.join()).not.toContain("events");
});

test("insiders' purchases and sales are added up and told, grants are not, nor what was not public yet", async () => {
  const insiders = [
    insiderTrade("2025-05-01T21:05:00Z", "P"),
    insiderTrade("2025-05-02T21:05:00Z", "A"),
    insiderTrade("2025-05-20T21:05:00Z", "P", { owner: "ROE RICHARD", shares: 5 }),
    insiderTrade("2025-05-21T21:05:00Z", "S", { price: null }),
    insiderTrade("2025-06-02T21:05:00Z", "S"),
  ];
  const vendor = memoryVendor("papers", { bars: [], insiders }, [instrument("EXW")]);
  const market = await marketOn(vendorChainOf(vendor), "2025-06-02", "2025-07-01T12:00:00Z", "EXW");
  const { findings, notes } = await newsSection(market);
  const told = findings.filter(({ source_ids: ids }) => ids.some((id) => id.startsWith("insider-")));
  expect(told.map(({ key, value, text }) => [key, value, text])).toEqual([
    ["insider_purchases", 1050, null],
    ["insider_trade", null, "DOE JANE (director) sold 100 shares on 2025-05-21"],
    ["insider_trade", null, "ROE RICHARD (director) bought 5 shares at $10 on 2025-05-20"],
    ["insider_trade", null, "DOE JANE (director) bought 100 shares at $10 on 2025-05-01"],
  ]);
  expect(notes.join()).not.toContain("insiders");
});
