import { readFileSync } from "node:fs";
import type { RoleName } from "./service.ts";

/** Of a process at a moment, in MB. */
export interface MemorySample {
  readonly role: RoleName;
  /** Since the load began. */
  readonly seconds: number;
  /** Proportional set size: shared pages count once. */
  readonly pss: number;
  readonly rss: number;
  /** What objects take up, where the role tells; else `null`. */
  readonly heap: number | null;
}

/** How one measure of a role went over the second half of a load. */
export interface MemoryTrend {
  readonly role: RoleName;
  readonly measure: "pss" | "rss" | "heap";
  /** MB, the mean of its lows. */
  readonly level: number;
  /** MB a minute, by least squares over its lows. */
  readonly slope: number;
  /** MB that the slope makes over the time that was looked at. */
  readonly growth: number;
  readonly flat: boolean;
}

/** Of this many seconds the lowest sample says what is held: a collector frees when it likes, or is told to. */
export const windowSeconds = 15;
/** What a level may move by chance over half a load. A leak goes on, and is beyond this in a longer load. */
const share = 0.1;
const leastMb = 8;

/** `null` for a process that is gone, and where there is no /proc. */
export function memoryOf(pid: number): { readonly pss: number; readonly rss: number } | null {
  try {
    const kb = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
    return { pss: kb("Pss") / 1024, rss: kb("Rss") / 1024 };
  } catch {
    return null;
  }
}

/** Of the second half of a load alone: in the first, code is compiled and caches are filled. */
export function memoryTrends(samples: readonly MemorySample[]): MemoryTrend[] {
  const end = Math.max(...samples.map(({ seconds }) => seconds));
  const late = samples.filter(({ seconds }) => seconds >= end / 2);
  return [...Map.groupBy(late, ({ role }) => role)].flatMap(([role, ofRole]) =>
    (["pss", "rss", "heap"] as const).flatMap((measure): MemoryTrend[] => {
      const points = ofRole.flatMap((sample) => {
        const mb = sample[measure];
        return mb === null ? [] : [{ minutes: sample.seconds / 60, mb }];
      });
      const lows = [
        ...Map.groupBy(points, ({ minutes }) => Math.floor((minutes * 60) / windowSeconds)).values(),
      ].flatMap((window) => window.toSorted((a, b) => a.mb - b.mb).slice(0, 1));
      if (lows.length === 0) return [];
      const level = lows.reduce((sum, { mb }) => sum + mb, 0) / lows.length;
      const slope = slopeOf(lows);
      const growth = slope * (end / 2 / 60);
      return [{ role, measure, level, slope, growth, flat: growth <= Math.max(leastMb, share * level) }];
    }),
  );
}

/** Least squares. */
function slopeOf(points: readonly { readonly minutes: number; readonly mb: number }[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
  const x = mean(points.map(({ minutes }) => minutes));
  const y = mean(points.map(({ mb }) => mb));
  const across = points.reduce((sum, { minutes }) => sum + (minutes - x) ** 2, 0);
  return across === 0 ? 0 : points.reduce((sum, { minutes, mb }) => sum + (minutes - x) * (mb - y), 0) / across;
}
