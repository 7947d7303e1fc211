import { describe, expect, test } from "vitest";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import type { Brief } from "#src/debate/reasoners/reasoner.ts";
import { chainOfCompany, MONDAY } from "#tests/support/company.ts";
import { everyHabit } from "#tests/support/habits/every-habit.ts";
import type { Ending, Habit } from "#tests/support/habits/habit.ts";
import { readsPlainly } from "#tests/support/habits/plain-reader.ts";
import { runHabit, type HabitRun } from "#tests/support/habits/run-habit.ts";
import { finishedRun } from "#tests/support/run-analysis.ts";
import { runs } from "#tests/support/runs.ts";
import { plainLine, voices } from "#tests/support/voices.ts";

/*
 * Habits of real models and servers, each played over HTTP in a whole debate.
 */

const habits = Object.values(everyHabit).flat();
/** Of each kind every third is played in the core. */
const step = runs(3, 1);

function expectEnd({ ended: end }: HabitRun, ending: Ending): void {
  if (typeof ending === "string") return expect(end).toBe(ending);
  expect(end).toMatchObject({ fails: ending.fails, says: expect.stringMatching(ending.says) });
  expect(JSON.stringify(end)).not.toContain("secret");
}

function isOpinion(ending: unknown): boolean {
  return Opinion.safeParse(ending).success;
}

describe.each(Object.entries(everyHabit))("%s", (_kind, rows) => {
  const played = rows.filter((_, index) => index % step === 0);
  test.concurrent.each(played.map((habit) => [habit.name, habit] as const))("%s", async (_name, habit) => {
    const always = await runHabit(habit, "always");
    expectEnd(always, habit.always);
    if (habit.lookUps !== undefined) expect(always.lookUps).toBe(habit.lookUps);
    if (habit.calls !== undefined) expect(always.calls).toBe(habit.calls);
    expectEnd(await runHabit(habit, "once"), habit.once ?? habit.always);
  });
});

describe("the habits", () => {
  test("are many, each told once and with its source", () => {
    expect(habits.length).toBeGreaterThanOrEqual(60);
    expect(new Set(habits.map(({ name }) => name)).size).toBe(habits.length);
    for (const { source } of habits) expect(source).toMatch(/^https:\/\/\S+$/);
  });

  test("end in a rating only where one is given, and never as unreadable where one is", () => {
    const wrong = habits.filter(({ always, gives }) =>
      gives === undefined ? always === "REVIEW: unreadable_answer" : isOpinion(always),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test("leave far more debates with a rating than a plain reader would", async () => {
    const { calls } = await finishedRun({
      vendors: chainOfCompany(),
      reasoner: voices(plainLine),
      ticker: "AAPL",
      tradeDate: MONDAY,
    });
    const briefOf = (habit: Habit): Brief<unknown> => {
      const call = calls.find(({ brief }) => brief.agent === (habit.agent ?? "portfolio_manager"));
      if (call === undefined) throw new Error(`nobody is ${habit.agent}`);
      return call.brief;
    };
    const plain = new Set<Habit>();
    for (const habit of habits) if (await readsPlainly(habit, briefOf(habit))) plain.add(habit);
    const lenient = habits.filter(({ always }) => isOpinion(always));
    const readable = habits.filter(({ gives, always }) => gives === undefined && typeof always === "string");
    expect(lenient.length).toBe(readable.length);
    expect(lenient.length).toBeGreaterThan(2 * plain.size);
  });
});
