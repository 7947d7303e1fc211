import type { ChartBar, Levels } from "../run/run.ts";

const levelNames = ["entry", "stop", "target"] as const;
export type LevelName = (typeof levelNames)[number];

/** What happened to a level after the as-of date. */
export interface LevelOutcome {
  readonly name: LevelName;
  readonly price: number;
  /** The first session that reached it; `null`: none until `through`. */
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
 * The first session whose prices reach a level from the last close.
 * @param later after the as-of date, ascending, on the levels' basis
 */
export function levelOutcomes(levels: Levels | null, lastClose: number, later: readonly ChartBar[]): LevelOutcome[] {
  const through = later.at(-1)?.date;
  if (through === undefined) return [];
  return namedLevels(levels).map(({ name, price }) => {
    const hit = later.find(({ high, low }) => (price <= lastClose ? low <= price : high >= price));
    return { name, price, reached: hit?.date ?? null, through };
  });
}
