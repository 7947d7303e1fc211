import { beforeAll, expect, test } from "vitest";
import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { CountedShare, MemorySummary } from "#src/contract/backtests/memory.ts";
import { renderValidity } from "#src/report/backtest/validity-report.ts";
import { smallResult } from "#tests/support/backtests.ts";
import { usualCapital } from "./section.ts";
import { validityReport } from "./report.ts";

const share = (count: number, low: number, high: number): CountedShare => ({
  count,
  of: 40,
  interval: { status: "given", low, high, effective: 12 },
});
const measured: MemorySummary = {
  period: "2018",
  sessions: 12,
  instruments: 1,
  measurements: 12,
  verdict: "evidence",
  agreement: { named: 0.93, masked: 0.9, shifted: 0.9, named_masked: 0.92, named_shifted: 0.91, masked_shifted: 0.9 },
  apart: {
    world: "named",
    by: 0.01,
    interval: { status: "given", low: -0.02, high: 0.04, effective: 12 },
    p: 0.31,
    level: 0.04,
  },
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

test("models that keep their opinion in other worlds pass, with the test", () => {
  const found = p3(measured);
  expect(found).toMatchObject({ verdict: "pass", reason: "follows_evidence" });
  expect(found.text).toContain("one with and one without it in 92%");
  expect(found.text).toContain("1% apart from the two others (p = 0.3100, 95% interval −2% to 4%; up to 0.04 counts)");
  expect(found.figures).toContainEqual(
    expect.objectContaining({ key: "world_apart", value: 0.01, interval: { low: -0.02, high: 0.04 } }),
  );
  expect(found.figures.map(({ key }) => key)).toContain("followed_false_news");
  expect(found.markdown).toContain("Repetitions that follow a false headline");
});

test("an opinion that goes with the name, or with the dates, fails", () => {
  expect(p3({ ...measured, verdict: "name" })).toMatchObject({ verdict: "fail", reason: "name_decides" });
  expect(p3({ ...measured, verdict: "dates" })).toMatchObject({ verdict: "fail", reason: "dates_decide" });
});

test("too little is told with what to run, and nothing at all too", () => {
  const interval = { status: "too_few", missing_outcomes: 2, missing_blocks: 0 } as const;
  const few = { ...measured, verdict: "cannot_tell", measurements: 8, apart: { ...measured.apart, interval } } as const;
  const two = p3(few);
  expect(two).toMatchObject({ verdict: "cannot_tell", reason: "too_few" });
  expect(two.notes.filter((note) => note.startsWith("conclave study memory"))).toHaveLength(2);
  expect(p3({ ...measured, verdict: "cannot_tell" })).toMatchObject({
    verdict: "cannot_tell",
    reason: "wide_intervals",
  });
  const none = p3(null);
  expect(none).toMatchObject({ verdict: "cannot_tell", reason: "not_measured" });
  expect(none.notes).toHaveLength(9);
  const dates = none.notes.map((note) => / --date (\S+) /.exec(note)?.[1]);
  expect(new Set(dates).size).toBe(9);
  expect(none.notes[0]).toMatch(
    /^conclave study memory DEMO --date \d{4}-\d\d-\d\d --provider openai --deep gpt-4\.1 --quick gpt-4\.1-mini --yes$/,
  );
});

test("without a false headline it says why", () => {
  expect(p3({ ...measured, followed_false_news: null }).notes).toEqual([
    "There was no false headline: no news was read, or no later close is known.",
  ]);
});
