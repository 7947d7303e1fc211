import { ranges, type RangeName } from "#src/web/components/charts/chart-view.ts";

/** More points than a screen has columns are not seen. */
const most = 1500;

/** Which of `count` sessions are drawn: each nth, the first and the last. */
export function drawnSessions(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  const drawn = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  return drawn.at(-1) === count - 1 || count === 0 ? drawn : [...drawn, count - 1];
}

/** The first of the drawn points that a range shows. @param total sessions that the points stand for */
export function firstDrawn(points: number, total: number, range: RangeName): number {
  if (ranges[range] >= total) return 0;
  return Math.max(0, points - Math.ceil((ranges[range] * points) / total));
}

/** More rows than this are read by nobody. */
const mostRows = 130;

/** Which drawn sessions from one on a table lists: all where they are few, else the last of each month; newest first. */
export function listedSessions(sessions: readonly string[], from: number): number[] {
  const all = Array.from({ length: sessions.length - from }, (_, index) => from + index);
  const listed =
    all.length <= mostRows ? all : all.filter((at) => sessions[at]?.slice(0, 7) !== sessions[at + 1]?.slice(0, 7));
  return listed.toReversed();
}

/** Of each session, how far the equity is below the highest until then: 0 or below. */
export function drawdowns(equity: readonly number[]): number[] {
  let peak = 0;
  return equity.map((value) => {
    peak = Math.max(peak, value);
    return peak > 0 ? value / peak - 1 : 0;
  });
}
