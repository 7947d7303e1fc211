import { describe, expect, test } from "vitest";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { Bar } from "#src/market/market-data.ts";
import { bar, vendorChainOf, memoryVendor, split, type Records } from "#tests/support/memory-vendor.ts";
import { aapl, marketOn } from "#tests/support/open-market.ts";
import { memoryOf } from "#tests/support/run-analysis.ts";
import { scoredDecisions, type PastDecision } from "./memory.ts";

const sessions = calendarByName("XNYS")?.sessionsBetween("2025-03-03", "2025-06-02") ?? [];
/** Opens at 100, 101, 102, … and closes half a dollar higher. */
const bars: readonly Bar[] = sessions.map((date, index) =>
  bar(date, 100.5 + index, { open: 100 + index, high: 101 + index, low: 99 + index }),
);

function decision(session: string, changes: Partial<PastDecision> = {}): PastDecision {
  return { symbol: "AAPL", session, rating: "Buy", reasoner: "rules", runId: `run of ${session}`, ...changes };
}

async function scored(decisions: readonly PastDecision[], tradeDate = "2025-06-02", records: Records = {}) {
  const vendor = memoryVendor("papers", { bars, actions: [], ...records }, [aapl]);
  return scoredDecisions(await marketOn(vendorChainOf(vendor), tradeDate), memoryOf(decisions));
}

/** The session `n` sessions before the run's. */
function before(n: number): string {
  return sessions.at(-1 - n) ?? "";
}

describe("what came of an earlier decision", () => {
  test("is the price change from the next open to the close of the twenty-first session", async () => {
    // 2025-03-03 is session 0: in at the open of session 1, 101; out at the close of session 21, 121.50.
    const [found, ...more] = await scored([decision("2025-03-03", { rating: "Sell", reasoner: "openai gpt" })]);
    expect(more).toEqual([]);
    expect(found).toEqual({
      key: "decision_return_21",
      label: "Earlier decision of 2025-03-03, Sell by openai gpt: price change over the 21 sessions after it",
      value: 20.3,
      text: null,
      unit: "%",
      at: sessions[21],
      source: "test",
      source_ids: [`bar-${sessions[1]}`, `bar-${sessions[21]}`],
      formula: "close of session 21 / open of the next session − 1",
    });
  });

  test("is that of five sessions as long as twenty-one have not passed", async () => {
    const found = await scored([decision(before(21)), decision(before(20)), decision(before(5)), decision(before(4))]);
    expect(found.map(({ key, at }) => [key, at])).toEqual([
      ["decision_return_5", "2025-06-02"],
      ["decision_return_5", before(15)],
      ["decision_return_21", "2025-06-02"],
    ]);
    // In at the open of session 59 (159), out at the close of session 63 (163.50).
    expect(sessions).toHaveLength(64);
    expect(found[0]?.value).toBe(2.83);
  });

  test("is on one basis when the stock was split meanwhile", async () => {
    const exDate = before(2);
    const raw = bars.map((one) =>
      one.date < exDate
        ? { ...one, open: one.open * 7, high: one.high * 7, low: one.low * 7, close: one.close * 7 }
        : one,
    );
    const found = await scored([decision(before(5))], "2025-06-02", { bars: raw, actions: [split(exDate, 7)] });
    expect(found[0]?.value).toBe(2.83);
  });

  test("is not told of decisions of the run's session or later, nor of unsettled ones", async () => {
    const late = [
      decision("2025-06-02"),
      decision("2025-06-03"),
      decision("2030-01-02"),
      decision(before(4)),
      decision(before(1)),
    ];
    expect(await scored(late)).toEqual([]);
    expect(await scored(late, "2025-06-01")).toEqual([]);
  });

  test("is judged from the session of a weekend's run, not from its date", async () => {
    expect(await scored([decision(before(1))], "2025-05-31")).toEqual([]);
    expect(await scored([decision(before(6))], "2025-05-31")).toHaveLength(1);
  });

  test("is not told where the price from before is not in the window", async () => {
    expect(await scored([decision("2025-02-28"), decision("2019-01-02")])).toEqual([]);
  });

  test("stands once for a session and a reasoner: that of the last run", async () => {
    const day = before(10);
    const found = await scored([
      decision(day, { runId: "2", rating: "Hold" }),
      decision(day, { runId: "3", rating: "Sell" }),
      decision(day, { runId: "1", rating: "Buy" }),
      decision(day, { runId: "0", rating: "Underweight", reasoner: "openai gpt" }),
    ]);
    expect(found.map(({ label }) => label.split(":")[0])).toEqual([
      `Earlier decision of ${day}, Underweight by openai gpt`,
      `Earlier decision of ${day}, Sell by rules`,
    ]);
  });

  test("is told of the five newest that are settled", async () => {
    const found = await scored(sessions.toReversed().map((session) => decision(session)));
    expect(found.map(({ label }) => label.slice(20, 30))).toEqual([5, 6, 7, 8, 9].map(before));
  });

  test("is told of no other instrument", async () => {
    expect(await scored([decision(before(10), { symbol: "MSFT" })])).toEqual([]);
  });
});
