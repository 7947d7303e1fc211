/** Set by `npm run test:fault`, which tries every step and moment: how many seeds each test of a fault has. */
const count = Number(process.env["FAULT_SEEDS"] ?? 1);

/** From 1; a test run has the first one alone. */
export const seeds: readonly number[] = Array.from({ length: count }, (_, index) => index + 1);

/** What a test run has, or what a long one tries in its place. */
export function cases<T>(usual: readonly T[], long: readonly T[]): readonly T[] {
  return count > 1 ? long : usual;
}
