import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";
import type { ChartMark } from "#src/contract/chart.ts";
import { asOfPlace, gapsOf, labelledGap, type Slot } from "#src/contract/chart-slots.ts";
import type { ChartColours } from "./chart-colours.ts";
import { markLetters, markRadius as radius, markRow } from "./mark-look.ts";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];
type Context = Parameters<Parameters<Target["useMediaCoordinateSpace"]>[0]>[0]["context"];

export interface FieldContent {
  readonly slots: readonly Slot[];
  readonly asOf: string;
  readonly marks: readonly { readonly place: number; readonly mark: ChartMark }[];
}

/**
 * What lies behind the candles: the line at the as-of date with the field after it, gaps as empty fields, and events in
 * two rows along the bottom.
 */
export class ChartField implements ISeriesPrimitive<Time> {
  #chart: SeriesAttachedParameter<Time>["chart"] | null = null;
  readonly #content: FieldContent;
  readonly #colours: () => ChartColours;

  constructor(content: FieldContent, colours: () => ChartColours) {
    this.#content = content;
    this.#colours = colours;
  }

  attached({ chart }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart;
  }

  detached(): void {
    this.#chart = null;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [
      { zOrder: () => "bottom", renderer: () => ({ draw: (target: Target) => this.#draw(target, "field") }) },
      { zOrder: () => "top", renderer: () => ({ draw: (target: Target) => this.#draw(target, "marks") }) },
    ];
  }

  #draw(target: Target, part: "field" | "marks"): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      if (part === "field") this.#drawField(context, mediaSize);
      else this.#drawMarks(context, mediaSize.height);
    });
  }

  /** The left edge of a place. */
  #leftOf(place: number): number | null {
    const scale = this.#chart?.timeScale();
    const slot = this.#content.slots[place];
    const before = this.#content.slots[place - 1];
    if (scale === undefined) return null;
    const half = scale.options().barSpacing / 2;
    const middle = slot === undefined ? null : scale.timeToCoordinate(slot.date);
    if (middle !== null) return middle - half;
    const last = before === undefined ? null : scale.timeToCoordinate(before.date);
    return last === null ? null : last + half;
  }

  #drawField(context: Context, { width, height }: { readonly width: number; readonly height: number }): void {
    const { slots, asOf } = this.#content;
    const { accent, sunken, line, muted } = this.#colours();
    const edge = asOfPlace(slots) + 1;
    const x = this.#leftOf(edge);
    if (x === null) return;
    context.fillStyle = sunken;
    context.fillRect(x, 0, Math.max(0, width - x), height);
    context.font = "500 11px sans-serif";
    context.textAlign = "center";
    for (const gap of gapsOf(slots)) {
      const [from, to] = [this.#leftOf(gap.from), this.#leftOf(gap.to)];
      if (from === null || to === null) continue;
      context.globalAlpha = 0.6;
      context.fillStyle = line;
      context.fillRect(from, 0, to - from, height);
      context.globalAlpha = 1;
      context.fillStyle = muted;
      if (gap.to - gap.from >= labelledGap) context.fillText(`${gap.missing} missing`, (from + to) / 2, 32);
    }
    context.strokeStyle = accent;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, height);
    context.stroke();
    context.fillStyle = accent;
    context.textAlign = "right";
    context.fillText(`as of ${asOf}`, x - 6, 14);
    if (edge < slots.length) {
      context.fillStyle = muted;
      context.textAlign = "left";
      context.fillText("not known to the run", x + 6, 14);
    }
  }

  #drawMarks(context: Context, height: number): void {
    const { slots, marks } = this.#content;
    const { surface, accent, muted } = this.#colours();
    const scale = this.#chart?.timeScale();
    if (scale === undefined) return;
    context.font = "600 9px sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    // In each row the next circle needs room beside the one before it.
    const free = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { place, mark } of marks) {
      const row = markRow(mark.type);
      const x = scale.timeToCoordinate(slots[place]?.date ?? "");
      if (x === null || x < (free[row] ?? 0)) continue;
      free[row] = x + radius * 2 + 1;
      const y = height - radius - 3 - row * (radius * 2 + 3);
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = surface;
      context.fill();
      context.strokeStyle = row === 0 ? accent : muted;
      context.lineWidth = 1;
      context.stroke();
      context.fillStyle = row === 0 ? accent : muted;
      context.fillText(markLetters[mark.type], x, y + 0.5);
    }
    context.textBaseline = "alphabetic";
  }
}
