import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";
import { fullTierFiles, groupNames, groupOf } from "./scripts/test/groups.ts";
import { tierVariable } from "./tests/support/runs.ts";

const root = import.meta.dirname;

/** One group after another; in a group the longest of the last run first, and those that share an app together. */
class ByGroup extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's, which returns a new array
    const sorted = await super.sort(files);
    const shares = ({ moduleId }: TestSpecification): boolean => /\bsharedApp\(\)/.test(readFileSync(moduleId, "utf8"));
    const rank = (file: TestSpecification): number =>
      2 * groupNames.indexOf(groupOf(file.moduleId.slice(root.length + 1))) + (shares(file) ? 1 : 0);
    const ranks = new Map(sorted.map((file) => [file, rank(file)]));
    return sorted.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  }
}

// Threads of a test, and what each of its processes loads of libraries, are compiled once; as src/cli/main.js does.
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/conclave");

/** `core` leaves `*.full.test.ts` out, `full` runs them and what the tier makes longer; without one, a file is named. */
const tier = process.env[tierVariable];
const full = tier === "full" ? fullTierFiles(root) : null;
const among = (...patterns: string[]): string[] =>
  full === null
    ? patterns.map((pattern) => `${pattern}/**/*.test.ts`)
    : full.filter((file) => startsWithOne(file, patterns));

function startsWithOne(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`));
}

export default defineConfig({
  test: {
    sequence: { sequencer: ByGroup },
    // Files that start processes of their own wait for them a third of their time: three share two cores.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    globalSetup: ["tests/support/shared.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: among(
            "src",
            "clients/typescript/src",
            "tests/assistant",
            "tests/conformance",
            "tests/contract",
            "tests/fuzz",
            "tests/support",
          ),
          // They share processes and what those have loaded: a file of its own process spends more on its start than on
          // its tests. Nothing that a module keeps may depend on who came before.
          isolate: false,
        },
      },
      { extends: true, test: { name: "apart", include: among("tests/e2e", "tests/fault") } },
    ],
    exclude: [
      ...configDefaults.exclude,
      "**/.next/**",
      "**/*.long.test.ts",
      ...(tier === "core" ? ["**/*.full.test.ts"] : []),
    ],
    setupFiles: ["tests/support/guard.ts"],
    // So long hangs nothing that works, on the slowest machine; no test asks how quick something is by its limit.
    testTimeout: 1_200_000,
    // What a test has started takes as long to end as it took to start, on a machine that does other things as well.
    hookTimeout: 600_000,
    // A second, which is the usual, is soon gone on a machine that does other things as well; and each look costs
    // processor time, here and in whatever is asked.
    expect: { poll: { timeout: 400_000, interval: 100 } },
    // Processes, as tests change folders and environments.
    pool: "forks",
  },
});
