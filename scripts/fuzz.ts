/*
 * Sends made-up requests to a front door of its own on a real database, and says what broke a promise of the API.
 *
 * Usage: npm run test:fuzz -- [--cases N] [--seed S]
 */
import { parseArgs } from "node:util";
import { fuzz, fuzzConnections } from "#tests/support/fuzz/run.ts";
import { openFuzzTarget } from "#tests/support/fuzz/target.ts";

const { values } = parseArgs({ options: { cases: { type: "string" }, seed: { type: "string" } } });
const cases = Number(values.cases ?? 100_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
/** Jobs are ended between rounds. */
const round = 5000;
console.log(`${cases} requests, --seed ${seed}`);

const target = await openFuzzTarget();
try {
  await fuzzConnections(target, { cases: Math.ceil(cases / 10), seed });
  for (let done = 0; done < cases; done += round) {
    await fuzz(target, { cases: Math.min(round, cases - done), seed: seed + done });
    const { accepted } = await target.finish();
    console.log(`${Math.min(cases, done + round)} requests, ${accepted} jobs accepted and ended`);
  }
} finally {
  await target.close();
}
process.exit(0);
