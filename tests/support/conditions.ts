import type { Condition } from "#src/contract/run/conditions.ts";
import { addDays } from "#src/core/clock.ts";
import { MONDAY } from "./company.ts";

/** Two closes below 90, watched for 20 days from the company's session. */
export function closesBelow(over: Partial<Condition> = {}): Condition {
  return {
    id: "C1",
    place: 1,
    said: "close under the level",
    measure: "close",
    label: "Last close",
    evidence: "M1",
    value: 100,
    at: MONDAY,
    comparator: "below",
    threshold: 90,
    unit: "USD",
    scale: "price",
    watch: { at: "close", sessions: 2 },
    deadline: addDays(MONDAY, 20),
    deadline_from: "condition",
    ...over,
  };
}
