import { expect, test } from "vitest";
import { importSymbols } from "./symbol-import.ts";

const namesIn = (text: string) => importSymbols(text).symbols.map(({ symbol }) => symbol);

test("symbols that are typed are parted by commas, spaces or lines, each once", () => {
  expect(namesIn("aapl, MSFT;IBM\nSPY aapl")).toEqual(["AAPL", "MSFT", "IBM", "SPY"]);
  expect(importSymbols("BTC-USD").symbols).toEqual([{ symbol: "BTC-USD", asset_type: "crypto" }]);
  expect(importSymbols(" ,\n").symbols).toEqual([]);
});

test("a TradingView list is read without its sections, each exchange in Yahoo's spelling", () => {
  const text = "###Tech,NASDAQ:AAPL,NYSE:BRK.B,###Europe stuff,XETR:SAP,LSE:HSBA,###Coins,BINANCE:BTCUSDT,SP:SPX";
  expect(importSymbols(text)).toEqual({
    symbols: [
      { symbol: "AAPL", asset_type: "stock" },
      { symbol: "BRK-B", asset_type: "stock" },
      { symbol: "SAP.DE", asset_type: "stock" },
      { symbol: "HSBA.L", asset_type: "stock" },
      { symbol: "BTCUSDT", asset_type: "crypto" },
      { symbol: "^GSPC", asset_type: "stock" },
    ],
    skipped: [],
  });
});

test("what is neither a stock nor a coin is named and left out", () => {
  expect(importSymbols("NASDAQ:AAPL,FX:EURUSD,COMEX:GC1!")).toMatchObject({ skipped: ["FX:EURUSD", "COMEX:GC1!"] });
});

test("of a CSV file the column of symbols counts, wherever it stands", () => {
  const yahoo = "\uFEFFSymbol,Current Price,Date\r\nAAPL,201.70,2025/06/02\r\nBTC-USD,105000,2025/06/02\r\n";
  expect(namesIn(yahoo)).toEqual(["AAPL", "BTC-USD"]);
  expect(namesIn('Name,Ticker\n"Berkshire, Inc.",BRK.B\nIBM,"IBM"')).toEqual(["BRK.B", "IBM"]);
  expect(namesIn("Name;Symbol\nApple;AAPL")).toEqual(["AAPL"]);
});
