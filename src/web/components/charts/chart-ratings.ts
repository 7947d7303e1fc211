import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";
import type { ChartTrack } from "#src/contract/chart.ts";
import type { Slot } from "#src/contract/chart-slots.ts";
import type { ChartColours } from "./chart-colours.ts";
import { leftOf } from "./chart-look.ts";
import { bandBox, outcomeLooks, ratingBands, ratingLooks, ratingMarks, signRadius } from "./rating-bands.ts";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];
type Context = Parameters<Parameters<Target["useMediaCoordinateSpace"]>[0]>[0]["context"];

/** Bands of ratings along the bottom, and the first track's opinions on the price. The sketch draws the same. */
export class ChartRatings implements ISeriesPrimitive<Time> {
  #on: SeriesAttachedParameter<Time> | null = null;
  readonly #tracks: readonly ChartTrack[];
  readonly #slots: readonly Slot[];
  readonly #colours: () => ChartColours;

  constructor(tracks: readonly ChartTrack[], slots: readonly Slot[], colours: () => ChartColours) {
    this.#tracks = tracks;
    this.#slots = slots;
    this.#colours = colours;
  }

  attached(on: SeriesAttachedParameter<Time>): void {
    this.#on = on;
  }

  detached(): void {
    this.#on = null;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [
      {
        // Over the grid, as the sketch has it.
        zOrder: () => "normal",
        renderer: () => ({
          draw: (target: Target) =>
            target.useMediaCoordinateSpace(({ context, mediaSize }) => this.#drawBands(context, mediaSize.height)),
        }),
      },
      {
        zOrder: () => "top",
        renderer: () => ({
          draw: (target: Target) => target.useMediaCoordinateSpace(({ context }) => this.#drawMarks(context)),
        }),
      },
    ];
  }

  #drawBands(context: Context, paneHeight: number): void {
    const colours = this.#colours();
    for (const [row, track] of this.#tracks.entries()) {
      const box = bandBox(row, this.#tracks.length);
      const [top, height] = [box.top * paneHeight, box.height * paneHeight];
      for (const { from, to, rating } of ratingBands(track, this.#slots)) {
        const edges = [from, to].map((place) => leftOf(this.#on?.chart, this.#slots, place));
        // On whole pixels: no light comes through between two of one colour.
        const [left = null, right = null] = edges.map((edge) => (edge === null ? null : Math.round(edge)));
        if (left === null || right === null) continue;
        const { colour, alpha } = ratingLooks[rating];
        if (rating === "REVIEW") hatch(context, { left, top, width: right - left, height }, colours[colour]);
        else {
          context.globalAlpha = alpha;
          context.fillStyle = colours[colour];
          context.fillRect(left, top, right - left, height);
          context.globalAlpha = 1;
        }
      }
    }
  }

  #drawMarks(context: Context): void {
    const on = this.#on;
    if (on === null) return;
    const colours = this.#colours();
    for (const { place, price, outcome } of ratingMarks(this.#tracks[0], this.#slots)) {
      const x = on.chart.timeScale().timeToCoordinate(this.#slots[place]?.date ?? "");
      const y = on.series.priceToCoordinate(price);
      const { shape, colour } = outcomeLooks[outcome];
      if (x !== null && y !== null) drawSign(context, shape, x, y, colours[colour], colours.surface);
    }
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function hatch(context: Context, { left, top, width, height }: Box, colour: string): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.globalAlpha = 0.55;
  context.lineWidth = 2;
  context.beginPath();
  for (let x = left - height; x < left + width; x += 7) {
    context.moveTo(x, top + height);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}

type Shape = (typeof outcomeLooks)[keyof typeof outcomeLooks]["shape"];

function drawSign(context: Context, shape: Shape, x: number, y: number, colour: string, ground: string): void {
  const path = (): void => {
    context.beginPath();
    if (shape !== "cross")
      return void context.arc(x, y, shape === "dot" ? signRadius * 0.7 : signRadius, 0, 2 * Math.PI);
    const arm = signRadius * 0.85;
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
  };
  path();
  // A rim of the ground's colour, so that it stands out on a candle of its own.
  context.strokeStyle = ground;
  context.lineWidth = 5;
  context.stroke();
  context.fillStyle = shape === "ring" ? ground : colour;
  if (shape !== "cross") context.fill();
  context.strokeStyle = colour;
  context.lineWidth = shape === "cross" ? 2.5 : 1.5;
  if (shape !== "dot") context.stroke();
}
