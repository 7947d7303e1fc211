import { expect, test } from "vitest";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import type { PublishedCondition } from "#src/product/conditions/queries/condition-watches.ts";
import { reasonsOf } from "./track-record.ts";

const signal = (id: string, rating: Opinion, hit: boolean | null, status: "open" | "settled" = "settled") => ({
  signal: { id, rating },
  marks: [{ horizon: 21 as const, status, hit }],
});
const condition = (id: string, status: PublishedCondition["status"], days = 30): PublishedCondition => ({
  signal: id,
  status,
  days,
});

test("conditions are counted by rating and by the days that they had", () => {
  const signals = [signal("a", "Buy", true), signal("b", "Hold", null)];
  const conditions = [
    condition("a", "held", 7),
    condition("a", "broken", 8),
    condition("a", "held", 101),
    condition("b", "expired", 100),
    condition("b", "holds", 30),
    // Of a signal that is sealed.
    condition("c", "broken"),
  ];
  const { all, by_rating: byRating, by_days: byDays } = reasonsOf(signals, conditions, 21);
  expect(all).toEqual({ held: 2, broken: 1, undecided: 1, open: 1, held_share: 2 / 3 });
  expect(byRating[0]).toEqual({ rating: "Buy", held: 2, broken: 1, undecided: 0, open: 0, held_share: 2 / 3 });
  expect(byRating[2]).toEqual({ rating: "Hold", held: 0, broken: 0, undecided: 1, open: 1, held_share: null });
  expect(
    byDays.map(({ up_to_days: days, held, broken, undecided, open }) => [days, held, broken, undecided, open]),
  ).toEqual([
    [7, 1, 0, 0, 0],
    [30, 0, 1, 0, 1],
    [100, 0, 0, 1, 0],
    [null, 1, 0, 0, 0],
  ]);
});

test("a rating is right for its reasons, or in spite of them", () => {
  const signals = [
    signal("right", "Buy", true),
    signal("lucky", "Buy", true),
    signal("unlucky", "Sell", false),
    signal("wrong", "Sell", false),
    // None of these is counted: not marked, without a direction, still watched, never decided, without conditions.
    signal("open", "Buy", null, "open"),
    signal("hold", "Hold", null),
    signal("watched", "Buy", true),
    signal("undecided", "Buy", true),
    signal("bare", "Buy", true),
  ];
  const conditions = [
    condition("right", "held"),
    condition("right", "expired"),
    condition("lucky", "held"),
    condition("lucky", "broken"),
    condition("unlucky", "held"),
    condition("wrong", "broken"),
    condition("wrong", "holds"),
    condition("open", "held"),
    condition("hold", "held"),
    condition("watched", "held"),
    condition("watched", "holds"),
    condition("undecided", "expired"),
  ];
  expect(reasonsOf(signals, conditions, 21).beside_prices).toEqual({
    horizon: 21,
    right_held: 1,
    right_broken: 1,
    wrong_held: 1,
    wrong_broken: 1,
  });
});
