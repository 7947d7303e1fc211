import { beforeAll, expect, test } from "vitest";
import type { DrawnBar } from "#src/contract/chart.ts";
import { fullReport } from "#tests/support/full-report.ts";
import { buildDocument } from "../build-document.ts";
import { moveSince, moveText } from "./run-chart.ts";
import type { FinishedRun } from "../text/result-text.ts";

let finished: FinishedRun;
let last: DrawnBar;
beforeAll(async () => {
  finished = await fullReport();
  const bar = finished.run.manifest.chart.at(-1);
  if (bar === undefined) throw new Error("the run knew no price");
  last = bar;
});

function bar(date: string, close: number): DrawnBar {
  return { date, open: close, high: close, low: close, close, volume: null };
}

test("the move is from the run's last close to the last one known, in sessions of its market", () => {
  expect(last.date).toBe("2019-06-03");
  // A week without a price in between: sessions are counted by the calendar.
  const moved = moveSince(finished, [last, bar("2019-06-04", 1), bar("2019-06-12", last.close * 1.042)]);
  expect(moved).toEqual({
    share: expect.closeTo(0.042, 9),
    close: expect.closeTo(last.close * 1.042, 9),
    date: "2019-06-12",
    sessions: 7,
    isRestated: false,
  });
  expect(moved === null ? null : moveText(moved, "USD")).toEqual({
    move: "+4.2%",
    to: "to 45.58 USD on 2019-06-12",
    after: "7 sessions later",
  });
});

test("a split since then moves nothing, and is told of", () => {
  const halved = [bar(last.date, last.close / 2), bar("2019-06-04", (last.close / 2) * 0.9)];
  const moved = moveSince(finished, halved);
  expect(moved).toMatchObject({ share: expect.closeTo(-0.1, 9), sessions: 1, isRestated: true });
  expect(moved?.close).toBeCloseTo(last.close * 0.9, 9);
  expect(moved === null ? null : moveText(moved, "USD").after).toBe("1 session later");
  // What a vendor corrects by a little is no split.
  expect(moveSince(finished, [bar(last.date, last.close * 1.001), bar("2019-06-04", last.close)])).toMatchObject({
    isRestated: false,
  });
});

test("where nothing later is known there is none", () => {
  expect(moveSince(finished, [])).toBeNull();
  expect(moveSince(finished, [bar("2019-05-31", 40), last])).toBeNull();
  // Without a session that both know, prices cannot be compared.
  expect(moveSince(finished, [bar("2019-06-04", 50)])).toBeNull();
});

test("no word of a report rests on it: later prices are in the data of the chart alone", () => {
  const words = (later: readonly DrawnBar[]): string =>
    JSON.stringify(
      buildDocument(finished, later).parts.flatMap(({ blocks }) =>
        blocks.map((block) => (block.kind === "chart" ? { ...block, data: null } : block)),
      ),
    );
  expect(words([last, bar("2019-06-04", 9999.75)])).toBe(words([]));
});
