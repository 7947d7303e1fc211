import type { ReactNode, RefObject } from "react";
import type { ChartData } from "#src/contract/chart.ts";
import { namedLevels } from "#src/contract/backtests/levels.ts";
import { PlaceSlider, sliderFocus } from "./place-slider.tsx";

interface Props {
  readonly data: ChartData;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly slider: RefObject<HTMLInputElement | null>;
  /** The last place, the one that is pointed at, and that in words. */
  readonly last: number;
  readonly place: number;
  readonly spoken: string;
  /** Panes below the prices, for which the box grows. */
  readonly ownPanes: number;
  /** The library's drawing covers the sketch. */
  readonly isAlive: boolean;
  readonly isShort: boolean;
  readonly onWake: () => void;
  /** By keyboard. */
  readonly onSteer: (place: number) => void;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** The picture, and beside it its slider. */
export function ChartPlot(props: Props) {
  const { data, box, slider, last, place, spoken, ownPanes, isAlive, isShort, onWake, onSteer, onLeave, children } =
    props;
  return (
    <div className={`relative min-w-0 ${sliderFocus}`}>
      <PlaceSlider
        label="Session on the chart"
        slider={slider}
        last={last}
        place={place}
        spoken={spoken}
        onFocus={onWake}
        onLeave={onLeave}
        onSteer={onSteer}
      />
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in several parts
        role="img"
        aria-label={describe(data)}
        className={`relative w-full min-w-0 ${isShort ? "h-52" : "h-80 sm:h-96"}`}
        style={ownPanes === 0 ? {} : { marginBottom: `${ownPanes * 6}rem` }}
        // Who only reads has the sketch; who points at it or touches it gets a chart that moves.
        onPointerEnter={onWake}
      >
        <div className={isAlive ? "invisible size-full print:visible" : "size-full"}>{children}</div>
        <div
          ref={box}
          className="absolute inset-x-0 top-0 print:hidden"
          style={{ height: ownPanes === 0 ? "100%" : `calc(100% + ${ownPanes * 6}rem)` }}
        />
      </div>
    </div>
  );
}

function describe({ bars, levels, symbol, currency, asOf, holes }: ChartData): string {
  const [first, last] = [bars.at(0), bars.at(-1)];
  if (first === undefined || last === undefined) return `No prices for ${symbol}.`;
  const missing = holes.reduce((sum, { sessions }) => sum + sessions, 0);
  const named = namedLevels(levels).map(({ name, price }) => `${name} ${price}`);
  const said = `Daily prices of ${symbol} in ${currency} from ${first.date} to ${asOf}, last close ${last.close}`;
  return [said, ...(missing === 0 ? [] : [`${missing} sessions without a price`]), ...named].join(", ");
}
