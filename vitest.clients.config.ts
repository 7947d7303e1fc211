import { defineConfig } from "vitest/config";

/** Clients made by generators of other languages, against a real service. Their tools and packages come over the network. */
export default defineConfig({
  test: {
    include: ["tests/clients/*.clients.ts"],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    pool: "forks",
    // The generators and compilers take all there is.
    maxWorkers: 1,
  },
});
