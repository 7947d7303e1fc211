import { fc, test as property } from "@fast-check/vitest";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { brokerFiles } from "#tests/support/broker-files.ts";
import { runs } from "#tests/support/runs.ts";
import { symbolFileBytes } from "#src/contract/signals/instruments.ts";
import { readSymbolFile } from "./symbol-file.ts";

const read = (text: string, column: number | null = null) => readSymbolFile(Buffer.from(text), { column });
const symbolsIn = (text: string) => read(text).instruments.map(({ symbol }) => symbol);

describe("what people have", () => {
  test.each(brokerFiles)("$name", ({ bytes, symbols, doubted = [], leftOut = [], notice = null }) => {
    const found = readSymbolFile(bytes);
    expect(found.instruments.map(({ symbol }) => symbol)).toEqual(symbols);
    expect(found.instruments.flatMap(({ symbol, doubt }) => (doubt === null ? [] : symbol))).toEqual(doubted);
    expect(found.leftOut.map(({ text }) => text)).toEqual(expect.arrayContaining([...leftOut]));
    if (notice === null) expect(found.notice).toBeNull();
    else expect(found.notice).toMatch(notice);
  });

  const held = (name: string) => {
    const file = brokerFiles.find((one) => one.name === name);
    return Object.fromEntries(
      readSymbolFile(file?.bytes ?? new Uint8Array()).instruments.map(({ symbol, quantity, cost, currency }) => [
        symbol,
        [quantity, cost, currency],
      ]),
    );
  };

  test("what is held of each and what was paid, over all accounts and lots", () => {
    expect(held("Schwab, all accounts")["AAPL"]).toEqual([1105, 99_900, null]);
    expect(held("Fidelity positions")["MSFT"]).toEqual([12.5, 4000, null]);
    expect(held("IBKR activity statement")["SAP"]).toEqual([15, 1807.5, "EUR"]);
    expect(held("IBKR Flex query")["AAPL"]).toEqual([10, 1485, "USD"]);
    expect(held("Yahoo Finance")["VAN.F"]).toEqual([6, 630, null]);
    expect(held("German, sep=, decimal comma")).toEqual({
      "SAP.DE": [1250, 150_625, "EUR"],
      "MBG.DE": [12.5, 767.625, "EUR"],
    });
    expect(held("Chinese broker, GBK")["600519.SS"]).toEqual([100, 150_000, null]);
  });

  test("a heading that names its currency is believed before the listing's", () => {
    const file =
      'Symbol;Stück;Währung;"Kaufkurs in EUR";"Wert in EUR"\nAAPL;10;USD;"148,50";"1.700,00"\nSAP.DE;2;EUR;"180,00";"540,00"\n';
    expect(
      readSymbolFile(Buffer.from(file)).instruments.map(({ symbol, cost, currency }) => [symbol, cost, currency]),
    ).toEqual([
      ["AAPL", 1485, "EUR"],
      ["SAP.DE", 360, "EUR"],
    ]);
  });

  test("which column is what, with examples and how the file is written", () => {
    const { columns, format, symbolColumn } = readSymbolFile(brokerFiles[0]?.bytes ?? new Uint8Array());
    expect(format).toBe("8 rows, separated by commas, UTF-8");
    expect(symbolColumn).toBe(0);
    expect(columns.filter(({ use }) => use !== null).map(({ title, use }) => `${title}: ${use}`)).toEqual([
      "Symbol: symbol",
      "Description: name",
      "Qty (Quantity): quantity",
      "Cost Basis: cost",
    ]);
    expect(columns[0]?.examples).toEqual(["AAPL", "BRK/B", "AAPL 01/16/2026 200.00 C"]);
  });
});

describe("a list that is typed or pasted", () => {
  test("is parted by commas, spaces or lines, each once", () => {
    expect(symbolsIn("aapl, MSFT;IBM\nSPY aapl")).toEqual(["AAPL", "MSFT", "IBM", "SPY"]);
    expect(symbolsIn("AAPL\nMSFT\n")).toEqual(["AAPL", "MSFT"]);
    expect(symbolsIn("AAPL,MSFT\nIBM,SPY")).toEqual(["AAPL", "MSFT", "IBM", "SPY"]);
    expect(read("BTC-USD").instruments).toMatchObject([{ symbol: "BTC-USD", asset_type: "crypto" }]);
  });

  test("has other sites' spellings, and numbers are none", () => {
    expect(symbolsIn("600519.SH sh600519 00700 AAPL.US VOD:LON")).toEqual(["600519.SS", "0700.HK", "AAPL", "VOD.L"]);
    const { instruments, leftOut } = read("AAPL 100 201.70 7203 US0378331005");
    expect(instruments.map(({ symbol }) => symbol)).toEqual(["AAPL"]);
    expect(leftOut).toEqual([
      { text: "100", reason: "a number" },
      { text: "201.70", reason: "a number" },
      { text: "7203", reason: "a number" },
      { text: "US0378331005", reason: "an ISIN, not a ticker symbol" },
    ]);
  });
});

describe("when it is not known which column has the symbols", () => {
  const text = "AAPL;Apple;100\nMSFT;Microsoft;20\n";

  test("nothing is taken, and the question is asked", () => {
    expect(read(text)).toMatchObject({ symbolColumn: null, notice: "Which column has the symbols?", instruments: [] });
    expect(read(text).columns.map(({ title, examples }) => [title, examples])).toEqual([
      ["Column 1", ["AAPL", "MSFT"]],
      ["Column 2", ["Apple", "Microsoft"]],
      ["Column 3", ["100", "20"]],
    ]);
    expect(read(text, 0).instruments.map(({ symbol }) => symbol)).toEqual(["AAPL", "MSFT"]);
  });

  test("a wrong choice gives no symbols of names and numbers", () => {
    expect(read(text, 1)).toMatchObject({ instruments: [], leftOut: [{ reason: "a name, not a symbol" }, {}] });
    expect(read(text, 2)).toMatchObject({ instruments: [], leftOut: [{ reason: "a number" }, {}] });
    expect(() => read(text, 3)).toThrow("no such column");
  });

  test("a column of WKN is no column of symbols, also when it is chosen", () => {
    const wkn = "Bezeichnung;WKN\nApple;865985\n";
    expect(read(wkn)).toMatchObject({ instruments: [], notice: expect.stringContaining("by WKN") });
    expect(read(wkn, 1)).toMatchObject({ instruments: [], leftOut: [{ text: "865985" }] });
  });
});

describe("hostile files", () => {
  test.each([
    ["empty", new Uint8Array(), "the file is empty"],
    ["white space alone", Buffer.from("\n \n"), "the file is empty"],
    ["too large", new Uint8Array(symbolFileBytes + 1), "the file is larger than 1 MB"],
    ["a gzip bomb", gzipSync(Buffer.alloc(20_000_000, "A")), "the file is larger than 1 MB when it is unpacked"],
    ["broken gzip", gzipSync("Symbol\nAAPL").subarray(0, 12), "the file is a broken gzip file"],
    ["NUL bytes", Buffer.from("Symbol\nAA\0PL\n"), "NUL bytes"],
    ["a workbook", Buffer.from("504b030414000000", "hex"), "save or unpack it as CSV"],
    ["an open quote", Buffer.from('Symbol,Name\n"AAPL,Apple\n'), "never closed"],
  ])("%s", (_name, bytes, told) => {
    expect(() => readSymbolFile(bytes)).toThrow(told);
  });

  test("a heading alone, and headings again below", () => {
    expect(read("Symbol,Name\n")).toMatchObject({ instruments: [], notice: "The file has a heading and no rows." });
    expect(symbolsIn("Symbol,Name\nAAPL,Apple\nSymbol,Name\nMSFT,Microsoft\n")).toEqual(["AAPL", "MSFT"]);
  });

  test("tickers that are words of headings stay tickers", () => {
    expect(symbolsIn("Symbol,Quantity,Currency\nCOST,1,USD\nLOW,2,USD\nOPEN,3,USD\nUSD,4,USD\n")).toEqual([
      "COST",
      "LOW",
      "OPEN",
      "USD",
    ]);
  });

  property.prop([fc.string({ unit: "binary", maxLength: 200 })], { numRuns: runs(100, 2000) })(
    "anything is read or refused in words",
    (text) => {
      try {
        for (const { symbol } of readSymbolFile(Buffer.from(text)).instruments)
          expect(symbol).toMatch(/^[A-Z0-9^.-]{1,32}$/);
      } catch (error) {
        expect(error).toMatchObject({ kind: "invalid_input" });
      }
    },
  );
});

const headings = {
  english: ["Symbol", "Name", "Quantity", "Purchase Price"],
  german: ["Kürzel", "Bezeichnung", "Stück", "Kaufkurs"],
  french: ["Symbole", "Libellé", "Quantité", "PRU"],
  chinese: ["证券代码", "证券名称", "数量", "成本价"],
};
const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  "UTF-8": (text) => Buffer.from(text),
  "UTF-8 with a mark": (text) => Buffer.from(`\uFEFF${text}`),
  "UTF-16": (text) => Buffer.from(`\uFEFF${text}`, "utf16le"),
  "UTF-16, big end first": (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
  Latin: (text) => Buffer.from(text, "latin1"),
  gzip: (text) => gzipSync(text),
};
const ticker = fc.stringMatching(/^[A-Z]{1,4}\.(DE|PA|L)$/);
const held = fc.record({
  symbol: ticker,
  quantity: fc.integer({ min: 1, max: 9_999_999 }),
  paid: fc.integer({ min: 1, max: 99_999_999 }),
});

property.prop(
  [
    fc.uniqueArray(held, { minLength: 2, maxLength: 8, selector: ({ symbol }) => symbol }),
    fc.constantFrom(",", ";", "\t", "|"),
    fc.constantFrom<"." | ",">(".", ","),
    fc.constantFrom(...Object.values(headings)),
    fc.constantFrom(...Object.keys(encodings)),
    fc.constantFrom("\n", "\r\n"),
    fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
    fc.boolean(),
  ],
  { numRuns: runs(60, 3000) },
)(
  "holdings are the same in every delimiter, decimal, language, encoding and order of columns",
  (rows, delimiter, decimal, heading, encoding, ending, order, preamble) => {
    fc.pre(encoding !== "Latin" || heading !== headings.chinese);
    const figure = (value: number, digits: number): string => {
      const text = new Intl.NumberFormat(decimal === "," ? "de-DE" : "en-US", { minimumFractionDigits: digits }).format(
        value,
      );
      return text.includes(delimiter) ? `"${text}"` : text;
    };
    const lines = rows.map(({ symbol, quantity, paid }) => [
      symbol,
      "Some Company",
      figure(quantity / 10, 1),
      figure(paid / 100, 2),
    ]);
    const text = [
      ...(preamble ? ["Positions as of 02/06/2025", ""] : []),
      ...[heading, ...lines].map((cells) => order.map((index) => cells[index]).join(delimiter)),
      "",
    ].join(ending);
    const bytes = encodings[encoding]?.(text) ?? new Uint8Array();
    const { instruments, leftOut } = readSymbolFile(bytes);
    expect(leftOut).toEqual([]);
    expect(instruments.map(({ symbol, quantity, cost }) => [symbol, quantity, cost])).toEqual(
      rows.map(({ symbol, quantity, paid }) => [symbol, quantity / 10, (quantity / 10) * (paid / 100)]),
    );
  },
);
