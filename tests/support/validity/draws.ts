import { momentsOf, type Moments } from "#src/backtest/validity/deflated-sharpe.ts";
import { seededRandom } from "#src/core/figures/random.ts";

/** Draws of a normal distribution. */
export function normals(seed: string, count: number, mean: number, deviation: number): number[] {
  const random = seededRandom(seed);
  return Array.from(
    { length: count },
    () => mean + deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
}

/** Of what is known to move. */
export function moments(values: readonly number[]): Moments {
  const found = momentsOf(values);
  if (found === null) throw new Error("nothing moved");
  return found;
}
