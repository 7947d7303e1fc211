import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { Interval } from "#src/contract/backtests/interval.ts";
import { recordSentence, recorded } from "./verdict-voice.ts";

test.each([
  [{ decisions: 0, walks: 0, better: 0, worse: 0 }, []],
  [
    { decisions: 1148, walks: 3, better: 0, worse: 0 },
    [/^Of 1,148 decisions on 3 records .*, its ratings did no better than chance\.$/],
  ],
  [{ decisions: 90, walks: 4, better: 1, worse: 2 }, [/did better than chance on 1 and worse than chance on 2\.$/]],
  [{ decisions: 90, walks: 4, better: 0, worse: 1 }, [/did worse than chance on 1\.$/]],
])("of %j it says so", (given, said) => {
  expect(recordSentence(given)).toEqual(said.map((one) => expect.stringMatching(one)));
});

test("what reports tell is what the command measured", () => {
  const text = readFileSync(join(import.meta.dirname, "../../../../docs/rules-record.json"), "utf8");
  const entry = z.object({ training: z.boolean(), decisions: z.int(), skill: z.object({ interval: Interval }) });
  const { entries } = z.object({ entries: z.array(entry) }).parse(JSON.parse(text));
  const held = entries.filter(({ training }) => !training);
  const outside = (isAbove: boolean): number =>
    held.filter(
      ({ skill: { interval } }) => interval.status === "given" && (isAbove ? interval.low > 0 : interval.high < 0),
    ).length;
  expect(recorded).toEqual({
    decisions: held.reduce((sum, { decisions }) => sum + decisions, 0),
    walks: held.length,
    better: outside(true),
    worse: outside(false),
  });
  expect(recorded.decisions).toBeGreaterThan(0);
});
