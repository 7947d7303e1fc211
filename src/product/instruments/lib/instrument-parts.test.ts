import { expect, test } from "vitest";
import type { KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { signalOf } from "#tests/support/signals.ts";
import { joinPrices, outcomeOf, trackOf } from "./instrument-parts.ts";

const day = (session: string, close: number | null, split = 1): KnownDay => ({
  session,
  opensAt: 0,
  price: close === null ? null : { open: close, close },
  split,
  dividend: 0,
});

test("settled prices go on behind those of a run, and a later split divides what was before it", () => {
  const known = [
    { session: "2025-06-02", open: 98, high: 102, low: 96, close: 100 },
    { session: "2025-06-03", open: 100, high: 106, low: 100, close: 104 },
  ];
  const days = [day("2025-06-03", 999), day("2025-06-04", null), day("2025-06-05", 53, 2)];
  expect(joinPrices(known, days)).toEqual([
    { session: "2025-06-02", open: 49, high: 51, low: 48, close: 50 },
    { session: "2025-06-03", open: 50, high: 53, low: 50, close: 52 },
    // Of a settled session only open and close are kept.
    { session: "2025-06-05", open: 53, high: null, low: null, close: 53 },
  ]);
});

test("a track has opinions and REVIEW by session; nothing links where the page is closed", () => {
  const detail = { signal: signalOf("AAPL", "Buy"), hash: "", withdrawn: null, marks: [] };
  const track = trackOf([detail], [{ session: "2025-05-30", href: "/analyses/ana_1" }], false);
  expect(track.map(({ rating, href, outcome }) => [rating, href, outcome])).toEqual([
    ["REVIEW", "/analyses/ana_1", "none"],
    ["Buy", null, "open"],
  ]);
  expect(outcomeOf([])).toBe("open");
});
