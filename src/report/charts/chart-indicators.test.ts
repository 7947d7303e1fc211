import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Run, Reports } from "#src/contract/run/run.ts";
import { roundToUnit } from "#src/market/measures/measure.ts";
import { createRulesReasoner } from "#src/debate/reasoners/rules/rules-reasoner.ts";
import { archiveChain, finishedRun } from "#tests/support/run-analysis.ts";
import { chartIndicators } from "./chart-indicators.ts";
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
