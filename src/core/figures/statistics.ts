/** Eight significant digits, at most twelve decimals: what is stored or shown does not depend on a machine's last bits. */
export function rounded(value: number): number {
  return Number(Number(value.toPrecision(8)).toFixed(12)) + 0;
}

/** Rounded; `null` of none. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/**
 * Φ(x) to a double's last digits: a Taylor series, and far out Mills' ratio.
 * @see G. Marsaglia, Evaluating the Normal Distribution, Journal of Statistical Software 11 (2004)
 */
export function normalCdf(x: number): number {
  if (x > 4) return 1 - upperTail(x);
  if (x < -4) return upperTail(-x);
  let sum = x;
  let term = x;
  for (let i = 3; Math.abs(term) > 1e-18 * Math.abs(sum); i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return 0.5 + sum * density(x);
}

/** For x > 4. */
function upperTail(x: number): number {
  let fraction = x;
  for (let k = 60; k >= 1; k -= 1) fraction = x + k / fraction;
  return density(x) / fraction;
}

function density(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}

/**
 * By Newton's steps.
 * @param p above 0 and below 1
 * @see M. Abramowitz and I. Stegun, Handbook of Mathematical Functions (1964), 26.2.23, for the start
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`there is no quantile of ${p}`);
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  let x = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let step = 0; step < 4; step += 1) {
    const gap = (normalCdf(x) - p) / density(x);
    // Halley's: also the curvature.
    x -= gap / (1 + 0.5 * x * gap);
  }
  return x;
}

const tails = 0.05;
/** From here on the expansion is accurate to six digits. */
const fewest = 5;
const pieces = 400;
const steps = 8;

/**
 * Degrees may be fractions; six digits.
 * @param freedom at least 1
 */
export function studentT95(freedom: number): number {
  if (freedom < 1) throw new RangeError(`${freedom} degrees of freedom`);
  return freedom < fewest ? byArea(freedom) : byExpansion(freedom);
}

/**
 * t = √f · cot φ; the tail's share is ∫₀^φ sin^(f-1). By Newton.
 * @see M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.7
 */
function byArea(freedom: number): number {
  const tail = tails * area(freedom, Math.PI / 2);
  let angle = (tail * freedom) ** (1 / freedom);
  for (let step = 0; step < steps; step += 1) angle -= (area(freedom, angle) - tail) / Math.sin(angle) ** (freedom - 1);
  return Math.sqrt(freedom) / Math.tan(angle);
}

/** Simpson's rule over the root, which has no corner at zero. */
function area(freedom: number, angle: number): number {
  const width = Math.sqrt(angle) / pieces;
  let sum = 0;
  for (let at = 0; at <= pieces; at += 1) {
    const root = at * width;
    const weight = at === 0 || at === pieces ? 1 : at % 2 === 1 ? 4 : 2;
    sum += weight * 2 * root * Math.sin(root ** 2) ** (freedom - 1);
  }
  return (sum * width) / 3;
}

/** @see G. W. Hill, Algorithm 396: Student's t-Quantiles, Communications of the ACM 13 (1970) */
function byExpansion(freedom: number): number {
  const a = 1 / (freedom - 0.5);
  const b = 48 / a ** 2;
  let c = ((20700 * a) / b - 98) * a ** 2 - 16 * a + 96.36;
  const d = ((94.5 / (b + c) - 3) / b + 1) * Math.sqrt((a * Math.PI) / 2) * freedom;
  const normal = -1.959963984540054;
  c += (((0.05 * d * normal - 5) * normal - 7) * normal - 2) * normal + b;
  const y = normal ** 2;
  const z = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * normal;
  return Math.sqrt(freedom * Math.expm1(a * z ** 2));
}
