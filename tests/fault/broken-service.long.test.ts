import { expect, test } from "vitest";
import { breakInOrder, type FaultOutcome } from "#tests/support/faults/break-service.ts";
import { faults } from "#tests/support/faults/faults.ts";

declare module "vitest" {
  interface TaskMeta {
    /** For the table of docs/faults.md. */
    outcomes?: readonly FaultOutcome[];
  }
}

const seeds = Array.from({ length: Number(process.env["FAULT_SEEDS"] ?? 20) }, (_, index) => index + 1);

test.for(seeds)(
  "a service under traffic loses nothing by what breaks under it, one fault after the other in the order of seed %i",
  { timeout: 7_200_000 },
  async (seed, { task }) => {
    const told = (outcome: FaultOutcome): void => void process.stdout.write(`${JSON.stringify(outcome)}\n`);
    const { outcomes } = await breakInOrder(seed, faults, { web: true, told });
    task.meta.outcomes = outcomes;
    expect(outcomes.filter(({ lost, wrong }) => lost.length + wrong.length > 0)).toEqual([]);
  },
);
