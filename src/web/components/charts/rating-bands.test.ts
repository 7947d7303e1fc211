import { expect, test } from "vitest";
import type { ChartRating, ChartTrack, Slot } from "#src/contract/chart.ts";
import { bandBox, newRatingsAt, ratingBands, ratingMarks, ratingsAt } from "./rating-bands.ts";

const slot = (date: string, hasPrice = true): Slot => ({
  date,
  bar: hasPrice ? { date, open: 9, high: 12, low: 8, close: 10 } : null,
  index: null,
  missing: hasPrice ? 0 : 1,
  later: false,
});
const slots = [
  slot("2025-06-02"),
  slot("2025-06-03"),
  slot("2025-06-04", false),
  slot("2025-06-05"),
  slot("2025-06-06"),
];

function track(...ratings: readonly (readonly [string, ChartRating["rating"], ChartRating["outcome"]])[]): ChartTrack {
  return {
    name: "House list",
    ratings: ratings.map(([session, rating, outcome]) => ({ session, rating, outcome, href: null })),
  };
}

test("a rating is in force from its session until the next one", () => {
  const rated = track(["2025-05-20", "Hold", "none"], ["2025-06-03", "Buy", "right"], ["2025-06-05", "REVIEW", "none"]);
  expect(ratingBands(rated, slots)).toEqual([
    { from: 0, to: 1, rating: "Hold" },
    { from: 1, to: 3, rating: "Buy" },
    { from: 3, to: 5, rating: "REVIEW" },
  ]);
  // Older ones that the chart does not reach are none; one behind the last price is drawn at it.
  expect(ratingBands(track(["2025-04-01", "Sell", "wrong"], ["2025-05-20", "Hold", "none"]), slots)).toEqual([
    { from: 0, to: 5, rating: "Hold" },
  ]);
  expect(ratingBands(track(["2025-06-09", "Buy", "open"]), slots)).toEqual([{ from: 4, to: 5, rating: "Buy" }]);
});

test("opinions are marked at a close, never in a gap; REVIEW is none", () => {
  const rated = track(["2025-05-20", "Hold", "none"], ["2025-06-04", "Buy", "open"], ["2025-06-06", "REVIEW", "none"]);
  expect(ratingMarks(rated, slots)).toEqual([{ place: 3, price: 10, outcome: "open" }]);
  expect(ratingMarks(undefined, slots)).toEqual([]);
});

test("each place says what was in force, and what was published on it", () => {
  const tracks = [track(["2025-06-02", "Buy", "right"], ["2025-06-05", "REVIEW", "none"])];
  expect(ratingsAt(tracks, slots, 0)).toEqual(["House list: Buy, right"]);
  expect(ratingsAt(tracks, slots, 1)).toEqual(["House list: Buy of 2025-06-02, right"]);
  expect(ratingsAt(tracks, slots, 4)).toEqual(["House list: REVIEW of 2025-06-05, no opinion"]);
  expect(newRatingsAt(tracks, slots, 0)).toEqual([{ text: "House list: Buy, right", href: null }]);
  expect(newRatingsAt(tracks, slots, 1)).toEqual([]);
});

test("bands lie below each other within the room below the prices, however many there are", () => {
  for (const count of [1, 3, 12]) {
    const boxes = Array.from({ length: count }, (_, row) => bandBox(row, count));
    for (const [row, { top, height }] of boxes.entries()) {
      expect(top).toBeGreaterThanOrEqual(0.79);
      expect(top + height).toBeLessThan((boxes[row + 1]?.top ?? 1) + 1e-9);
    }
  }
});
