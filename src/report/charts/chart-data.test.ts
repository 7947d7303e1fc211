import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Reports, type Run } from "#src/contract/run/run.ts";
import { roundToUnit } from "#src/market/measures/measure.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";
import { chartSlots, gapsOf } from "#src/contract/chart.ts";
import type { InstrumentRecord } from "#src/contract/signals/instruments.ts";
import { chartIndicators, instrumentChart } from "./chart-data.ts";
import { runChart } from "./run-chart.ts";

let run: Run;
beforeAll(async () => {
  const vendors = await archiveChain(join(import.meta.dirname, "../../../demo"));
  if (vendors === null) throw new Error("the archive in demo/ is not there");
  const reasoner = createRulesReasoner();
  ({ run } = (await finishedRun({ vendors, reasoner, ticker: "DEMO", tradeDate: "2019-06-03" })).outcome);
});

test("the last value of each line is the measure of the same name", () => {
  const { chart, evidence } = run.manifest;
  const drawn = new Map<string, number | null>(
    chartIndicators(chart, evidence).flatMap(({ id, lines }) =>
      lines.map(({ name, values }) => [`${id}: ${name}`, values.at(-1) ?? null] as const),
    ),
  );
  const measure = (key: string): number | null => evidence.find((item) => item.key === key)?.value ?? null;
  const pairs: Record<string, string> = {
    "sma_20: SMA 20": "sma_20",
    "sma_50: SMA 50": "sma_50",
    "sma_200: SMA 200": "sma_200",
    "ema_10: EMA 10": "ema_10",
    "ema_20: EMA 20": "ema_20",
    "bollinger: Upper band": "bollinger_upper",
    "bollinger: Lower band": "bollinger_lower",
    "vwma_20: VWMA 20": "vwma_20",
    "mfi_14: MFI 14": "mfi_14",
    "rsi_14: RSI 14": "rsi_14",
    "macd: MACD": "macd",
    "macd: Signal": "macd_signal",
    "macd: Histogram": "macd_hist",
  };
  for (const [line, key] of Object.entries(pairs)) {
    const unit = ["rsi_14", "mfi_14"].includes(key) ? "points" : "USD";
    const [shown, told] = [drawn.get(line) ?? Number.NaN, measure(key) ?? Number.NaN];
    // Both are rounded, to six digits and by unit.
    expect(Math.abs(roundToUnit(shown, unit) - told), key).toBeLessThanOrEqual(1e-4 * Math.max(1, Math.abs(told)));
  }
});

test("a chart has the indicators that were cited and no others, and knows where its evidence is", () => {
  const data = runChart({ run, reports: Reports.parse(run.result.reports) });
  const cited = run.manifest.evidence.find(({ key }) => key === "rsi_14");
  expect(data?.bars).toEqual(run.manifest.chart);
  expect(data?.places.find(({ id }) => id === cited?.id)).toEqual({
    id: cited?.id,
    date: "2019-06-03",
    indicator: "rsi_14",
  });
  expect(data?.indicators.every(({ lines }) => lines.every(({ values }) => values.length === data.bars.length))).toBe(
    true,
  );
  expect(data?.marks.every(({ date }) => date <= "2019-06-03")).toBe(true);
});

const at = (session: string) => ({ session, open: 99, high: 103, low: 98, close: 101 });

function chartOf(symbol: string, closes: InstrumentRecord["closes"]) {
  return instrumentChart({ symbol, currency: "USD", closes, tracks: [] });
}

function slotsOf(symbol: string, ...sessions: readonly string[]) {
  const data = chartOf(
    symbol,
    sessions.map((session) => at(session)),
  );
  return data === null ? [] : chartSlots(data);
}

test("sessions without a price have their place, and weekends and holidays have none", () => {
  // Friday, Tuesday, then Friday: Wednesday and Thursday are missing. 2019-05-27 is a holiday.
  const slots = slotsOf("AAPL", "2019-05-24", "2019-05-28", "2019-05-31");
  expect(slots.map(({ date, bar }) => [date, bar !== null])).toEqual([
    ["2019-05-24", true],
    ["2019-05-28", true],
    ["2019-05-29", false],
    ["2019-05-30", false],
    ["2019-05-31", true],
  ]);
  expect(gapsOf(slots)).toEqual([{ from: 2, to: 4, missing: 2 }]);
  expect(slotsOf("BTC-USD", "2019-05-24", "2019-05-27")).toHaveLength(4);
});

test("a long gap takes the room of fifteen sessions and says how many are missing", () => {
  const slots = slotsOf("AAPL", "2018-01-02", "2019-01-02");
  expect(slots).toHaveLength(17);
  expect(gapsOf(slots)).toEqual([{ from: 1, to: 16, missing: 250 }]);
});

test("a settled session has the body of a candle and says that its range is not known", () => {
  const data = chartOf("AAPL", [
    at("2019-05-28"),
    { session: "2019-05-29", open: 10 / 3, high: null, low: null, close: 3 },
  ]);
  expect(data?.asOf).toBe("2019-05-29");
  expect(data?.bars).toEqual([
    { date: "2019-05-28", open: 99, high: 103, low: 98, close: 101 },
    { date: "2019-05-29", open: 3.3333333, high: 3.3333333, low: 3, close: 3, rangeUnknown: true },
  ]);
  expect(chartOf("AAPL", [])).toBeNull();
});

test("ratings go along with their outcomes and pages, and with nothing that a chart does not show", () => {
  const rating = { session: "2019-05-28", rating: "Buy", outcome: "right", href: "/signals/sig_1" } as const;
  const tracks = [{ name: "House list", ratings: [{ ...rating, agreement: null, confidence: 0.7 }] }];
  const data = instrumentChart({ symbol: "AAPL", currency: null, closes: [at("2019-05-28")], tracks });
  expect(data?.tracks).toEqual([{ name: "House list", ratings: [rating] }]);
});
