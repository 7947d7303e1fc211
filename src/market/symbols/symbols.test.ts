import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { calendarByName } from "../calendar/calendar.ts";
import { suffixes } from "../calendar/exchanges.ts";
import { type ParsedSymbol, parseSymbol } from "./symbols.ts";
import { fileStem } from "../vendors/archive/archive-files.ts";

function parsed(text: string, assetType?: "stock" | "crypto"): ParsedSymbol {
  const parse = parseSymbol(text, assetType);
  if (!parse.ok) throw new Error(`${text}: ${parse.reason}`);
  return parse.symbol;
}

describe("a stock", () => {
  test.each([
    ["aapl", "AAPL", "XNYS", "USD"],
    ["BRK.B", "BRK-B", "XNYS", "USD"],
    ["brk-b", "BRK-B", "XNYS", "USD"],
    ["0700.HK", "0700.HK", "XHKG", "HKD"],
    ["700.hk", "0700.HK", "XHKG", "HKD"],
    ["00700.HK", "0700.HK", "XHKG", "HKD"],
    ["80700.HK", "80700.HK", "XHKG", "HKD"],
    ["7203.T", "7203.T", "XTKS", "JPY"],
    ["AZN.L", "AZN.L", "XLON", null],
    ["600519.SS", "600519.SS", "XSHG", "CNY"],
    ["SHOP.TO", "SHOP.TO", "XTSE", "CAD"],
    ["BBD.B.TO", "BBD-B.TO", "XTSE", "CAD"],
    ["RDS.A", "RDS-A", "XNYS", "USD"],
    ["SAP.DE", "SAP.DE", "XETR", "EUR"],
    ["BTCUSD", "BTCUSD", "XNYS", "USD"],
    ["GOOGLE", "GOOGLE", "XNYS", "USD"],
    ["BAC-PL", "BAC-PL", "XNYS", "USD"],
    ["AAPL ", "AAPL", "XNYS", "USD"],
    ["\u200f\u00a0aapl\t\n\ufeff", "AAPL", "XNYS", "USD"],
  ])("%s is %s", (text, symbol, calendar, currency) => {
    expect(parsed(text, "stock")).toMatchObject({
      symbol,
      assetType: "stock",
      calendar,
      currency,
      base: null,
      quote: null,
    });
  });

  test("is held against its market, and a benchmark against nothing", () => {
    expect(parsed("AAPL").benchmark).toEqual(["SPY", "^GSPC"]);
    expect(parsed("7203.T").benchmark).toEqual(["^N225"]);
    expect(parsed("^IXIC").benchmark).toEqual(["SPY", "^GSPC"]);
    for (const itself of ["SPY", "^GSPC", "^N225", "000001.SS"]) expect(parsed(itself).benchmark).toEqual([]);
  });
});

test("an index has a caret, its market's calendar and, where it is known, the currency", () => {
  expect(parsed("^gspc")).toMatchObject({ symbol: "^GSPC", assetType: "index", calendar: "XNYS", currency: "USD" });
  expect(parsed("^N225")).toMatchObject({ assetType: "index", calendar: "XTKS", currency: "JPY" });
  expect(parsed("^UNHEARD")).toMatchObject({ assetType: "index", calendar: "XNYS", currency: null });
});

describe("a coin", () => {
  test.each([
    ["BTC-USD", undefined, "BTC-USD"],
    ["btc-usd", "stock", "BTC-USD"],
    ["ETH-BTC", undefined, "ETH-BTC"],
    ["BTCUSD", "crypto", "BTC-USD"],
    ["BTC/USD", "crypto", "BTC-USD"],
    ["BTCUSDT", "crypto", "BTC-USDT"],
    ["eth/usdc", "crypto", "ETH-USDC"],
    ["SOLEUR", "crypto", "SOL-EUR"],
    ["BTC", "crypto", "BTC-USD"],
    ["WBTC", "crypto", "WBTC-USD"],
    ["STETH", "crypto", "STETH-USD"],
    ["TUSD", "crypto", "TUSD-USD"],
    ["PYUSD", "crypto", "PYUSD-USD"],
    ["USDT", "crypto", "USDT-USD"],
  ] as const)("%s as %s is %s", (text, assetType, symbol) => {
    const [base, quote] = symbol.split("-");
    expect(parsed(text, assetType)).toMatchObject({
      symbol,
      assetType: "crypto",
      calendar: "24/7",
      base,
      quote,
      currency: quote,
    });
  });

  test("is held against Bitcoin, and Bitcoin against nothing", () => {
    expect(parsed("ETH-USD").benchmark).toEqual(["BTC-USD"]);
    expect(parsed("BTC-USDT").benchmark).toEqual([]);
  });
});

describe("refused", () => {
  test.each([
    ["", undefined],
    ["A".repeat(33), undefined],
    ["..", undefined],
    ["../etc/passwd", undefined],
    ["../AAPL", "crypto"],
    ["A..B", undefined],
    [".A", undefined],
    ["A.", undefined],
    ["A--B", undefined],
    ["A/B", undefined],
    ["BTC/USD", "stock"],
    ["BTC/XYZ", "crypto"],
    ["BTC-BTC", undefined],
    ["EURUSD", "stock"],
    ["EUR-USD", undefined],
    ["EUR/USD", "crypto"],
    ["^GSPC", "crypto"],
    ["BRK.B", "crypto"],
    ["^", undefined],
    ["^^GSPC", undefined],
    ["FOO.XY", undefined],
    ["FOO.BAR.L", undefined],
    ["AA PL", undefined],
    ["A\u200bAPL", undefined],
    ["BRK_B", undefined],
    ["$TSLA", undefined],
    ["..", undefined],
    [" ", undefined],
    ["AAPL\u0000", undefined],
    ["AA%50L", undefined],
    ["EURUSD=X", undefined],
    ["ſPY", undefined],
    ["АAPL", undefined],
    ["💰", undefined],
  ] as const)("%j as %s", (text, assetType) => {
    const parse = parseSymbol(text, assetType);
    expect(parse.ok).toBe(false);
    expect(parse.ok ? "" : parse.reason).not.toBe("");
  });
});

const texts = fc.oneof(
  fc.string({ minLength: 0, maxLength: 40, unit: "binary" }),
  fc.stringMatching(/^[A-Za-z0-9.^/-]{1,33}$/),
  fc
    .tuple(fc.stringMatching(/^[A-Z0-9]{1,5}$/), fc.constantFrom(...suffixes.map((each) => each.suffix)))
    .map((parts) => parts.join(".")),
  fc
    .tuple(
      fc.stringMatching(/^[A-Z0-9]{1,6}$/),
      fc.constantFrom("", "-", "/"),
      fc.constantFrom("USD", "USDT", "BTC", "EUR"),
    )
    .map((parts) => parts.join("")),
);
const assetTypes = fc.constantFrom(undefined, "stock" as const, "crypto" as const);

property.prop([texts, assetTypes], { seed: 1, numRuns: 500 })(
  "what is accepted is canonical, safe as a file name, and its calendar exists",
  (text, assetType) => {
    const parse = parseSymbol(text, assetType);
    if (!parse.ok) return;
    const { symbol } = parse;
    expect(symbol.symbol).toMatch(/^\^?[A-Z0-9]+([.-][A-Z0-9]+)*$/);
    expect(symbol.symbol.length).toBeLessThanOrEqual(32);
    expect(fileStem(symbol.symbol)).toMatch(/^(%5E)?[A-Z0-9]+([.-][A-Z0-9]+)*$/);
    expect(calendarByName(symbol.calendar)).not.toBeNull();
    expect(symbol.benchmark).not.toContain(symbol.symbol);
    expect(parsed(symbol.symbol, symbol.assetType === "crypto" ? "crypto" : "stock")).toEqual(symbol);
    for (const candidate of symbol.benchmark) expect(parsed(candidate).symbol).toBe(candidate);
  },
);

test("a file is named by the symbol, percent-encoded", () => {
  expect(fileStem("^GSPC")).toBe("%5EGSPC");
  expect(fileStem("BRK-B")).toBe("BRK-B");
  expect(fileStem("0700.HK")).toBe("0700.HK");
});

test("every suffix has a calendar and an index that reads as one, at home where the table first names it", () => {
  for (const { calendar, index } of suffixes) {
    expect(calendarByName(calendar)?.name).toBe(calendar);
    const home = suffixes.find((each) => each.index === index)?.calendar;
    expect(parsed(index)).toMatchObject({ symbol: index, assetType: "index", calendar: home });
  }
});
