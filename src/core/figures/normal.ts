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
