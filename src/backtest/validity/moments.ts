export interface Moments {
  readonly n: number;
  readonly mean: number;
  /** Sample deviation (n − 1). */
  readonly deviation: number;
  /** g₁ = m₃ / m₂^(3/2); 0 for a normal distribution. */
  readonly skewness: number;
  /** m₄ / m₂², not less 3: 3 of a normal distribution. */
  readonly kurtosis: number;
}

/** Smaller deviations are floating-point noise. */
const still = 1e-12;

/**
 * `null` below two values, or for equal ones.
 * @see D. N. Joanes and C. A. Gill, Comparing Measures of Sample Skewness and Kurtosis, The Statistician 47 (1998), g₁,
 * b₂
 */
export function momentsOf(values: readonly number[]): Moments | null {
  const n = values.length;
  if (n < 2) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let [m2, m3, m4] = [0, 0, 0];
  for (const value of values) {
    const gap = value - mean;
    m2 += gap ** 2 / n;
    m3 += gap ** 3 / n;
    m4 += gap ** 4 / n;
  }
  if (Math.sqrt(m2) < still) return null;
  return { n, mean, deviation: Math.sqrt((m2 * n) / (n - 1)), skewness: m3 / m2 ** 1.5, kurtosis: m4 / m2 ** 2 };
}
