import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** Files that start browsers and whole services stand first, so that the short ones fill what is left at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's, which returns a new array
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => /\/tests\/(?:e2e|fault)\//.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const left = ["**/*.long.test.ts", "**/node_modules/**", "**/.next/**"];

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Vitest leaves a core free, which on two cores is half.
    maxWorkers: "100%",
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: left,
    globalSetup: ["tests/support/shared.ts"],
    setupFiles: ["tests/support/guard.ts", "tests/support/cheap-hashes.ts"],
    testTimeout: 60_000,
    // What a test has started takes as long to end as it took to start, on a machine that does other things as well.
    hookTimeout: 60_000,
    // A second, which is the usual, is soon gone on a machine that does other things as well.
    expect: { poll: { timeout: 20_000 } },
    // Processes, as tests change folders and environments.
    pool: "forks",
  },
});
