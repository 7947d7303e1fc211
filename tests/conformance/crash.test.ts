import { describe, expect, test } from "vitest";
import type { Checkpoint } from "#src/debate/checkpoint.ts";
import type { Reasoner } from "#src/debate/reasoners/reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { finishedRun, keepInMap, runAnalysis, stepOf, type Setup } from "#tests/support/run-analysis.ts";
import { looksUp, plainLine, usefulCall, voices } from "#tests/support/voices.ts";

class Crash extends Error {}

type Moment = "before it is stored" | "after it was stored";

/** A process that dies at the `at`-th step that is new to it: from then on nothing is run and nothing is stored. */
function dyingAt(kept: Map<string, string>, at: number, moment: Moment): Checkpoint {
  const store = keepInMap(kept);
  let made = 0;
  let dead = false;
  return {
    kept: store.kept,
    async step(key, schema, run) {
      if (dead) throw new Crash();
      if (kept.has(key)) return store.step(key, schema, run);
      const value = await run();
      if (dead) throw new Crash();
      made += 1;
      if (made < at) return store.step(key, schema, async () => value);
      dead = true;
      if (moment === "after it was stored") kept.set(key, JSON.stringify(value));
      throw new Crash();
    },
  };
}

/** Voices that note each call that they are asked. */
function counted(asked: string[]): Reasoner {
  const voice = voices(
    looksUp(usefulCall, ({ agent }) => (agent === "market" ? 2 : 1)),
    true,
  );
  return {
    ...voice,
    speak: (brief, options) => {
      asked.push(`call ${stepOf(brief)}`);
      return voice.speak(brief, options);
    },
  };
}

const setup: Setup = {
  vendors: chainOfCompany(),
  reasoner: voices(plainLine),
  ticker: "AAPL",
  tradeDate: MONDAY,
  rounds: 2,
  settings: { toolSteps: 2 },
};

async function uninterrupted() {
  const { outcome, kept } = await finishedRun({ ...setup, reasoner: counted([]) });
  return { json: JSON.stringify(outcome.run), steps: kept.size };
}

const whole = await uninterrupted();

describe("a run whose process dies", () => {
  test("has a step to die at for every call and every look-up", () => {
    // start, snapshot, end; five calls and two look-ups more of analysts; 4 + 4 + 3 + 3 calls
    expect(whole.steps).toBe(3 + 2 * 5 + 4 + 4 + 3 + 3);
  });

  const deaths = Array.from({ length: whole.steps }, (_, index) => index + 1);
  test.each<Moment>(["before it is stored", "after it was stored"])(
    "at any step, just %s, ends as if it had not, and asks nothing again that was stored",
    async (moment) => {
      for (const at of deaths) {
        const kept = new Map<string, string>();
        const first: string[] = [];
        const died = runAnalysis({ ...setup, reasoner: counted(first), checkpoint: dyingAt(kept, at, moment) });
        await expect(died, `step ${at}`).rejects.toThrow(Crash);
        expect(kept.size).toBe(moment === "after it was stored" ? at : at - 1);
        const stored = [...kept.keys()];
        const second: string[] = [];
        const { outcome } = await finishedRun({ ...setup, reasoner: counted(second), checkpoint: keepInMap(kept) });
        expect(second.filter((call) => stored.includes(call))).toEqual([]);
        expect(new Set(second).size).toBe(second.length);
        expect(new Set(first).size).toBe(first.length);
        expect(JSON.stringify(outcome.run)).toBe(whole.json);
      }
    },
  );

  test("again and again, one step further each time, ends the same and asks each call once", async () => {
    const kept = new Map<string, string>();
    const asked: string[] = [];
    for (let attempt = 1; attempt <= whole.steps; attempt += 1) {
      // Only what is stored counts as asked: a call that ended beside the one that died was lost with it.
      const now: string[] = [];
      const died = runAnalysis({
        ...setup,
        reasoner: counted(now),
        checkpoint: dyingAt(kept, 1, "after it was stored"),
      });
      await expect(died).rejects.toThrow(Crash);
      asked.push(...now.filter((call) => kept.has(call)));
    }
    expect(kept.size).toBe(whole.steps);
    expect(new Set(asked).size).toBe(asked.length);
    const nobody: string[] = [];
    const { outcome, events } = await finishedRun({ ...setup, reasoner: counted(nobody), checkpoint: keepInMap(kept) });
    expect(nobody).toEqual([]);
    expect(JSON.stringify(outcome.run)).toBe(whole.json);
    expect(events.at(-1)?.type).toBe("debate.finished");
  });

  test("and is taken up on another day keeps the time at which it began", async () => {
    const kept = new Map<string, string>();
    const died = runAnalysis({
      ...setup,
      reasoner: counted([]),
      checkpoint: dyingAt(kept, 6, "after it was stored"),
      now: "2025-06-02T21:00:00Z",
    });
    await expect(died).rejects.toThrow(Crash);
    const { outcome } = await finishedRun({
      ...setup,
      reasoner: counted([]),
      checkpoint: keepInMap(kept),
      now: "2025-06-09T21:00:00Z",
    });
    const { started_at, finished_at, data } = outcome.run.manifest;
    expect([started_at, finished_at]).toEqual(["2025-06-02T21:00:00.000Z", "2025-06-09T21:00:00.000Z"]);
    expect([data.historical, data.as_of]).toEqual([false, "2025-06-02T20:00:00.000Z"]);
  });
});
