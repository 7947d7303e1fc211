import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/**
 * Files that start browsers and whole services stand first, so that the short ones fill what is left at the end; those
 * that share an app stand together, as it runs for as long as somebody uses it.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's, which returns a new array
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/tests\/(?:e2e|fault)\//.test(moduleId);
    const shares = ({ moduleId }: TestSpecification): boolean => /\bsharedApp\(\)/.test(readFileSync(moduleId, "utf8"));
    const rank = (file: TestSpecification): number => (shares(file) ? 1 : isLong(file) ? 0 : 2);
    return [0, 1, 2].flatMap((wanted) => sorted.filter((file) => rank(file) === wanted));
  }
}

// Threads of a test, and what each of its processes loads of libraries, are compiled once; as src/cli/main.js does.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/conclave");

const left = ["**/*.long.test.ts", "**/node_modules/**", "**/.next/**"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Files that start processes of their own wait for them a third of their time: three share two cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    globalSetup: ["tests/support/shared.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: [
            "src/**/*.test.ts",
            "clients/typescript/src/**/*.test.ts",
            "tests/{assistant,conformance,contract,fuzz,support}/**/*.test.ts",
          ],
          // They share processes and what those have loaded: a file of its own process spends more on its start than on
          // its tests. Nothing that a module keeps may depend on who came before.
          isolate: false,
        },
      },
      { extends: true, test: { name: "apart", include: ["tests/{e2e,fault}/**/*.test.ts"] } },
    ],
    exclude: left,
    setupFiles: ["tests/support/guard.ts"],
    // So long hangs nothing that works, on the slowest machine; no test asks how quick something is by its limit.
    testTimeout: 1_200_000,
    // What a test has started takes as long to end as it took to start, on a machine that does other things as well.
    hookTimeout: 600_000,
    // A second, which is the usual, is soon gone on a machine that does other things as well.
    expect: { poll: { timeout: 600_000 } },
    // Processes, as tests change folders and environments.
    pool: "forks",
  },
});
