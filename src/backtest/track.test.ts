import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { dailyReturns } from "./metrics.ts";
import { sliceTrack, combineTracks, type Track } from "./track.ts";

function track(sessions: readonly string[], equity: readonly number[]): Track {
  const none = sessions.map(() => 0);
  return {
    sessions,
    equity,
    held: equity.map((value) => value / 2),
    traded: sessions.map((_, index) => index),
    costs: none,
    dividends: none,
    trades: sessions.map(() => 1),
  };
}

describe("together", () => {
  test("is the mean of the parts, each carried over sessions that it does not have, and cash before its first", () => {
    const early = track(["1", "2", "4"], [1, 2, 4]);
    const late = track(["3", "4"], [1, 3]);
    const all = combineTracks([early, late], ["1", "2", "3", "4"]);
    // (1 + 1) / 2, (2 + 1) / 2, (2 + 1) / 2, (4 + 3) / 2
    expect(all.equity).toEqual([1, 1.5, 1.5, 3.5]);
    expect(all.trades).toEqual([1, 1, 1, 2]);
    expect(all.traded).toEqual([0, 0.5, 0, (2 + 1) / 2]);
  });
});

test("a stretch starts at a close, and what was traded on that day belongs to the time before", () => {
  const part = sliceTrack(track(["1", "2", "3", "4"], [1, 2, 3, 4]), "2", "3");
  expect(part).toMatchObject({ sessions: ["2", "3"], equity: [2, 3], traded: [0, 2], trades: [0, 1] });
  expect(sliceTrack(part, "5", "9").sessions).toEqual([]);
});

property.prop([
  fc.array(fc.array(fc.double({ min: 0.1, max: 9, noNaN: true }), { minLength: 6, maxLength: 6 }), {
    minLength: 1,
    maxLength: 6,
  }),
])("the order of the parts changes nothing but the last bits, and one part alone is itself", (curves) => {
  const sessions = ["1", "2", "3", "4", "5", "6"];
  const tracks = curves.map((equity) => track(sessions, equity));
  const one = combineTracks(tracks, sessions);
  const other = combineTracks(tracks.toReversed(), sessions);
  for (const [index, value] of one.equity.entries()) expect(other.equity[index]).toBeCloseTo(value, 12);
  const [first] = tracks;
  if (first !== undefined)
    expect(dailyReturns(combineTracks([first], sessions).equity)).toEqual(dailyReturns(first.equity));
});
