import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from "lightweight-charts";

type Target = Parameters<IPrimitivePaneRenderer["draw"]>[0];

export interface AsOfColours {
  readonly line: string;
  readonly unknown: string;
  readonly text: string;
}

/**
 * A line behind the last bar a run could know, with an empty field to the right of it: there is nothing to see there,
 * and that is what it shows.
 */
export class AsOfLine implements ISeriesPrimitive<Time> {
  #chart: SeriesAttachedParameter<Time>["chart"] | null = null;
  readonly #asOf: string;
  readonly #lastBar: string;
  readonly #colours: () => AsOfColours;

  /** @param lastBar the session behind which the line stands; data may end before the as-of date */
  constructor(asOf: string, lastBar: string, colours: () => AsOfColours) {
    this.#asOf = asOf;
    this.#lastBar = lastBar;
    this.#colours = colours;
  }

  attached({ chart }: SeriesAttachedParameter<Time>): void {
    this.#chart = chart;
  }

  detached(): void {
    this.#chart = null;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return [{ zOrder: () => "bottom", renderer: () => ({ draw: (target: Target) => this.#draw(target) }) }];
  }

  #draw(target: Target): void {
    const scale = this.#chart?.timeScale();
    const middle = scale?.timeToCoordinate(this.#lastBar) ?? null;
    if (scale === undefined || middle === null) return;
    const x = middle + scale.options().barSpacing / 2;
    const { line, unknown, text } = this.#colours();
    target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
      context.fillStyle = unknown;
      context.fillRect(x, 0, Math.max(0, width - x), height);
      context.strokeStyle = line;
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height);
      context.stroke();
      context.fillStyle = text;
      context.font = "500 11px sans-serif";
      context.textAlign = "right";
      context.fillText(`as of ${this.#asOf}`, x - 6, 14);
    });
  }
}
