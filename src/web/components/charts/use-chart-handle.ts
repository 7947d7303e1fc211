import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import type { ChartData, Slot } from "#src/contract/chart.ts";
import type { LevelOutcome } from "#src/contract/backtests/levels.ts";
import type { ChartView } from "./chart-view.ts";
import type { ChartHandle } from "./draw-chart.ts";

interface Drawn {
  /** The library's drawing has taken the sketch's place. */
  readonly isAlive: boolean;
  readonly handle: ChartHandle | null;
  /** Asks for the library; it is not sent to who only reads. */
  readonly wake: () => void;
}

/** The library's drawing in `box`, made with the first wish for it and kept as the reader has set it. */
export function useChartHandle(
  box: RefObject<HTMLDivElement | null>,
  content: { readonly data: ChartData; readonly slots: readonly Slot[]; readonly outcomes: readonly LevelOutcome[] },
  view: ChartView,
  onMove: (place: number | null) => void,
): Drawn {
  const [isWanted, setWanted] = useState(false);
  const [isAlive, setAlive] = useState(false);
  const [handle, setHandle] = useState<ChartHandle | null>(null);
  const { data, slots, outcomes } = content;
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    const place = box.current;
    if (place === null || !isWanted) return undefined;
    let made: ChartHandle | null = null;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { drawChart } = await import("./draw-chart.ts");
      if (isGone) return;
      made = drawChart(place, { data, slots, outcomes }, (at) => latest.current(at));
      setHandle(made);
      // It paints in the next frame; until then the sketch stays.
      requestAnimationFrame(() => {
        if (!isGone) setAlive(true);
      });
    };
    void draw();
    return () => {
      isGone = true;
      setHandle(null);
      made?.remove();
    };
  }, [box, data, slots, outcomes, isWanted]);
  useEffect(() => handle?.show(view), [handle, view]);
  return { isAlive, handle, wake: useCallback(() => setWanted(true), []) };
}
