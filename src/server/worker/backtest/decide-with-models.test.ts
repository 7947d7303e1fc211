import { expect, test } from "vitest";
import type { BacktestDecision, BacktestSettings } from "#src/contract/backtests/backtest.ts";
import { modelPieces, wholeDates } from "./decide-with-models.ts";

const settings: BacktestSettings = {
  symbols: ["A", "B"],
  asset_type: "stock",
  from: "2019-01-01",
  to: "2019-01-31",
  every: 5,
  archives: [],
  reasoner: { provider: "openai", deep: "deep", quick: "quick", base_url: null },
  analysts: ["market"],
  rounds: 1,
  risk_rounds: 1,
  tool_steps: 0,
  seed: 1,
  short: false,
  commission_bps: 0,
  slippage_bps: 0,
  mask_ticker: false,
  cutoff: null,
  code_version: "test",
};
const work = [
  { symbol: "A", sessions: ["2019-01-02", "2019-01-09", "2019-01-16"] },
  { symbol: "B", sessions: ["2019-01-09", "2019-01-16"] },
];
const decided = (symbol: string, session: string): BacktestDecision => ({
  symbol,
  session,
  rating: "Hold",
  review_reason: null,
  confidence: null,
  calls: 1,
  tokens: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 1 },
  cost_usd: "0",
  unsupported_numbers: 0,
  result_sha256: "",
});

test("models decide by date and then by symbol, four side by side", () => {
  const flat = (pieces: ReturnType<typeof modelPieces>) =>
    pieces.map((piece) => piece.map(({ symbol, sessions }) => `${symbol} ${sessions.join()}`));
  expect(flat(modelPieces(work))).toEqual([
    ["A 2019-01-02", "A 2019-01-09", "B 2019-01-09", "A 2019-01-16"],
    ["B 2019-01-16"],
  ]);
});

test("a backtest that ends early ends before the first date that is not decided for every symbol", () => {
  const made = [decided("A", "2019-01-02"), decided("A", "2019-01-09"), decided("B", "2019-01-09")];
  const whole = wholeDates({ settings, work }, [...made, decided("B", "2019-01-16")]);
  expect(whole?.decisions).toEqual(made);
  expect(whole?.settings).toMatchObject({ to: "2019-01-15", symbols: ["A", "B"] });
});

test("a symbol of which nothing is decided is left out, and without any decision there is no result", () => {
  const first = decided("A", "2019-01-02");
  expect(wholeDates({ settings, work }, [first])?.settings).toMatchObject({ to: "2019-01-08", symbols: ["A"] });
  expect(wholeDates({ settings, work }, [decided("A", "2019-01-16")])).toBeNull();
});
