import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { conditionState, type Condition, type ConditionReading } from "./conditions.ts";

const close: Condition = {
  id: "C1",
  place: 1,
  said: "close under 187 for two sessions",
  measure: "close",
  label: "Last close",
  evidence: "M1",
  value: 200,
  at: "2025-06-02",
  comparator: "below",
  threshold: 187,
  unit: "USD",
  scale: "price",
  watch: { at: "close", sessions: 2 },
  deadline: "2025-06-10",
  deadline_from: "condition",
};
const margin: Condition = {
  ...close,
  measure: "gross_margin_ttm",
  at: "2025-03-31",
  value: 47.3,
  threshold: 44,
  unit: "%",
  scale: "none",
  watch: { at: "next_filing" },
};

function day(number: number): string {
  return `2025-06-${String(number).padStart(2, "0")}`;
}

function closes(...values: readonly (number | null)[]): ConditionReading[] {
  return values.map((value, index) => ({
    session: day(3 + index),
    values: value === null ? {} : { close: { value, at: day(3 + index) } },
    split: 1,
  }));
}

describe("a level that is watched for two sessions", () => {
  test.each<[string, (number | null)[], string, object]>([
    ["is not broken by one", [186, 188, 186], day(5), { status: "holds", met: 1, session: day(5), value: 186 }],
    [
      "is broken by the second in a row",
      [190, 186, 185, 200],
      day(6),
      { status: "broken", decided_on: day(5), value: 185 },
    ],
    ["is not met by the level itself", [187, 187], day(4), { status: "holds", met: 0 }],
    ["goes on over a session without a price", [186, null, 185], day(5), { status: "broken", decided_on: day(5) }],
    ["held when its last day is over", [190, 186], day(11), { status: "held", decided_on: day(10) }],
    ["holds on its last day itself", [190], day(10), { status: "holds" }],
    ["expired when nothing was ever read", [null], day(11), { status: "expired", decided_on: day(10) }],
  ])("%s", (_name, values, over, expected) => {
    expect(conditionState(close, closes(...values), over)).toMatchObject(expected);
  });

  test("stands on the basis of later splits", () => {
    const split = closes(95, 94).map((reading) => ({ ...reading, split: 2 }));
    expect(conditionState(close, split, day(4)).status).toBe("holds");
    expect(conditionState({ ...close, threshold: 191 }, split, day(4)).status).toBe("broken");
    expect(
      conditionState(
        close,
        split.map((one) => ({ ...one, split: null })),
        day(4),
      ),
    ).toMatchObject({ session: null });
  });
});

describe("a figure of the next filing", () => {
  const filed = (session: number, value: number, at: string): ConditionReading => ({
    session: day(session),
    values: { gross_margin_ttm: { value, at } },
    split: 1,
  });

  test.each<[string, ConditionReading[], string, object]>([
    ["waits for a later period", [filed(3, 40, "2025-03-31")], day(3), { status: "holds", session: null }],
    [
      "is broken by it",
      [filed(3, 40, "2025-03-31"), filed(4, 43.9, "2025-06-30")],
      day(4),
      { status: "broken", decided_on: day(4) },
    ],
    [
      "held with it, whatever the one after says",
      [filed(4, 45, "2025-06-30"), filed(5, 30, "2025-09-30")],
      day(5),
      { status: "held", decided_on: day(4) },
    ],
    ["expired without it", [filed(4, 45, "2025-03-31")], day(11), { status: "expired" }],
    ["is not read after its last day", [filed(11, 30, "2025-06-30")], day(11), { status: "expired", value: null }],
  ])("%s", (_name, readings, over, expected) => {
    expect(conditionState(margin, readings, over)).toMatchObject(expected);
  });
});

property.prop(
  [
    fc.array(fc.option(fc.integer({ min: 180, max: 195 }), { freq: 6 }), { maxLength: 12 }),
    fc.integer({ min: 1, max: 4 }),
    fc.nat(12),
  ],
  { seed: 41 },
)(
  "what comes after a decision changes nothing, and a decision is the first row that is long enough",
  (values, sessions, cut) => {
    const condition: Condition = { ...close, deadline: day(9), watch: { at: "close", sessions } };
    const readings = closes(...values);
    const last = readings.at(-1)?.session ?? day(2);
    const state = conditionState(condition, readings, last);
    // By hand: walk the known values up to the last day.
    const known = readings.flatMap(({ session, values: { close: found } }) =>
      found === undefined || session > condition.deadline ? [] : [{ session, isMet: found.value < 187 }],
    );
    const broken = known.find(
      (_one, at) => at + 1 >= sessions && known.slice(at + 1 - sessions, at + 1).every(({ isMet }) => isMet),
    );
    expect(state.status === "broken" ? state.decided_on : null).toBe(broken?.session ?? null);
    const earlier = readings.slice(0, cut);
    const before = conditionState(condition, earlier, earlier.at(-1)?.session ?? day(2));
    if (before.status === "broken") expect(state).toEqual(before);
  },
);
