import { expect, test } from "vitest";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { signalOf } from "#tests/support/signals.ts";
import { levelHit } from "./levels.ts";

const day = (session: string, close: number | null, split = 1): KnownDay => ({
  session,
  opensAt: Date.parse(`${session}T13:30:00Z`),
  price: close === null ? null : { open: close, close },
  split,
  dividend: 0,
});
const days = (...closes: readonly (number | null)[]): KnownDay[] =>
  closes.map((close, index) => day(`2025-06-${String(index + 3).padStart(2, "0")}`, close));

const long = signalOf("AAPL", "Buy", { stop: 90, target: 120 });
const short = signalOf("AAPL", "Sell", { stop: 110, target: 80 });

test("the first close at or behind a level counts, whichever level it is", () => {
  expect(levelHit(long, days(100, 95, 90, 125))).toMatchObject({ level: "stop", close: 90, session: "2025-06-05" });
  expect(levelHit(long, days(100, null, 121, 80))).toMatchObject({ level: "target", session: "2025-06-05" });
  expect(levelHit(short, days(100, 111))).toMatchObject({ level: "stop", price: 110 });
  expect(levelHit(short, days(100, 80))).toMatchObject({ level: "target" });
});

test("nothing is hit before the entry, without levels, or in between", () => {
  expect(levelHit(long, [day("2025-06-02", 80)])).toBeNull();
  expect(levelHit(long, days(100, 91, 119))).toBeNull();
  expect(levelHit(signalOf("AAPL", "Buy"), days(1, 1000))).toBeNull();
});

test("the trade's own levels say which way it goes, and the rating where they do not", () => {
  expect(levelHit(signalOf("AAPL", "Hold", { stop: 90, target: 120 }), days(89))).toMatchObject({ level: "stop" });
  expect(levelHit(signalOf("AAPL", "Underweight", { stop: 110 }), days(111))).toMatchObject({ level: "stop" });
  expect(levelHit(signalOf("AAPL", "Hold", { stop: 90 }), days(1))).toBeNull();
});

test("closes after a split are held against the levels in old shares", () => {
  expect(levelHit(long, [day("2025-06-03", 100), day("2025-06-04", 50, 2)])).toBeNull();
  const fallen = [day("2025-06-03", 100), day("2025-06-04", 44, 2)];
  expect(levelHit(long, fallen)).toMatchObject({ level: "stop", price: 90, close: 88 });
});
