import { expect, test } from "vitest";
import { newsSection } from "#src/debate/evidence/news-and-social.ts";
import type { CorporateAction, InstitutionPosition } from "#src/market/market-data.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";
import { bar, instrument, memoryVendor, position, split, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { marketOn } from "#tests/support/open-market.ts";
import { futures, rewriteChain } from "#tests/support/rewritten-future.ts";

const [older, newer, newest] = ["2024-12-31", "2025-03-31", "2025-06-30"];

/** Three managers in two quarters: Alpha buys, Beta goes, Gamma comes. */
const twoQuarters: readonly InstitutionPosition[] = [
  position("2025-02-01T04:59:59Z", older, "Alpha", 1000),
  position("2025-02-14T20:00:00Z", older, "Beta", 500),
  position("2025-05-01T03:59:59Z", newer, "Alpha", 1500),
  position("2025-05-15T20:00:00Z", newer, "Gamma", 300),
];

interface Given {
  readonly positions: readonly InstitutionPosition[];
  readonly actions?: readonly CorporateAction[];
}

function chainOf({ positions, actions = [] }: Given) {
  const sessions = calendarByName("XNYS")?.sessionsBetween("2024-10-01", "2026-02-20") ?? [];
  // Halved where a split says so.
  const price = (date: string) => actions.reduce((at, { exDate, value }) => (date >= exDate ? at / value : at), 100);
  const bars = sessions.map((date) => bar(date, price(date)));
  return vendorChainOf(memoryVendor("papers", { bars, actions, institutions: positions }, [instrument("EXW")]));
}

async function toldOn(date: string, given: Given) {
  const market = await marketOn(chainOf(given), date, "2026-03-01T12:00:00Z", "EXW");
  const { findings, notes } = await newsSection(market);
  const told = findings.filter(({ key }) => key.startsWith("institutions_"));
  return {
    values: Object.fromEntries(told.map(({ key, value, text }) => [key.replace("institutions_", ""), value ?? text])),
    labels: told.map(({ label }) => label).join("\n"),
    at: new Set(told.map(({ at }) => at)),
    notes: notes.filter((note) => note.startsWith("institutions")),
    findings,
  };
}

test("who holds the shares, what both quarters' managers added, and who no longer reports it", async () => {
  const { values, labels, at, notes, findings } = await toldOn("2025-06-02", { positions: twoQuarters });
  expect(values).toEqual({
    managers: 2,
    shares: 1800,
    managers_change: 0,
    shares_change: 50,
    largest: "Alpha 1.5 thousand shares ($150 thousand), +50%; Gamma 300 shares ($30 thousand), newly reported",
  });
  expect([...at]).toEqual([newer]);
  expect(labels).toContain("1 manager newly reports it, 1 manager “no longer reports it”, which may be a sale or");
  expect(labels).toContain("of the 1 manager who filed in both quarters");
  expect(notes).toEqual([]);
  const counted = findings.find(({ key }) => key === "institutions_managers");
  expect(counted?.source_ids).toEqual([expect.stringMatching(/^13F:2025-03-31:2:[0-9a-f]{12}$/)]);
});

test("a quarter counts from the day after the last for filing on it; before, the one before is told, and that", async () => {
  // May 15 is the 45th day after March 31, and a session.
  const before = await toldOn("2025-05-15", { positions: twoQuarters });
  expect(before.values).toMatchObject({ managers: 2, shares: 1500 });
  expect([...before.at]).toEqual([older]);
  expect(before.notes[0]).toBe(
    "institutions: the quarter to 2025-03-31 may be filed on until 2025-05-15, so the figures are of the quarter to 2024-12-31",
  );
  expect([...(await toldOn("2025-05-16", { positions: twoQuarters })).at]).toEqual([newer]);
  // February 14 2026 is a Saturday and the 16th a holiday: the 17th is the last day.
  const winter = [
    position("2025-11-10T04:59:59Z", "2025-09-30", "Alpha", 1),
    position("2026-02-17T20:00:00Z", "2025-12-31", "Alpha", 2),
  ];
  expect([...(await toldOn("2026-02-17", { positions: winter })).at]).toEqual(["2025-09-30"]);
  expect([...(await toldOn("2026-02-18", { positions: winter })).at]).toEqual(["2025-12-31"]);
});

test.each(["2025-05-15", "2025-05-16", "2025-06-30", "2025-08-15"])(
  "what became known after %s moves nothing",
  async (date) => {
    const positions = [
      ...twoQuarters,
      position("2025-06-30T20:00:01Z", newer, "Alpha", 1, { amendment: "restatement" }),
      position("2025-08-14T20:00:00Z", newest, "Alpha", 2000),
      position("2025-08-15T20:00:01Z", newest, "Gamma", 9, { amendment: "new holdings" }),
    ];
    const chain = chainOf({ positions });
    const open = (vendors: typeof chain) => marketOn(vendors, date, "2026-03-01T12:00:00Z", "EXW");
    const market = await open(chain);
    const seen = await newsSection(market);
    expect(seen.findings.some(({ key }) => key === "institutions_managers")).toBe(true);
    for (const future of futures)
      expect(await newsSection(await open(rewriteChain(chain, market.asOf, future)))).toEqual(seen);
  },
);

test("a restatement replaces from its own filing on, new holdings add, and a restatement without it takes it back", async () => {
  const positions = [
    ...twoQuarters,
    position("2025-06-10T03:59:59Z", newer, "Alpha", 1200, { amendment: "restatement" }),
    position("2025-06-11T03:59:59Z", newer, "Alpha", 100, { amendment: "new holdings" }),
    position("2025-06-12T03:59:59Z", newer, "Gamma", 0, { amendment: "restatement" }),
  ];
  const managersAndShares = async (date: string) => {
    const { values } = await toldOn(date, { positions });
    return [values["managers"], values["shares"], values["shares_change"]];
  };
  expect(await managersAndShares("2025-06-09")).toEqual([2, 1800, 50]);
  expect(await managersAndShares("2025-06-10")).toEqual([2, 1500, 20]);
  expect(await managersAndShares("2025-06-11")).toEqual([2, 1600, 30]);
  expect(await managersAndShares("2025-06-12")).toEqual([1, 1300, 30]);
});

test("a split between the quarters is set right, one since then is named, and a possible one leaves the change out", async () => {
  const inside = await toldOn("2025-06-02", { positions: twoQuarters, actions: [split("2025-03-10", 2)] });
  expect(inside.values).toMatchObject({ shares: 1800, shares_change: -25 });
  expect(inside.labels).not.toContain("split since then");
  const since = await toldOn("2025-06-02", { positions: twoQuarters, actions: [split("2025-04-10", 2)] });
  expect(since.values).toMatchObject({ shares: 1800, shares_change: 50 });
  expect(since.labels).toContain("counted on 2025-03-31, before the 2-for-1 split since then");
  const sessions = calendarByName("XNYS")?.sessionsBetween("2024-10-01", "2025-06-02") ?? [];
  const bars = sessions.map((date) => bar(date, date < "2025-03-10" ? 100 : 50));
  const unnamed = memoryVendor("papers", { bars, institutions: twoQuarters }, [instrument("EXW")]);
  const market = await marketOn(vendorChainOf(unnamed), "2025-06-02", "2026-03-01T12:00:00Z", "EXW");
  const { findings, notes } = await newsSection(market);
  expect(findings.map(({ key }) => key)).toContain("institutions_managers_change");
  expect(findings.map(({ key }) => key)).not.toContain("institutions_shares_change");
  expect(notes.join()).toContain("a split may lie between 2024-12-31 and 2025-03-31");
});

test("late filings and amendments alone are no quarter, and nothing is said where there is nothing", async () => {
  const late = [position("2025-05-20T03:59:59Z", older, "Late", 7), ...twoQuarters.slice(2)];
  const alone = await toldOn("2025-06-02", { positions: late });
  expect(alone.values).toEqual({
    managers: 2,
    shares: 1800,
    largest: "Alpha 1.5 thousand shares ($150 thousand); Gamma 300 shares ($30 thousand)",
  });
  expect(alone.notes).toEqual([
    "institutions: no source has the filings on the quarter to 2024-12-31, so no change is told",
  ]);
  const none = await toldOn("2025-06-02", { positions: late.slice(0, 1) });
  expect([none.values, none.notes]).toEqual([
    {},
    ["institutions: no source has the filings on the quarter to 2025-03-31"],
  ]);
  expect(await toldOn("2025-06-02", { positions: [] })).toMatchObject({ values: {}, notes: [] });
});

test("the rules rate the same with them and without", async () => {
  const run = async (positions: readonly InstitutionPosition[]) =>
    finishedRun({
      vendors: chainOf({ positions }),
      reasoner: createRulesReasoner(),
      ticker: "EXW",
      tradeDate: "2025-06-02",
      now: "2026-03-01T12:00:00Z",
    });
  const [withThem, without] = [await run(twoQuarters), await run([])];
  const keys = withThem.outcome.run.manifest.evidence.map(({ key }) => key);
  expect(keys).toContain("institutions_shares_change");
  expect(withThem.outcome.run.result).toMatchObject({ rating: without.outcome.run.result.rating });
  expect(withThem.outcome.run.manifest.data.notes).toEqual(without.outcome.run.manifest.data.notes);
});
