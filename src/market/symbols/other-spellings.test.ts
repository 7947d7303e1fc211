import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { growthOf, mostGrowth } from "#tests/support/processor-time.ts";
import { fromOtherSpelling } from "./other-spellings.ts";
import { otherSpellingHint, readSymbol } from "./read-symbol.ts";
import { suffixes } from "../calendar/exchanges.ts";
import { parseSymbol } from "./symbols.ts";

describe("another site's spelling stands for", () => {
  test.each([
    ["AAPL.US", "AAPL"],
    ["NASDAQ:AAPL", "AAPL"],
    ["AAPL:NASDAQ", "AAPL"],
    ["AAPL US Equity", "AAPL"],
    ["AAPL.OQ", "AAPL"],
    ["US.AAPL", "AAPL"],
    ["$TSLA", "TSLA"],
    ["600519.SH", "600519.SS"],
    ["sh.600519", "600519.SS"],
    ["000001.XSHE", "000001.SZ"],
    ["700 HK", "0700.HK"],
    ["BRK/B", "BRK-B"],
    ["BRK B", "BRK-B"],
    ["BRK_B", "BRK-B"],
    ["NYSE:BRK.B", "BRK-B"],
    ["VOLV B.ST", "VOLV-B.ST"],
    ["OMXSTO:VOLV_B", "VOLV-B.ST"],
    ["VOLVB SS", "VOLV-B.ST"],
    ["REI.UN.TO", "REI-UN.TO"],
    ["TSX:REI.UN", "REI-UN.TO"],
    ["RCI/B.TO", "RCI-B.TO"],
    ["BAC.PR.L", "BAC-PL"],
    ["BAC^L", "BAC-PL"],
    ["VOD LN", "VOD.L"],
    ["LON:VOD", "VOD.L"],
    ["SAP.XETRA", "SAP.DE"],
    ["TSE:7203", "7203.T"],
    ["TSE:RY", "RY.TO"],
    ["BTC_USDT", "BTC-USDT"],
    ["BINANCE:BTCUSDT", "BTC-USDT"],
    ["BTC/USDT:USDT", "BTC-USDT"],
    ["RY:CA", "RY.TO"],
    ["RY.CA", "RY.TO"],
    ["RY:CN", "RY.TO"],
    ["RY.TO.TO", "RY.TO"],
    ["AAPL.US.US", "AAPL"],
    ["VOD:LN", "VOD.L"],
    ["VOD.LN", "VOD.L"],
    ["700:HK", "0700.HK"],
    ["7203:JP", "7203.T"],
    ["CPH:NOVO B", "NOVO-B.CO"],
    ["AAPL.NAS", "AAPL"],
    ["ＡＡＰＬ", "AAPL"],
    ["７００．ＨＫ", "0700.HK"],
    [".SPX", "^GSPC"],
    ["$SPX", "^GSPC"],
    ["SPX:IND", "^GSPC"],
    ["SPX Index", "^GSPC"],
    ["INDEXSP:.INX", "^GSPC"],
    ["TVC:SPX", "^GSPC"],
    ["NASDAQ:NDX", "^NDX"],
    ["XETR:DAX", "^GDAXI"],
    ["DAX:IND", "^GDAXI"],
    ["HSI Index", "^HSI"],
  ])("%s: %s", (text, symbol) => {
    expect(fromOtherSpelling(text)?.symbol).toBe(symbol);
    for (const known of [["MSFT", "IBM"], []])
      expect(readSymbol(text, "stock", known)).toMatchObject({
        ok: false,
        reason: `symbols are written as on Yahoo Finance; did you mean ${symbol}?`,
      });
  });

  test.each([
    ["BTCUSDT", "BTC-USDT"],
    ["XBTUSD", "BTC-USD"],
    ["BTC-USDT-SWAP", "BTC-USDT"],
    ["BTCUSDT.P", "BTC-USDT"],
    ["hk00700", "0700.HK"],
    ["SH600519", "600519.SS"],
    ["AAPL.O", "AAPL"],
    ["600519", "600519.SS"],
    ["00700", "0700.HK"],
    ["A005930", "005930.KS"],
    ["ETHBTC", "ETH-BTC"],
    ["BTC-PERP", "BTC-USD"],
    ["XXBTZUSD", "BTC-USD"],
    ["XETHZEUR", "ETH-EUR"],
    ["SPX", "^GSPC"],
    ["UKX", "^FTSE"],
    ["US500", "^GSPC"],
  ])("%s, which can be read as a listing: %s", (text, symbol) => {
    const read = parseSymbol(text);
    expect(read.ok && otherSpellingHint(read.symbol.symbol)).toBe(`; did you mean ${symbol}?`);
  });

  test.each([
    "AAPL",
    "BRK-B",
    "GOOGLE",
    "0700.HK",
    "BTC-USD",
    "VOD.L",
    "7203.T",
    "VOLV-B.ST",
    "DAX",
    "SPY-P",
    "US37",
    "STETH",
    "WBTC",
    "EURUSD",
    "FX:EURUSD",
    "FOO.XY",
    "../etc/passwd",
    "A.B.C.D",
  ])("nothing: %s", (text) => expect(fromOtherSpelling(text)).toBeNull());
});

test.each([
  ["US0378331005", "; that is an ISIN: enter the ticker, such as AAPL"],
  ["DE0007164600", "; that is an ISIN: enter the ticker, such as AAPL"],
  ["US0378331006", ""],
  ["7203", "; add the suffix of its exchange, such as 7203.T for Tokyo or 7203.HK for Hong Kong"],
  ["700", "; add the suffix of its exchange, such as 700.T for Tokyo or 0700.HK for Hong Kong"],
  ["AAPL", ""],
])("who asks for %s, which nobody knows, is told: %s", (text, hint) => {
  expect(otherSpellingHint(text)).toBe(hint);
});

test.each([
  ["GC=F", "futures are not covered: enter a stock, a coin or an index"],
  ["CL1 Comdty", "futures are not covered: enter a stock, a coin or an index"],
  ["EURUSD=X", "a pair of currencies is neither a stock nor a coin"],
  ["EUR/USD", "a pair of currencies is neither a stock nor a coin"],
  ["FX:EURUSD", "a pair of currencies is neither a stock nor a coin"],
  ["EURUSD Curncy", "a pair of currencies is neither a stock nor a coin"],
])("%s is refused for what it is", (text, reason) => {
  expect(readSymbol(text, "stock", [])).toMatchObject({ ok: false, reason });
});

test.each(["apple inc", "GC=G", "A&B"])("where no symbol is listed, none is made up of %s", (text) => {
  expect(readSymbol(text, "stock", [])).toMatchObject({ reason: expect.not.stringContaining("did you mean") });
});

test("a coin is asked for as a coin", () => {
  expect(readSymbol("BINANCE:BTCUSDT", "crypto", [])).toMatchObject({
    reason: expect.stringMatching(/did you mean BTC-USDT/),
  });
  expect(fromOtherSpelling("NASDAQ:AAPL", "crypto")).toBeNull();
});

const stem = fc.stringMatching(/^[A-Z]{1,5}$/);

property.prop(
  [
    stem,
    fc.constantFrom("A", "B", "UN"),
    fc.constantFrom(".", "/", " ", "_"),
    fc.constantFrom("", ...suffixes.map(({ suffix }) => `.${suffix}`)),
  ],
  {
    seed: 6,
    numRuns: 500,
  },
)("a share class is offered with its exchange, whatever joins them", (company, share, joint, suffix) => {
  const text = `${company}${joint}${share}${suffix}`;
  const meant = `${company}-${share}${suffix}`;
  const read = readSymbol(text, "stock", []);
  if (read.ok) expect(read.symbol.symbol).toBe(meant);
  else expect(read.reason).toContain(`did you mean ${meant}?`);
});

property.prop([fc.oneof(fc.string({ unit: "binary", maxLength: 50 }), fc.stringMatching(/^[A-Z0-9.:/_ -]{1,40}$/))], {
  seed: 7,
  numRuns: 500,
})("what is offered can be read and is not what was written", (text) => {
  const offered = fromOtherSpelling(text);
  if (offered === null) return;
  const type = offered.assetType === "crypto" ? "crypto" : "stock";
  expect(parseSymbol(offered.symbol, type)).toEqual({ ok: true, symbol: offered });
  expect(offered.symbol).not.toBe(text);
});

test.each(["A:", "A.", "A ", "SH.", "-"])("192 KB of %j take time in proportion", (unit) => {
  const text = unit.repeat(Math.ceil(192_000 / unit.length));
  expect(growthOf(text, (each) => void fromOtherSpelling(each))).toBeLessThan(mostGrowth);
});
