import { beforeAll, expect, test } from "vitest";
import type { BacktestResult } from "#src/contract/backtest.ts";
import type { CountedShare, MemorySummary } from "#src/contract/memory-measurement.ts";
import { renderValidity } from "#src/report/validity-report.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { usualCapital } from "./input.ts";
import { validityReport } from "./report.ts";

const share = (count: number, low: number, high: number): CountedShare => ({
  count,
  of: 40,
  interval: { status: "given", low, high, effective: 12 },
});
const few = (missing: number): CountedShare => ({
  count: 30,
  of: 40,
  interval: { status: "too_few", missing_outcomes: 0, missing_blocks: missing },
});
const measured: MemorySummary = {
  period: "2018",
  sessions: 4,
  instruments: 1,
  named: share(38, 0.9, 0.99),
  masked: share(37, 0.88, 0.98),
  shifted: share(37, 0.88, 0.98),
  followed_false_news: share(20, 0.3, 0.7),
  recall: share(10, 0.1, 0.4),
};

let result: BacktestResult;
beforeAll(async () => {
  const small = await smallResult();
  const reasoner = { provider: "openai", deep: "gpt-4.1", quick: "gpt-4.1-mini", base_url: null };
  result = { ...small, settings: { ...small.settings, reasoner } };
});

function p3(memory: MemorySummary | null) {
  const input = { result, subjects: null, examined: null, trials: [], others: [] };
  const report = validityReport({ ...input, memory, capital: usualCapital });
  const found = report.sections.find(({ protocol }) => protocol === "P3");
  if (found === undefined) throw new Error("no P3");
  return { ...found, markdown: renderValidity(report) };
}

test("models that keep their opinion in other worlds pass, with intervals", () => {
  const found = p3(measured);
  expect(found).toMatchObject({ verdict: "pass", reason: "follows_evidence" });
  expect(found.text).toContain("without it 93% (95% interval 88% to 98%)");
  expect(found.figures).toContainEqual(
    expect.objectContaining({ key: "opinion_masked", value: 0.925, interval: { low: 0.88, high: 0.98 } }),
  );
  expect(found.figures.map(({ key }) => key)).toContain("followed_false_news");
  expect(found.markdown).toContain("Repetitions that follow a false headline");
});

test("an opinion that goes with the name, or with the dates, fails", () => {
  expect(p3({ ...measured, masked: share(8, 0.05, 0.4) })).toMatchObject({
    verdict: "fail",
    reason: "name_decides",
  });
  expect(p3({ ...measured, shifted: share(8, 0.05, 0.4) })).toMatchObject({
    verdict: "fail",
    reason: "dates_decide",
  });
  // What is clear is not held up by what is missing.
  expect(p3({ ...measured, masked: share(8, 0.05, 0.4), shifted: few(1) })).toMatchObject({ verdict: "fail" });
});

test("too little is told with what to run, and nothing at all too", () => {
  const two = p3({ ...measured, masked: few(2) });
  expect(two).toMatchObject({ verdict: "cannot_tell", reason: "too_few" });
  expect(two.notes.filter((note) => note.startsWith("conclave memory"))).toHaveLength(2);
  expect(p3({ ...measured, masked: share(36, 0.6, 0.99) })).toMatchObject({
    verdict: "cannot_tell",
    reason: "wide_intervals",
  });
  const none = p3(null);
  expect(none).toMatchObject({ verdict: "cannot_tell", reason: "not_measured" });
  expect(none.notes).toHaveLength(3);
  const dates = none.notes.map((note) => / --date (\S+) /.exec(note)?.[1]);
  expect(new Set(dates).size).toBe(3);
  expect(none.notes[0]).toMatch(
    /^conclave memory DEMO --date \d{4}-\d\d-\d\d --provider openai --deep gpt-4\.1 --quick gpt-4\.1-mini --yes$/,
  );
});

test("without a false headline it says why", () => {
  expect(p3({ ...measured, followed_false_news: null }).notes).toEqual([
    "There was no false headline: no news was read, or no later close is known.",
  ]);
});
