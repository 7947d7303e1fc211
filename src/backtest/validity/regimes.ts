/** The state of the market, as known at the close before. */
export type Trend = "bull" | "bear" | "flat";
export type Turbulence = "high volatility" | "low volatility";

/** `null`: too little came before to say. */
export interface Regime {
  readonly trend: Trend | null;
  readonly turbulence: Turbulence | null;
}

const quarter = 63;
const month = 21;
const move = 0.05;

/**
 * Per session, from the held instruments' equity. Trend: 63 sessions' return above 5 %, below −5 %, or between.
 * Volatility: 21 returns' deviation against the window's median. Chosen before any result.
 */
export function regimesOf(held: readonly number[]): Regime[] {
  const returns = held.slice(1).map((value, index) => value / (held[index] ?? value) - 1);
  const deviations = returns.map((_, index) => (index < month ? null : deviation(returns.slice(index - month, index))));
  const middle = medianOf(deviations.filter((value) => value !== null));
  return returns.map((_, index) => {
    const [before, now] = [held[index - quarter], held[index]];
    const past = before === undefined || now === undefined ? null : now / before - 1;
    const own = deviations[index] ?? null;
    return {
      trend: past === null ? null : past > move ? "bull" : past < -move ? "bear" : "flat",
      turbulence: own === null || middle === null ? null : own > middle ? "high volatility" : "low volatility",
    };
  });
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
