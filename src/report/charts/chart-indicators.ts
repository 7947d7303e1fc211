import type { ChartIndicator, IndicatorLine } from "#src/contract/chart.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { ChartBar } from "#src/contract/run/run.ts";
import {
  atrLine,
  bollingerLines,
  emaLine,
  macdLines,
  mfiLine,
  rsiLine,
  smaLine,
  vwmaLine,
  type Candle,
  type LineValues,
} from "#src/market/measures/indicator-lines.ts";

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly pane: "price" | "own";
  /** The measures that it draws. */
  readonly keys: readonly string[];
  readonly lines: (candles: readonly Candle[]) => IndicatorLine[];
}

/** How far ATR bands lie from the close: what a stop is usually measured by. */
const bandWidth = 2;

const kinds: readonly Kind[] = [
  ...[20, 50, 200].map((n): Kind => {
    const title = `SMA ${n}`;
    const keys = [`sma_${n}`, `close_vs_sma_${n}`];
    return { id: `sma_${n}`, title, pane: "price", keys, lines: (of) => [line(title, smaLine(of, n))] };
  }),
  ...[10, 20].map((n): Kind => {
    const title = `EMA ${n}`;
    return { id: `ema_${n}`, title, pane: "price", keys: [`ema_${n}`], lines: (of) => [line(title, emaLine(of, n))] };
  }),
  {
    id: "bollinger",
    title: "Bollinger 20, 2",
    pane: "price",
    keys: ["bollinger_upper", "bollinger_lower", "bollinger_percent_b"],
    lines: (of) => {
      const { upper, lower } = bollingerLines(of);
      return [line("Upper band", upper), line("Lower band", lower)];
    },
  },
  {
    id: "vwma_20",
    title: "VWMA 20",
    pane: "price",
    keys: ["vwma_20"],
    lines: (of) => [line("VWMA 20", vwmaLine(of))],
  },
  {
    id: "atr_14",
    title: `ATR bands, ${bandWidth} × 14`,
    pane: "price",
    keys: ["atr_14", "atr_14_pct"],
    lines: (of) => {
      const atr = atrLine(of);
      const band = (way: 1 | -1): LineValues =>
        of.map(({ close }, index) => {
          const range = atr[index] ?? null;
          return range === null ? null : Number((close + way * bandWidth * range).toPrecision(6));
        });
      return [line("Close + 2 ATR", band(1)), line("Close − 2 ATR", band(-1))];
    },
  },
  { id: "rsi_14", title: "RSI 14", pane: "own", keys: ["rsi_14"], lines: (of) => [line("RSI 14", rsiLine(of))] },
  { id: "mfi_14", title: "MFI 14", pane: "own", keys: ["mfi_14"], lines: (of) => [line("MFI 14", mfiLine(of))] },
  {
    id: "macd",
    title: "MACD 12, 26, 9",
    pane: "own",
    keys: ["macd", "macd_signal", "macd_hist"],
    lines: (of) => {
      const { macd, signal, histogram } = macdLines(of);
      return [
        { name: "Histogram", look: "bars", values: histogram },
        line("MACD", macd),
        { name: "Signal", look: "faint", values: signal },
      ];
    },
  },
];

function line(name: string, values: LineValues): IndicatorLine {
  return { name, look: "line", values };
}

/** Which indicator draws the measure of this key; `null`: none. */
export function indicatorOf(key: string): string | null {
  return kinds.find(({ keys }) => keys.includes(key))?.id ?? null;
}

/**
 * The indicators that draw a measure of `evidence`, computed from the same bars by the functions that gave the
 * measures. Those that no bar has a value for are left out.
 */
export function chartIndicators(
  bars: readonly ChartBar[],
  evidence: readonly Pick<Evidence, "key">[],
): ChartIndicator[] {
  const wanted = new Set(evidence.map(({ key }) => key));
  const candles = bars.map((bar): Candle => ({ ...bar, volume: bar.volume ?? null }));
  return kinds
    .filter(({ keys }) => keys.some((key) => wanted.has(key)))
    .map(({ id, title, pane, lines }) => ({ id, title, pane, lines: lines(candles) }))
    .filter(({ lines }) => lines.some(({ values }) => values.some((value) => value !== null)));
}
