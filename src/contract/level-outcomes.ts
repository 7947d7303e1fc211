import type { ChartBar, Levels } from "./run.ts";

const levelNames = ["entry", "stop", "target"] as const;
export type LevelName = (typeof levelNames)[number];

/** What became of a level after the as-of date. */
export interface LevelOutcome {
  readonly name: LevelName;
  readonly price: number;
  /** The first session that reached it; `null`: none did until `through`. */
  readonly reached: string | null;
  readonly through: string;
}

export function namedLevels(levels: Levels | null): { readonly name: LevelName; readonly price: number }[] {
  return levelNames.flatMap((name) => {
    const price = levels?.[name] ?? null;
    return price === null ? [] : [{ name, price }];
  });
}

/**
 * A level is reached by the first session whose prices come to it from where the last close stood: from above, its low
 * is at the level or below; from below, its high is at the level or above.
 * @param later after the as-of date, ascending, on the basis of the levels; empty: nothing can be told
 */
export function levelOutcomes(levels: Levels | null, lastClose: number, later: readonly ChartBar[]): LevelOutcome[] {
  const through = later.at(-1)?.date;
  if (through === undefined) return [];
  return namedLevels(levels).map(({ name, price }) => {
    const hit = later.find(({ high, low }) => (price <= lastClose ? low <= price : high >= price));
    return { name, price, reached: hit?.date ?? null, through };
  });
}
