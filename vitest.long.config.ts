import { defineConfig } from "vitest/config";

/** The long runs of the fault tests: every step instead of a few, and more seeds. */
export default defineConfig({
  test: {
    include: ["tests/**/*.long.test.ts"],
    setupFiles: ["tests/support/guard.ts"],
    globalSetup: ["tests/support/shared.ts"],
    testTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    pool: "forks",
    maxWorkers: "100%",
  },
});
