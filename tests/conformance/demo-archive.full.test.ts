import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { describe, expect, test } from "vitest";
import type { LocalDate } from "#src/core/clock.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { checkArchive } from "#src/market/vendors/archive/archive-check.ts";
import { openArchive } from "#src/market/vendors/archive/archive.ts";
import { temporaryFolder } from "#tests/support/archive-folder.ts";
import { archivePath } from "#tests/support/archives.ts";
import { writeDemo } from "../../scripts/make-demo.ts";

const demo = join(import.meta.dirname, "../../demo");
const signal = new AbortController().signal;

const vendor = await openArchive(demo);
const company = await vendor.instrument?.("DEMO", signal);
if (company == null || !vendor.bars || !vendor.actions || !vendor.filings || !vendor.news || !vendor.social) {
  throw new Error("the archive in demo/ is not whole");
}
const query = { instrument: company, from: "2000-01-01", to: "2020-12-31", asOf: Date.UTC(2021, 0, 1) };
const bars = await vendor.bars.fetch(query, signal);
const actions = await vendor.actions.fetch(query, signal);
const facts = await vendor.filings.fetch(query, signal);
const news = await vendor.news.fetch(query, signal);
const social = await vendor.social.fetch(query, signal);

function files(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(dir, path)).isFile())
    .toSorted();
}

describe("the archive", () => {
  test("is what its generator makes, byte for byte", async () => {
    const dir = temporaryFolder();
    await writeDemo(dir);
    expect(files(dir)).toEqual(files(demo));
    for (const path of files(demo)) {
      expect(readFileSync(join(dir, path)).equals(readFileSync(join(demo, path))), path).toBe(true);
    }
  });

  test("is sound, small, and says of what is made up that it is", async () => {
    expect(await checkArchive(demo)).toEqual([]);
    expect(files(demo).reduce((sum, path) => sum + statSync(join(demo, path)).size, 0)).toBeLessThan(3_000_000);
    expect(company).toMatchObject({ name: "Demo Instruments Inc. (synthetic)", synthetic: true });
    expect(await vendor.instrument?.("^GSPC", signal)).toMatchObject({ assetType: "index", synthetic: false });
    expect(new Set(news.map((item) => item.publisher))).toEqual(new Set(["Demo Wire (synthetic)"]));
    const { synthetic, sources } = z
      .object({ synthetic: z.boolean(), sources: z.array(z.object({ origin: z.string(), licence: z.string() })) })
      .parse(JSON.parse(readFileSync(join(demo, "archive.json"), "utf8")));
    expect(synthetic).toBe(true);
    expect(sources[0]).toMatchObject({
      origin: expect.stringContaining("vega-datasets 3.2.1"),
      licence: expect.stringContaining("BSD-3-Clause"),
    });
  });

  const index = archivePath("index-2000");
  test.skipIf(index === null)("has the index as the other archive of it", () => {
    const path = "bars/%5EGSPC.csv";
    expect(readFileSync(join(demo, path), "utf8")).toBe(readFileSync(join(index ?? "", path), "utf8"));
  });
});

describe("prices of DEMO", () => {
  test("every session of four years, with a split in the raw closes and a dividend each quarter", () => {
    const sessions = calendarByName("XNYS")?.sessionsBetween("2016-01-04", "2019-12-31");
    expect(bars.map((bar) => bar.date)).toEqual(sessions);
    const before = bars.find((bar) => bar.date === "2018-06-08")?.close ?? 0;
    const after = bars.find((bar) => bar.date === "2018-06-11")?.close ?? 0;
    expect(before / after).toBeCloseTo(2, 1);
    const dividends = actions.filter((action) => action.action === "dividend");
    expect(actions.filter((action) => action.action === "split")).toMatchObject([{ exDate: "2018-06-11", value: 2 }]);
    expect(dividends).toHaveLength(16);
    expect(dividends.find((action) => action.exDate < "2018-06-11" && action.exDate > "2018-06-01")?.value).toBe(0.24);
    expect(dividends.find((action) => action.exDate > "2018-06-11")?.value).toBe(0.12);
  });

  test("move with the index in part, and in calm and wild stretches", async () => {
    const gspc = await vendor.instrument?.("^GSPC", signal);
    const indexBars = gspc == null ? [] : ((await vendor.bars?.fetch({ ...query, instrument: gspc }, signal)) ?? []);
    const indexClose = new Map(indexBars.map((bar) => [bar.date, bar.close]));
    const own: number[] = [];
    const market: number[] = [];
    for (const [at, bar] of bars.entries()) {
      const last = bars[at - 1];
      if (last === undefined || bar.date === "2018-06-11") continue;
      own.push(bar.close / last.close - 1);
      market.push((indexClose.get(bar.date) ?? Number.NaN) / (indexClose.get(last.date) ?? Number.NaN) - 1);
    }
    expect(correlation(own, market)).toBeGreaterThan(0.35);
    expect(correlation(own, market)).toBeLessThan(0.8);
    const sizes = own.map(Math.abs);
    expect(correlation(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.08);
    expect(Math.max(...sizes)).toBeLessThan(0.2);
  });
});

describe("filings of DEMO", () => {
  /** The facts of each report and period that has `concept`, as value by concept. */
  const statements = (concept: string) =>
    [...Map.groupBy(facts, (fact) => `${fact.accession} ${fact.start ?? ""} ${fact.end}`).values()]
      .filter((group) => group.some((fact) => fact.concept === concept))
      .map((group) => {
        const values = new Map(group.map((fact) => [fact.concept, fact.value]));
        return (name: string) => values.get(name) ?? Number.NaN;
      });

  test("add up: income statements", () => {
    const incomes = statements("Revenues");
    // Five first quarters of two columns, ten other quarters of four, six annual reports of three.
    expect(incomes).toHaveLength(68);
    for (const value of incomes) {
      expect(value("Revenues") - value("CostOfRevenue")).toBe(value("GrossProfit"));
      const expenses = value("ResearchAndDevelopmentExpense") + value("SellingGeneralAndAdministrativeExpense");
      expect(value("GrossProfit") - expenses).toBe(value("OperatingIncomeLoss"));
      const profit = value("OperatingIncomeLoss") - value("InterestExpense") - value("IncomeTaxExpenseBenefit");
      expect(profit).toBe(value("NetIncomeLoss"));
      const eps = value("NetIncomeLoss") / value("WeightedAverageNumberOfDilutedSharesOutstanding");
      expect(Math.abs(eps - value("EarningsPerShareDiluted"))).toBeLessThanOrEqual(0.0051);
      expect(value("EarningsPerShareBasic")).toBeGreaterThanOrEqual(value("EarningsPerShareDiluted"));
    }
  });

  test("add up: balance sheets", () => {
    const balances = statements("Assets");
    expect(balances).toHaveLength(42);
    for (const value of balances) {
      expect(value("Liabilities") + value("StockholdersEquity")).toBe(value("Assets"));
      expect(value("LiabilitiesCurrent") + value("LongTermDebt")).toBe(value("Liabilities"));
      expect(value("AssetsCurrent")).toBeGreaterThan(value("CashAndCashEquivalentsAtCarryingValue"));
      expect(value("Assets")).toBeGreaterThan(value("AssetsCurrent"));
    }
  });

  test("are filed 25 to 50 days after the period, with the year before beside it", () => {
    const reports = [...Map.groupBy(facts, (fact) => fact.accession).values()];
    expect(reports).toHaveLength(21);
    const delays = reports.flatMap((report) => {
      const revenues = report.filter((fact) => fact.concept === "Revenues");
      const end = revenues.map((fact) => fact.end).reduce((a, b) => (a > b ? a : b));
      expect(revenues.map((fact) => fact.end)).toContain(`${Number(end.slice(0, 4)) - 1}${end.slice(4)}`);
      expect(report.map((fact) => fact.concept)).toContain("EntityCommonStockSharesOutstanding");
      return report[0]?.form === "10-K/A" ? [] : [(Date.parse(report[0]?.filed ?? "") - Date.parse(end)) / 86_400_000];
    });
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(25);
    expect(Math.max(...delays)).toBeLessThanOrEqual(50);
  });

  test("state earnings a share after the split on the new basis, and one fact anew in a 10-K/A", () => {
    const vintages = (concept: string, start: LocalDate, end: LocalDate) =>
      facts.filter((fact) => fact.concept === concept && fact.start === start && fact.end === end);
    const [first, last] = vintages("EarningsPerShareDiluted", "2018-01-01", "2018-03-31");
    expect(first?.filed).toBe("2018-04-27");
    expect(last?.filed).toBe("2019-04-26");
    expect((first?.value ?? 0) / (last?.value ?? 1)).toBeCloseTo(2, 1);

    const amended = facts.filter((fact) => fact.form === "10-K/A");
    const original = facts.filter((fact) => fact.form === "10-K" && fact.filed.startsWith("2017"));
    const changed = amended.filter((fact) => {
      const before = original.find(
        (each) => each.concept === fact.concept && each.start === fact.start && each.end === fact.end,
      );
      return before !== undefined && before.value !== fact.value;
    });
    expect(changed).toMatchObject([{ concept: "NetCashProvidedByUsedInOperatingActivities", end: "2016-12-31" }]);
    const known = vintages("NetCashProvidedByUsedInOperatingActivities", "2016-01-01", "2016-12-31");
    expect(new Set(known.slice(1).map((fact) => fact.value))).toEqual(new Set(changed.map((fact) => fact.value)));
  });
});

describe("news and posts of DEMO", () => {
  test("results in the news are those of the next filing", () => {
    const results = news.filter((item) => /-quarter revenue (rises|falls)/.test(item.title));
    expect(results).toHaveLength(16);
    for (const item of results) {
      if (item.title.includes("fourth-quarter")) continue;
      const said = /Diluted earnings were \$(\d+\.\d\d) a share/.exec(item.summary ?? "")?.[1];
      const next = facts.find(
        (fact) =>
          (fact.availableAt ?? 0) > item.eventTime &&
          fact.concept === "EarningsPerShareDiluted" &&
          fact.end > new Date(item.eventTime - 40 * 86_400_000).toISOString().slice(0, 10) &&
          fact.start !== null &&
          Date.parse(fact.end) - Date.parse(fact.start) < 100 * 86_400_000,
      );
      expect(Number(said), item.title).toBe(next?.value);
    }
  });

  test("a close in the news is the close of that day and told after it", () => {
    const told = news.flatMap((item) => {
      const close = /closed at \$(\d+\.\d\d)/.exec(item.summary ?? "")?.[1];
      return close === undefined ? [] : [{ at: item.eventTime, close: Number(close) }];
    });
    expect(told.length).toBeGreaterThan(40);
    for (const { at, close } of told) {
      const last = bars.findLast((bar) => (bar.availableAt ?? 0) < at);
      expect(close).toBe(last?.close);
    }
  });

  test("there are some each week, and posts on every session of 2018 and 2019", () => {
    const calendar = calendarByName("XNYS");
    const weeks = Map.groupBy(news, (item) => Math.floor((item.eventTime - Date.UTC(2016, 0, 4)) / (7 * 86_400_000)));
    const counts = [...weeks.values()].map((week) => week.length);
    expect(weeks.size).toBe(209);
    expect(Math.min(...counts.slice(0, -1))).toBeGreaterThanOrEqual(2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(7);
    const days = new Set(social.map((post) => calendar?.dateAt(post.eventTime)));
    for (const date of calendar?.sessionsBetween("2018-01-02", "2019-12-31") ?? []) expect(days).toContain(date);
    expect(social.every((post) => post.text.includes("$DEMO"))).toBe(true);
  });
});

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, onlyA, onlyB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? Number.NaN;
    both += (value - meanA) * (other - meanB);
    onlyA += (value - meanA) ** 2;
    onlyB += (other - meanB) ** 2;
  }
  return both / Math.sqrt(onlyA * onlyB);
}
