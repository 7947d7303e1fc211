/** More points than a screen has columns are not seen. */
const most = 1500;

/** Which of `count` sessions are drawn: each nth, the first and the last. */
export function drawnSessions(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  const drawn = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  return drawn.at(-1) === count - 1 || count === 0 ? drawn : [...drawn, count - 1];
}

/** Of each session, how far the equity is below the highest until then: 0 or below. */
export function drawdowns(equity: readonly number[]): number[] {
  let peak = 0;
  return equity.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : 0;
  });
}
