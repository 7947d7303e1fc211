import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: ["**/*.long.test.ts", "**/node_modules/**", "**/.next/**"],
    setupFiles: ["tests/support/guard.ts"],
    testTimeout: 60_000,
    // A second, which is the usual, is soon gone on a machine that does other things as well.
    expect: { poll: { timeout: 20_000 } },
    // Processes, as tests change folders and environments. Vitest leaves a core free, which on two cores is half.
    pool: "forks",
    maxWorkers: "100%",
  },
});
