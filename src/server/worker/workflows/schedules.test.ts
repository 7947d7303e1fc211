import { describe, expect, test } from "vitest";
import type { ListInstrument, Schedule } from "#src/contract/signals/signals.ts";
import { toIso } from "#src/core/clock.ts";
import { dueRuns } from "./schedules.ts";

const apple: ListInstrument = { symbol: "AAPL", asset_type: "stock" };
const bitcoin: ListInstrument = { symbol: "BTC-USD", asset_type: "crypto" };
const delayMs = 30 * 60_000;

function due(
  now: string,
  {
    instruments = [apple],
    schedule = { kind: "close" },
    since = "2020-01-01T00:00:00Z",
    noted = {},
  }: { instruments?: ListInstrument[]; schedule?: Schedule; since?: string; noted?: Record<string, string> } = {},
): string[] {
  const list = { id: "house", instruments, schedule, startsAt: Date.parse(since) };
  const known = new Map(Object.entries(noted).map(([symbol, session]) => [`house ${symbol}`, session]));
  return dueRuns(list, known, Date.parse(now), delayMs).map(
    ({ symbol, session, dueAt }) => `${symbol} ${session} ${toIso(dueAt).slice(0, 16)}`,
  );
}

describe("after each close", () => {
  test("half an hour after it, and not a moment before", () => {
    expect(due("2025-06-02T20:29:59Z", { noted: { AAPL: "2025-05-30" } })).toEqual([]);
    expect(due("2025-06-02T20:30:00Z", { noted: { AAPL: "2025-05-30" } })).toEqual([
      "AAPL 2025-06-02 2025-06-02T20:30",
    ]);
  });

  test("what cannot be read is never due, and what stands beside it is", () => {
    const odd = ["..", "EURUSD", "Ä", "💰"].map((symbol): ListInstrument => ({ symbol, asset_type: "stock" }));
    expect(due("2025-06-02T20:30:00Z", { instruments: [...odd, apple] })).toEqual(["AAPL 2025-06-02 2025-06-02T20:30"]);
  });

  test("no session on a holiday or a weekend: nothing between Thursday and Monday around the 4th of July", () => {
    const noted = { AAPL: "2025-07-03" };
    for (const now of ["2025-07-04T23:00:00Z", "2025-07-05T23:00:00Z", "2025-07-06T23:00:00Z"])
      expect(due(now, { noted })).toEqual([]);
    expect(due("2025-07-07T20:30:00Z", { noted })).toEqual(["AAPL 2025-07-07 2025-07-07T20:30"]);
  });

  test("an early close is an early run", () => {
    expect(due("2025-11-28T18:30:00Z", { noted: { AAPL: "2025-11-26" } })).toEqual([
      "AAPL 2025-11-28 2025-11-28T18:30",
    ]);
  });

  test("an hour later by UTC once New York's clocks have gone back", () => {
    expect(due("2025-10-31T20:30:00Z", { noted: { AAPL: "2025-10-30" } })).toHaveLength(1);
    expect(due("2025-11-03T20:30:00Z", { noted: { AAPL: "2025-10-31" } })).toEqual([]);
    expect(due("2025-11-03T21:30:00Z", { noted: { AAPL: "2025-10-31" } })).toEqual([
      "AAPL 2025-11-03 2025-11-03T21:30",
    ]);
  });

  test("coins at 00:00 UTC of every day, without delay", () => {
    const instruments = [bitcoin];
    expect(due("2025-12-25T23:59:59Z", { instruments, noted: { "BTC-USD": "2025-12-24" } })).toEqual([]);
    expect(due("2025-12-26T00:00:00Z", { instruments, noted: { "BTC-USD": "2025-12-24" } })).toEqual([
      "BTC-USD 2025-12-25 2025-12-26T00:00",
    ]);
  });

  test("missed sessions are told, oldest first; what is noted is not told again", () => {
    expect(due("2025-06-06T21:00:00Z", { noted: { AAPL: "2025-06-03" } }).map((text) => text.slice(5, 15))).toEqual([
      "2025-06-04",
      "2025-06-05",
      "2025-06-06",
    ]);
  });

  test("of what is new in a list only the newest session, and nothing that was over before the list began", () => {
    expect(due("2025-06-06T21:00:00Z")).toEqual(["AAPL 2025-06-06 2025-06-06T20:30"]);
    expect(due("2025-06-06T21:00:00Z", { since: "2025-06-06T20:45:00Z" })).toEqual([]);
  });
});

describe("by a cron line", () => {
  const schedule: Schedule = { kind: "cron", cron: "0 7 * * 1-5", zone: "Europe/Berlin" };

  test("stands on the last close before it fires", () => {
    expect(due("2025-06-03T05:00:00Z", { schedule, noted: { AAPL: "2025-05-30" } })).toEqual([
      "AAPL 2025-06-02 2025-06-03T05:00",
    ]);
    // Monday morning stands on Friday, which Saturday would have too.
    expect(due("2025-06-02T05:00:00Z", { schedule, noted: { AAPL: "2025-05-29" } })).toEqual([
      "AAPL 2025-05-30 2025-06-02T05:00",
    ]);
  });

  test("an hour earlier by UTC once Berlin's clocks have gone forward", () => {
    const noted = { AAPL: "2025-03-27" };
    expect(due("2025-03-31T04:59:59Z", { schedule, noted })).toEqual([]);
    expect(due("2025-03-31T05:00:00Z", { schedule, noted })).toEqual(["AAPL 2025-03-28 2025-03-31T05:00"]);
  });

  test("however often it fires, a session is run once", () => {
    const often: Schedule = { kind: "cron", cron: "* * * * *", zone: "UTC" };
    expect(due("2025-06-03T10:00:00Z", { schedule: often, noted: { AAPL: "2025-05-30" } })).toHaveLength(1);
    expect(due("2025-06-03T10:01:00Z", { schedule: often, noted: { AAPL: "2025-06-02" } })).toEqual([]);
  });
});
