import { expect, test } from "vitest";
import { breakInOrder, type FaultOutcome } from "#tests/support/faults/break-service.ts";
import { faults } from "#tests/support/faults/faults.ts";
import { cases, seeds } from "#tests/support/faults/seeds.ts";

declare module "vitest" {
  interface TaskMeta {
    /** For the table of docs/faults.md. */
    outcomes?: readonly FaultOutcome[];
  }
}

/* Those that no other test injects; all of them, and with pages, where there are many seeds. */
const names = new Set([
  "Postgres fails over",
  "Disk full under Postgres",
  "Clock jumps ahead",
  "Database is slow",
  "A front door loses the database",
  "Payment processor is away",
]);
const only = new RegExp(process.env["FAULT_ONLY"] ?? "", "i");
const chosen = cases(
  faults.filter(({ name }) => names.has(name)),
  faults.filter(({ name }) => only.test(name)),
);
const isLong = seeds.length > 1;

test.for(seeds)(
  "a service under traffic loses nothing by what breaks under it, one fault after the other in the order of seed %i",
  { timeout: 7_200_000 },
  async (seed, { task, annotate }) => {
    const told = (outcome: FaultOutcome): void => void process.stdout.write(`${JSON.stringify(outcome)}\n`);
    const { outcomes, leftOut } = await breakInOrder(seed, chosen, { web: isLong, ...(isLong && { told }) });
    for (const name of leftOut)
      await annotate(`left out: ${name}. It takes a file system of its own, which root can mount on Linux`);
    task.meta.outcomes = outcomes;
    expect(outcomes.filter(({ lost, wrong }) => lost.length + wrong.length > 0)).toEqual([]);
    expect(outcomes.filter(({ jobs }) => Object.keys(jobs).length === 0)).toEqual([]);
  },
);
