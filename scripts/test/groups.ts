import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** By the start of a file's path, in the order in which they run: short files fill what is left at the end. */
export const groups = {
  faults: ["tests/fault/"],
  browser: ["tests/e2e/"],
  contract: ["tests/contract/", "tests/fuzz/"],
  conformance: ["tests/conformance/"],
  assistant: ["tests/assistant/"],
  unit: ["src/", "clients/", "scripts/", "tests/support/"],
} as const satisfies Record<string, readonly string[]>;

export type Group = keyof typeof groups;

export const groupNames = Object.keys(groups).filter((name): name is Group => name in groups);

/** @param path relative to the project's folder */
export function groupOf(path: string): Group {
  const found = groupNames.find((name) => groups[name].some((start) => path.startsWith(start)));
  if (found === undefined) throw new Error(`${path} belongs to no group of tests`);
  return found;
}

export type Tier = "core" | "full";

/** What `npm run test:all` runs: files named so, and those whose properties are tried more often there. */
export function fullTierFiles(root: string): string[] {
  return globSync(["{src,tests}/**/*.test.ts", "clients/typescript/src/**/*.test.ts"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter(
      (file) =>
        file.endsWith(".full.test.ts") || readFileSync(join(root, file), "utf8").includes("#tests/support/runs.ts"),
    );
}
