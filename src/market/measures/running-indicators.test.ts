import { fc, test as property } from "@fast-check/vitest";
import { ATR, BollingerBands, EMA, MACD, MFI, RSI, SMA, VWMA } from "trading-signals";
import { expect } from "vitest";
import { atr, bollinger, ema, macd, mfi, rsi, sma, vwma } from "./running-indicators.ts";

/* To the last bit what trading-signals gives for any prices, so that a result means the same whoever computed it. */

const price = fc.oneof(
  fc.double({ min: 0.0001, max: 1e6, noNaN: true }),
  fc.constantFrom(100, 100.5),
  fc.integer({ min: 1, max: 500 }),
);
const closes = fc.array(price, { minLength: 1, maxLength: 120 });
const candles = fc.array(
  fc
    .record({ prices: fc.array(price, { minLength: 4, maxLength: 4 }), volume: fc.nat(1e9) })
    .map(({ prices: [open = 1, close = 1, one = 1, other = 1], volume }) => ({
      open,
      close,
      high: Math.max(open, close, one, other),
      low: Math.min(open, close, one, other),
      volume,
    })),
  { minLength: 1, maxLength: 60 },
);

/** @param oracle an indicator of the library */
function sameAs<Input, Output>(
  inputs: readonly Input[],
  ours: (input: Input) => Output | null,
  oracle: { add(input: Input): unknown; getResult(): Output | null },
): void {
  for (const input of inputs) {
    const value = ours(input);
    oracle.add(input);
    expect(value).toEqual(oracle.getResult());
  }
}

property.prop([closes, fc.integer({ min: 2, max: 30 })])("of closes", (values, n) => {
  sameAs(values, sma(n), new SMA(n));
  sameAs(values, rsi(n), new RSI(n));
  const mean = ema(n);
  const theirs = new EMA(n);
  for (const value of values) expect(mean(value)).toBe(theirs.add(value));
  sameAs(values, bollinger(n, 2), withoutMiddle(new BollingerBands(n, 2)));
  sameAs(values, macd(n, 2 * n, 9), new MACD(new EMA(n), new EMA(2 * n), new EMA(9)));
});

function withoutMiddle(bands: BollingerBands): {
  add(close: number): void;
  getResult(): { lower: number; upper: number } | null;
} {
  return {
    add: (close) => void bands.add(close),
    getResult() {
      const found = bands.getResult();
      return found && { lower: found.lower, upper: found.upper };
    },
  };
}

property.prop([candles, fc.integer({ min: 2, max: 20 })])("of sessions with their range and volume", (sessions, n) => {
  sameAs(sessions, atr(n), new ATR(n));
  const weighted = new VWMA(n);
  const flow = new MFI(n);
  for (const session of sessions) {
    weighted.add(session);
    flow.add(session);
  }
  if (sessions.length >= n && sessions.slice(-n).some(({ volume }) => volume > 0))
    expect(vwma(sessions.slice(-n))).toBe(weighted.getResult());
  // Without any flow the library says 50, as if as much had risen as fallen.
  if (sessions.length > n) expect(mfi(sessions.slice(-n - 1)) ?? 50).toBe(flow.getResult());
});
