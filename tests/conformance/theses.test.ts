import { fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import type { Condition } from "#src/contract/run/conditions.ts";
import { readSessions, statesOf, type Watched, watchable } from "#src/debate/theses/watch.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { parseSymbol } from "#src/market/symbols/symbols.ts";
import { addDays } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { archivePath } from "#tests/support/archives.ts";
import { chainOfCompany, company, MONDAY } from "#tests/support/company.ts";
import { bar, fact, split, type Records } from "#tests/support/memory-vendor.ts";
import { futures, rewriteChain } from "#tests/support/rewritten-future.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";

/* What would break a rating: proposed and decided on what was known, and watched by what was known at each close. */

const signal = new AbortController().signal;
const reasoner = createRulesReasoner();

async function ratedBy(vendors: VendorChain, ticker: string, tradeDate: string) {
  const { outcome } = await finishedRun({ vendors, reasoner, ticker, tradeDate, settings: { conditions: true } });
  return outcome.run;
}

function symbolOf(ticker: string): Watched["symbol"] {
  const parsed = parseSymbol(ticker);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.symbol;
}

/** A condition on every measure that the run's evidence has, so that each is read anew. */
function everyCondition(
  evidence: Awaited<ReturnType<typeof ratedBy>>["manifest"]["evidence"],
  since: string,
): Condition[] {
  return evidence.flatMap(({ id, key, label, value, unit, at }): Condition[] => {
    const traits = watchable[key];
    if (traits === undefined || value === null || unit === null || !/^[MF]/.test(id)) return [];
    const watch =
      traits.moves === "filing" ? ({ at: "next_filing" } as const) : ({ at: "close", sessions: 1 } as const);
    const bound = { comparator: "below", threshold: value, unit, scale: traits.scale } as const;
    const about = { measure: key, label, evidence: id, value, at, said: label };
    return [
      { id: "C1", place: 1, ...about, ...bound, watch, deadline: addDays(since, 60), deadline_from: "condition" },
    ];
  });
}

const archives = [
  { ticker: "AAPL", names: ["djia-2025"], from: "2025-01-15", to: "2025-07-10", count: 2 },
  { ticker: "AAPL", names: ["stocknet-2014", "index-2000"], from: "2014-05-20", to: "2014-06-06", count: 1 },
  { ticker: "BTC-USD", names: ["crypto"], from: "2015-11-28", to: "2019-11-20", count: 2 },
  { ticker: "^GSPC", names: ["index-2000"], from: "2001-01-03", to: "2019-05-01", count: 1 },
] as const;

describe.for(archives)("conditions on $ticker of $names", ({ ticker, names, from, to, count }) => {
  const paths = names.map((name) => archivePath(name));
  test.skipIf(paths.includes(null))(
    "nothing known only after a close moves what is read at it, and a rating reads its own evidence again",
    async () => {
      const vendors = await archiveChain(...paths);
      if (vendors === null) throw new Error("an archive is missing");
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
      await fc.assert(
        fc.asyncProperty(fc.noBias(fc.integer({ min: 0, max: days })), async (offset) => {
          const run = await ratedBy(vendors, ticker, addDays(from, offset));
          const since = run.manifest.data.session ?? "";
          const watched = { symbol: symbolOf(ticker), since, conditions: everyCondition(run.manifest.evidence, since) };
          expect(watched.conditions.length).toBeGreaterThan(10);
          const now = Date.parse(`${addDays(since, 400)}T00:00:00Z`);
          const seen = await readSessions({ vendors, signal }, watched, since, now, 3);
          expect(seen.readings.length).toBe(3);
          // The close of the last session read, from a day that is long over.
          const asOf = Date.parse(`${addDays(seen.over, 1)}T00:00:00Z`);
          for (const future of futures) {
            const rewritten = rewriteChain(vendors, asOf, future);
            expect(await readSessions({ vendors: rewritten, signal }, watched, since, now, 3), future).toEqual(seen);
          }
          // One session at a time reads the same as three at once.
          const first = await readSessions({ vendors, signal }, watched, since, now, 1);
          const rest = await readSessions({ vendors, signal }, watched, first.over, now, 2);
          expect([...first.readings, ...rest.readings]).toEqual(seen.readings);
          // The functions are those of the evidence: read on the run's own session, each value is the evidence's.
          const before = addDays(since, -1);
          const own = await readSessions({ vendors, signal }, { ...watched, since: before }, before, now, 1);
          const byKey = new Map(run.manifest.evidence.map(({ key, value, at }) => [key, { value, at }]));
          const [reading] = own.readings;
          expect(reading?.session).toBe(since);
          expect(Object.keys(reading?.values ?? {}).length).toBeGreaterThan(10);
          for (const [key, value] of Object.entries(reading?.values ?? {})) expect(value, key).toEqual(byKey.get(key));
        }),
        { seed: 51, numRuns: count },
      );
    },
    300_000,
  );
});

describe("a planted company", () => {
  const since = MONDAY;
  const later = (date: string) => Date.parse(`${addDays(date, 30)}T00:00:00Z`);
  const level = (over: Partial<Condition> = {}): Condition => ({
    id: "C1",
    place: 1,
    said: "close under the level",
    measure: "close",
    label: "Last close",
    evidence: "M1",
    value: 100,
    at: since,
    comparator: "below",
    threshold: 90,
    unit: "USD",
    scale: "price",
    watch: { at: "close", sessions: 2 },
    deadline: addDays(since, 20),
    deadline_from: "condition",
    ...over,
  });

  async function stateOf(condition: Condition, vendors: VendorChain) {
    const watched = { symbol: symbolOf("AAPL"), since, conditions: [condition] };
    const read = await readSessions({ vendors, signal }, watched, since, later(condition.deadline));
    return statesOf([condition], read)[0];
  }

  /** The company with other closes after the rating's session. */
  function after(closes: readonly number[], changes: Partial<Records> = {}): VendorChain {
    const { bars = [] } = company();
    const sessions = bars.map(({ date }) => date).filter((date) => date > since);
    const known = bars.filter(({ date }) => date <= since);
    const later = closes.flatMap((close, index) =>
      sessions[index] === undefined ? [] : [bar(sessions[index], close)],
    );
    return chainOfCompany({ bars: [...known, ...later], ...changes });
  }

  async function closeOf(vendors: VendorChain): Promise<number> {
    const { evidence } = (await ratedBy(vendors, "AAPL", since)).manifest;
    return evidence.find(({ key }) => key === "close")?.value ?? 0;
  }

  test("a level is broken on the second close below it, and a split in between is no fall", async () => {
    const known = [split("2024-03-04", 1)];
    const close = await closeOf(after([], { actions: known }));
    const bound = level({ value: close, threshold: close * 0.9 });
    const fallen = after([close * 0.8, close, close * 0.8, close * 0.8], { actions: known });
    expect(await stateOf(bound, fallen)).toMatchObject({ status: "broken", decided_on: "2025-06-06", met: 2 });
    const halved = after([close / 2, close / 2, close / 2], { actions: [...known, split("2025-06-03", 2)] });
    expect(await stateOf(bound, halved)).toMatchObject({ met: 0, session: "2025-06-05", status: "expired" });
    // The fall behind a split is one.
    const both = after([close / 2, close * 0.4, close * 0.4], { actions: [...known, split("2025-06-03", 2)] });
    expect(await stateOf(bound, both)).toMatchObject({ status: "broken", decided_on: "2025-06-05" });
  });

  test("a figure waits for the report on a later period", async () => {
    const { bars = [] } = company();
    const annual = (start: string, end: string, filed: string, value: number) =>
      fact(filed, value, { start, end, concept: "NetIncomeLoss" });
    const before = [
      annual("2023-01-01", "2023-12-31", "2024-02-02", 900),
      annual("2024-01-01", "2024-12-31", "2025-02-03", 1100),
    ];
    const filings = [...before, annual("2024-04-01", "2025-03-31", "2025-06-05", 1000)];
    const income = level({
      measure: "net_income_ttm",
      at: "2024-12-31",
      value: 1100,
      threshold: 1050,
      scale: "none",
      watch: { at: "next_filing" },
    });
    // A filing is known on the day after, before its close.
    expect(await stateOf(income, chainOfCompany({ bars, filings }))).toMatchObject({
      status: "broken",
      decided_on: "2025-06-06",
      value: 1000,
    });
    expect(await stateOf({ ...income, threshold: 950 }, chainOfCompany({ bars, filings }))).toMatchObject({
      status: "held",
    });
    const again = [...before, annual("2024-01-01", "2024-12-31", "2025-06-05", 1000)];
    expect(await stateOf(income, chainOfCompany({ bars, filings: again }))).toMatchObject({
      status: "expired",
      session: null,
    });
  });

  test("a session that is not over is not read, and one without a price yet is waited for", async () => {
    const watched = { symbol: symbolOf("AAPL"), since, conditions: [level()] };
    const at = (now: string) => readSessions({ vendors: after([95, 96]), signal }, watched, since, Date.parse(now));
    expect((await at("2025-06-03T20:30:00Z")).over).toBe(since);
    expect((await at("2025-06-03T21:30:00Z")).over).toBe("2025-06-03");
    // 5 June has no bar: a vendor may be late. After five days it has none.
    expect((await at("2025-06-07T12:00:00Z")).over).toBe("2025-06-04");
    expect((await at("2025-06-11T12:00:00Z")).over).toBe("2025-06-05");
  });
});
