import type { ChartMark } from "#src/contract/chart.ts";

/** What stands in a circle on the day of an event. */
export const markLetters = {
  split: "S",
  dividend: "D",
  earnings: "E",
  filing: "F",
  news: "N",
  post: "P",
} as const satisfies Record<ChartMark["type"], string>;

/** Of the circle, in pixels. */
export const markRadius = 6.5;

/** What the company did stands at the bottom, what was written about it above. */
export function markRow(type: ChartMark["type"]): 0 | 1 {
  return type === "news" || type === "post" ? 1 : 0;
}
