import type { ChartColours } from "./chart-colours.ts";

/** One after the other, so that two that are drawn side by side differ; the same beside their names. */
const indicatorTones = [
  { colour: "accent", swatch: "border-accent", stroke: "stroke-accent" },
  { colour: "warning", swatch: "border-warning", stroke: "stroke-warning" },
  { colour: "review", swatch: "border-review", stroke: "stroke-review" },
  { colour: "ink", swatch: "border-ink", stroke: "stroke-ink" },
  { colour: "muted", swatch: "border-muted", stroke: "stroke-muted" },
] as const satisfies readonly {
  readonly colour: keyof ChartColours;
  readonly swatch: string;
  readonly stroke: string;
}[];

export function toneOf(place: number): (typeof indicatorTones)[number] {
  return indicatorTones[place % indicatorTones.length] ?? indicatorTones[0];
}
