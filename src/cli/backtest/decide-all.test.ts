import { expect, test } from "vitest";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { shareOut } from "./decide-all.ts";

const calendar = calendarByName("24/7") ?? expect.fail("no calendar 24/7");
const sessions = calendar.sessionsBetween("2024-01-01", "2024-12-31");

test("each session is taken once and in order, a thread stays with its symbol, and helps with another's at the end", () => {
  const take = shareOut([
    { symbol: "NONE", calendar, sessions: [] },
    { symbol: "SHORT", calendar, sessions: sessions.slice(0, 70) },
    { symbol: "LONG", calendar, sessions },
  ]);
  const taken: { symbol: string; sessions: readonly string[] }[] = [];
  const last: (string | null)[] = [null, null];
  for (let turn = 0; ; turn += 1) {
    const thread = turn % 2;
    const next = take(last[thread] ?? null);
    if (next === null) break;
    last[thread] = next.symbol;
    taken.push(next);
  }
  expect(taken.slice(0, 3).map(({ symbol }) => symbol)).toEqual(["LONG", "SHORT", "LONG"]);
  const of = (wanted: string) => taken.flatMap(({ symbol, sessions: some }) => (symbol === wanted ? some : []));
  expect(taken.slice(4).map(({ symbol }) => symbol)).toEqual(Array(6).fill("LONG"));
  expect(of("LONG")).toEqual(sessions);
  expect(of("SHORT")).toEqual(sessions.slice(0, 70));
  expect(Math.max(...taken.map(({ sessions: some }) => some.length))).toBeLessThanOrEqual(50);
});
