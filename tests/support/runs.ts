/** Set by scripts/test.ts: `core` in `npm test`, `full` in `npm run test:all`. */
export const tierVariable = "TEST_TIER";

/** How often a property is tried: few times in `npm test`, many in `npm run test:all`, which runs a file that asks too. */
export function runs(few: number, many: number): number {
  return process.env[tierVariable] === "full" ? many : few;
}
