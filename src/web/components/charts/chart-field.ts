import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";
import { type ChartMark, asOfPlace, gapsOf, type Slot } from "#src/contract/chart.ts";
import { countText } from "#src/core/text/number-text.ts";
import { type ChartColours, leftOf, markLetters, markRadius as radius, markRow } from "./chart-look.ts";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];
type Context = Parameters<Parameters<Target["useMediaCoordinateSpace"]>[0]>[0]["context"];

export interface FieldContent {
  readonly slots: readonly Slot[];
  readonly asOf: string;
  readonly marks: readonly { readonly place: number; readonly mark: ChartMark }[];
}

/**
 * What lies behind the candles: the line at the as-of date with the field after it, gaps as empty fields, and events in
 * two rows along the bottom. Behind an indicator in a pane of its own it is the same without words and events.
 */
export class ChartField implements ISeriesPrimitive<Time> {
  #chart: SeriesAttachedParameter<Time>["chart"] | null = null;
  readonly #content: FieldContent;
  readonly #colours: () => ChartColours;
  readonly #isLower: boolean;

  constructor(content: FieldContent, colours: () => ChartColours, pane: "prices" | "lower" = "prices") {
    this.#content = content;
    this.#colours = colours;
    this.#isLower = pane === "lower";
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
      else if (!this.#isLower) {
        this.#drawWords(context);
        this.#drawMarks(context, mediaSize.height);
      }
    });
  }

  #leftOf(place: number): number | null {
    return leftOf(this.#chart ?? undefined, this.#content.slots, place);
  }

  #drawField(context: Context, { width, height }: { readonly width: number; readonly height: number }): void {
    const { slots } = this.#content;
    const { accent, sunken, line } = this.#colours();
    const edge = asOfPlace(slots) + 1;
    const x = this.#leftOf(edge);
    if (x === null) return;
    context.fillStyle = sunken;
    context.fillRect(x, 0, Math.max(0, width - x), height);
    for (const gap of gapsOf(slots)) {
      const [from, to] = [this.#leftOf(gap.from), this.#leftOf(gap.to)];
      if (from === null || to === null) continue;
      context.globalAlpha = 0.6;
      context.fillStyle = line;
      context.fillRect(from, 0, to - from, height);
      context.globalAlpha = 1;
    }
    context.strokeStyle = accent;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, height);
    context.stroke();
  }

  /** Over the grid and the prices, each letter with a rim of the ground's colour. */
  #drawWords(context: Context): void {
    const { slots, asOf } = this.#content;
    const { accent, muted, surface } = this.#colours();
    const edge = asOfPlace(slots) + 1;
    const x = this.#leftOf(edge);
    if (x === null) return;
    const write = (text: string, at: number, y: number, align: CanvasTextAlign, colour: string): void => {
      context.textAlign = align;
      context.strokeText(text, at, y);
      context.fillStyle = colour;
      context.fillText(text, at, y);
    };
    context.font = "500 11px sans-serif";
    context.strokeStyle = surface;
    context.lineWidth = 3;
    context.lineJoin = "round";
    for (const { from, to, missing } of gapsOf(slots)) {
      const [left, right] = [this.#leftOf(from), this.#leftOf(to)];
      const text = `${countText(missing)} missing`;
      if (left === null || right === null || right - left < context.measureText(text).width) continue;
      write(text, (left + right) / 2, 32, "center", muted);
    }
    write(`as of ${asOf}`, x - 6, 14, "right", accent);
    if (edge < slots.length) write("not known to the run", x + 6, 14, "left", muted);
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
