/*
 * Breaks the product in each place of tests/mutations.json, one at a time, and says whether the named test of the core
 * turns red. Prints JSON; the code is 1 where one stays green.
 *
 * Usage: npm run test:mutations -- [PART OF A PATH …]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { tierVariable } from "#tests/support/runs.ts";

const Mutation = z.strictObject({
  place: z.string(),
  /** What is wrong then, for whoever uses the product. */
  fault: z.string(),
  find: z.string(),
  replace: z.string(),
  test: z.string(),
});
type Mutation = z.infer<typeof Mutation>;

const Report = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })) })),
});

const root = join(import.meta.dirname, "..");
const parts = process.argv.slice(2);
const listed = z.array(Mutation).parse(JSON.parse(readFileSync(join(root, "tests/mutations.json"), "utf8")));
const mutations = listed.filter(({ place }) => parts.length === 0 || parts.some((part) => place.includes(part)));
const folder = mkdtempSync(join(tmpdir(), "conclave-mutations-"));
let restore = (): void => {};
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    restore();
    process.exit(130);
  });

const results = [];
for (const mutation of mutations) {
  const failed = await failedTests(mutation);
  const { place, fault, test } = mutation;
  console.error(`${failed.length > 0 ? "red  " : "GREEN"} ${place}: ${fault}`);
  results.push({ place, fault, test, red: failed.length > 0, failed });
}
rmSync(folder, { recursive: true });
console.log(JSON.stringify(results, null, 2));
if (results.some(({ red }) => !red)) process.exitCode = 1;

/** Names of the tests that fail while the product is broken. @throws when the place does not read as it did any more */
async function failedTests({ place, find, replace, test }: Mutation): Promise<string[]> {
  const file = join(root, place);
  const sound = readFileSync(file, "utf8");
  if (sound.split(find).length !== 2)
    throw new Error(`tests/mutations.json: ${place} does not have this once: ${find}`);
  restore = () => writeFileSync(file, sound);
  try {
    writeFileSync(
      file,
      sound.replace(find, () => replace),
    );
    return await run(test);
  } finally {
    restore();
  }
}

/** A file that cannot even be read has no failed test: that is no test that sees the fault. */
async function run(test: string): Promise<string[]> {
  const report = join(folder, "report.json");
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [...vitest, test], {
    cwd: root,
    env: { ...process.env, [tierVariable]: "core" },
    stdio: "ignore",
  });
  await once(child, "close");
  const { testResults } = Report.parse(JSON.parse(readFileSync(report, "utf8")));
  rmSync(report);
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ status, fullName }) => (status === "failed" ? [fullName] : []));
}
