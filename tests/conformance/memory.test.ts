import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { Analyst, Opinion } from "#src/contract/jobs/analysis.ts";
import type { PastDecision } from "#src/debate/memory.ts";
import { addDays } from "#src/core/clock.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { everyByte, finishedRun, memoryOf, type Setup } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";
import { parrotAnswer, voices } from "#tests/support/voices.ts";

const parrot = voices((brief) => ({ answer: parrotAnswer(brief) }));
const setup: Setup = { vendors: chainOfCompany(), reasoner: parrot, ticker: "AAPL", tradeDate: MONDAY };

/** Decisions of sessions from `first` to `last` days after the run's; negative days are before it. */
function decisions(first: number, last: number): fc.Arbitrary<PastDecision[]> {
  return fc.array(
    fc.record({
      symbol: fc.constantFrom("AAPL", "AAPL", "AAPL", "MSFT"),
      session: fc.integer({ min: first, max: last }).map((days) => addDays(MONDAY, days)),
      rating: fc.constantFrom(...Opinion.options),
      reasoner: fc.constantFrom("rules", "openai gpt-9"),
      runId: fc.integer({ min: 0, max: 99 }).map(String),
    }),
    { maxLength: 12 },
  );
}

property.prop([decisions(-120, -1), decisions(0, 400)], { seed: 41, numRuns: runs(5, 40) })(
  "decisions of the run's session and later ones move no byte, in whatever order they are kept",
  async (earlier, later) => {
    for (const reasoner of [parrot, createRulesReasoner()]) {
      const without = await finishedRun({ ...setup, reasoner, memory: memoryOf(earlier) });
      const mixed = [...later, ...earlier, ...later.toReversed()];
      const withThem = await finishedRun({ ...setup, reasoner, memory: memoryOf(mixed) });
      expect(everyByte(withThem)).toEqual(everyByte(without));
    }
  },
);

test("a settled decision is evidence D for everybody after the analysts, and for no analyst", async () => {
  const past: PastDecision = {
    symbol: "AAPL",
    session: "2025-04-01",
    rating: "Buy",
    reasoner: "rules",
    runId: "1",
  };
  const { calls, outcome } = await finishedRun({ ...setup, memory: memoryOf([past]) });
  const read = calls.filter(({ brief }) => brief.evidence.some(({ id }) => id === "D1")).map(({ step }) => step);
  const others = calls.filter(({ brief: { agent } }) => !Analyst.options.some((analyst) => analyst === agent));
  expect(read).toEqual(others.map(({ step }) => step));
  expect(calls.at(-1)?.prompt.messages[0]?.content).toContain("[D1] Earlier decision of 2025-04-01, Buy by rules");
  expect(outcome.run.manifest.evidence.filter(({ id }) => id.startsWith("D"))).toHaveLength(1);
});

test("what a run decides is remembered for its session, and read by later runs of the instrument", async () => {
  const first = memoryOf([]);
  await finishedRun({ ...setup, tradeDate: "2025-05-04", memory: first });
  expect(first.kept).toEqual([
    { symbol: "AAPL", session: "2025-05-02", rating: "Overweight", reasoner: "scripted deep-1", runId: "run-1" },
  ]);
  const { outcome } = await finishedRun({ ...setup, memory: memoryOf(first.kept) });
  const told = outcome.run.manifest.evidence.filter(({ id }) => id.startsWith("D")).map(({ label }) => label);
  expect(told).toEqual([expect.stringMatching(/^Earlier decision of 2025-05-02, Overweight by scripted deep-1/)]);
});
