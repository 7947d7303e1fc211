import { ColorType } from "lightweight-charts";
import type { ChartColours } from "./chart-colours.ts";

/** How every chart looks and behaves, in the theme's colours. */
export function chartLook({ muted, line }: ChartColours) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: "transparent" },
      textColor: muted,
      fontSize: 11,
      fontFamily: getComputedStyle(document.body).fontFamily,
      // Its link may not stand inside a picture; the page names the library below it.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    rightPriceScale: { borderColor: line },
    timeScale: { borderColor: line },
    crosshair: { vertLine: { color: muted }, horzLine: { color: muted } },
    // The page scrolls over the chart; pinching and dragging move it.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
    // What is let go of rolls on by itself, but not for who wants no motion.
    kineticScroll: { touch: !window.matchMedia("(prefers-reduced-motion: reduce)").matches, mouse: false },
  } as const;
}
