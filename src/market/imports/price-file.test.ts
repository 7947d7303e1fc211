import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { runs } from "#tests/support/runs.ts";
import { splitAdjust } from "../series/corporate-actions.ts";
import { addDays } from "#src/core/clock.ts";
import { readPriceFile, type PriceFile, type PriceOptions, type PriceAction } from "./price-file.ts";
import { readFileRows } from "./table.ts";

const today = "2025-06-02";
const untold: PriceOptions = {
  dateOrder: null,
  decimal: null,
  symbol: null,
  symbolColumn: null,
  splits: null,
  takesAdjusted: false,
};

function read(file: string | Uint8Array, told: Partial<PriceOptions> = {}): PriceFile {
  const { rows } = readFileRows(typeof file === "string" ? Buffer.from(file) : file, 10_000_000);
  return readPriceFile(rows, { ...untold, ...told }, today);
}

describe("prices as sites export them", () => {
  const bar = { date: "2020-04-03", open: 60.7, high: 61.43, low: 59.74, close: 60.35, volume: 129_880_000 };
  test.each<[string, string, Partial<PriceOptions>]>([
    ["Yahoo", "Date,Open,High,Low,Close,Adj Close,Volume\n2020-04-03,60.7,61.43,59.74,60.35,58.9,129880000\n", {}],
    [
      "NASDAQ",
      "Date,Close/Last,Volume,Open,High,Low\n04/13/2020,$61,1,$61,$61,$61\n04/03/2020,$60.35,129880000,$60.70,$61.43,$59.74\n",
      {},
    ],
    [
      "Investing, English",
      '"Date","Price","Open","High","Low","Vol.","Change %"\n"Apr 03, 2020","60.35","60.70","61.43","59.74","129.88M","-1.44%"\n',
      {},
    ],
    [
      "Investing, German",
      '"Datum","Zuletzt","Eröffn.","Hoch","Tief","Vol.","+/- %"\n"03.04.2020","60,35","60,70","61,43","59,74","129,88M","-1,44%"\n',
      {},
    ],
    [
      "Onvista",
      "sep=;\nDatum;Eröffnung;Hoch;Tief;Schluss;Volumen\n03.04.2020;60,70;61,43;59,74;60,35;129.880.000\n",
      {},
    ],
    ["Boursorama", "date;ouv;haut;bas;clot;vol\n03/04/2020;60,70;61,43;59,74;60,35;129880000\n", { dateOrder: "dmy" }],
    [
      "French",
      "Jour;Ouverture;Plus haut;Plus bas;Clôture;Volume\n3 avril 2020;60,70;61,43;59,74;60,35;129 880 000\n",
      {},
    ],
    ["Chinese", "日期,开盘,收盘,最高,最低,成交量,成交额\n2020年4月3日,60.70,60.35,61.43,59.74,12988万,78亿\n", {}],
    [
      "Tushare",
      "ts_code,trade_date,open,high,low,close,pre_close,change,vol\nAAPL.US,20200403,60.7,61.43,59.74,60.35,61,1,129880000\n",
      {},
    ],
    ["TradingView", "time,open,high,low,close,Volume\n1585920600,60.7,61.43,59.74,60.35,129880000\n", {}],
    [
      "yfinance",
      "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits\n2020-04-03 00:00:00-04:00,60.7,61.43,59.74,60.35,129880000,0.0,0.0\n",
      {},
    ],
    [
      "Alpha Vantage",
      "timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient\n2020-04-03,60.7,61.43,59.74,60.35,58.9,129880000,0.0000,1.0\n",
      {},
    ],
  ])("%s", (_name, text, told) => {
    expect(read(text, told).bars[0]).toEqual(bar);
  });
});

describe("what can be read in two ways is asked", () => {
  const american = "Date,Open,High,Low,Close\n03/04/2020,1,2,1,1.5\n";

  test("day and month", () => {
    expect(() => read(american)).toThrow("03/04/2020, which can be read in two ways; add --date-order dmy or mdy");
    expect(read(american, { dateOrder: "dmy" }).bars[0]?.date).toBe("2020-04-03");
    expect(read(american, { dateOrder: "mdy" }).bars[0]?.date).toBe("2020-03-04");
    expect(read(`${american}03/13/2020,1,2,1,1.5\n`).bars.map(({ date }) => date)).toEqual([
      "2020-03-04",
      "2020-03-13",
    ]);
    expect(() => read(`${american}13/03/2020,1,2,1,1\n03/13/2020,1,2,1,1\n`)).toThrow(
      "writes dates in two ways: 13/03/2020 and 03/13/2020",
    );
  });

  test("thousands and fractions", () => {
    const text = "Date;Close\n2020-01-02;1,234\n";
    expect(() => read(text)).toThrow("1,234, which can be read in two ways; add --decimal comma or point");
    expect(read(text, { decimal: "comma" }).bars[0]?.close).toBe(1.234);
    expect(read(text, { decimal: "point" }).bars[0]?.close).toBe(1234);
    expect(() => read("Date;Close;Open\n2020-01-02;1,5;1.5\n")).toThrow("writes numbers in two ways: 1.5 and 1,5");
  });

  test("whose prices", () => {
    const text = "date,close,Name\n2020-01-02,1.5,AAL\n2020-01-02,2.5,MSFT\n";
    const several = "several symbols; add --symbol and one of AAL, MSFT";
    expect(() => read(text, { symbolColumn: "name" })).toThrow(several);
    expect(() => read(text, { symbolColumn: "name", symbol: "IBM" })).toThrow(several);
    expect(read(text, { symbolColumn: "name", symbol: "MSFT" })).toMatchObject({
      symbol: "MSFT",
      bars: [{ close: 2.5 }],
    });
    expect(() => read(text, { symbolColumn: "Ticker" })).toThrow('no column "Ticker"; it has date, close, Name');
    // Nobody says that there are two.
    expect(read(text).problems).toEqual(["line 3: 2020-01-02 is also in line 2; there must be one row per day"]);
    expect(read('证券代码,日期,收盘\n="600519",2020-01-02,1.5\n').symbol).toBe("600519.SS");
  });
});

describe("what is taken", () => {
  test("closes as traded before adjusted ones, and those alone only when that is wanted", () => {
    const both = read("Date,Open,High,Low,Close,Adj Close\n2020-01-02,1,2,1,1.5,1.2\n");
    expect(both).toMatchObject({
      bars: [{ close: 1.5 }],
      notes: ["Prices are those of Close; Adj Close is left out."],
    });
    const alone = "Date,Adj Close\n2020-01-02,1.2\n";
    expect(() => read(alone)).toThrow("--adjusted");
    expect(read(alone, { takesAdjusted: true }).notes[0]).toContain("not the prices that were traded");
    expect(() => read("日期,收盘价(前复权)\n2020-01-02,1.2\n")).toThrow("--adjusted");
    expect(read("日期,收盘价(不复权)\n2020-01-02,1.2\n").bars).toHaveLength(1);
  });

  test("closes alone stand for the day, and the file says so", () => {
    expect(read("Date,NAV\n2020-01-02,12.5\n")).toMatchObject({
      bars: [{ open: 12.5, high: 12.5, low: 12.5, close: 12.5, volume: null }],
      notes: [expect.stringContaining("set to its close")],
    });
  });

  test("days without a price are left out and named; a high below the close by rounding is rounding", () => {
    const { bars, notes } = read(
      "Date,Open,High,Low,Close\n2020-01-02,1,2,1,1.5\n2020-01-03,null,null,null,null\n2020-01-06,1,1.4999999999,1,1.5\n",
    );
    expect(bars.map(({ date, high }) => [date, high])).toEqual([
      ["2020-01-02", 2],
      ["2020-01-06", 1.5],
    ]);
    expect(notes).toEqual(["1 row without a price left out (line 3)."]);
  });

  test("every row that cannot be used is named, and nothing is imported", () => {
    const text =
      "Date,Open,High,Low,Close,Volume\n2020-01-02,1,2,0.5,1.5,1\n2020-01-03,1,1.2,0.5,1.5,1\nfoo,1,2,1,1,1\n2020-01-06,1,2,1,x,y\n2020-01-07,0,2,1,1,1\n2026-01-07,1,2,1,1,1\n2020-01-02,1,2,1,1,1\n2020-02-30,1,2,1,1,1\n2020-01-08,1,2,1,1,-5\n2020-01-09,1,2,1,,1\n";
    expect(read(text).problems).toEqual([
      "line 3: the high 1.2 is below another price, 1.5",
      'line 4: "foo" is not a date',
      'line 5: the close "x" is not a number; the volume "y" is not a number',
      "line 6: a price is 0 or below",
      "line 7: 2026-01-07 is in the future",
      "line 8: 2020-01-02 is also in line 2; there must be one row per day",
      'line 9: "2020-02-30" is not a date',
      "line 10: the volume is below 0",
      "line 11: there is no close",
    ]);
  });

  test.each([
    ["Date,Open,High,Low,Close\n", "has no row with a price"],
    ["2020-01-02,1,2,1,1\n2020-01-03,1,2,1,1\n", "has no heading that names a date and a close"],
    ["Date,Close\n2020-01-02,null\n", "has no row with a price"],
  ])("%j is refused", (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
});

const day = fc.integer({ min: 0, max: 5000 }).map((days) => addDays("2010-01-01", days));
const price = fc.integer({ min: 100, max: 9_999_999 }).map((cents) => cents / 100);
const bars = fc.uniqueArray(day, { minLength: 3, maxLength: 12 }).chain((days) =>
  fc.tuple(
    ...days.toSorted().map((date) =>
      fc.tuple(fc.tuple(price, price, price, price), fc.integer({ min: 0, max: 99_999_999 })).map(([four, volume]) => {
        const [low = 1, open = 1, close = 1, high = 1] = four.toSorted((a, b) => a - b);
        return { date, open, high, low, close, volume };
      }),
    ),
  ),
);

const [y, m, d] = [
  (date: string) => date.slice(0, 4),
  (date: string) => date.slice(5, 7),
  (date: string) => date.slice(8),
];
const dateStyles: Readonly<Record<string, (date: string) => string>> = {
  iso: (date) => date,
  "iso with a time": (date) => `${date}T00:00:00Z`,
  compact: (date) => date.replaceAll("-", ""),
  "dmy/": (date) => `${d(date)}/${m(date)}/${y(date)}`,
  "mdy/": (date) => `${m(date)}/${d(date)}/${y(date)}`,
  "dmy.": (date) => `${Number(d(date))}.${Number(m(date))}.${y(date)}`,
  "dmy-": (date) => `${d(date)}-${m(date)}-${y(date).slice(2)}`,
  named: (date) => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(date)),
  German: (date) => new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(date)),
  French: (date) => new Intl.DateTimeFormat("fr-FR", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(date)),
  Chinese: (date) => `${y(date)}年${Number(m(date))}月${Number(d(date))}日`,
};
const headings = {
  english: ["Date", "Open", "High", "Low", "Close", "Volume"],
  german: ["Datum", "Eröffnung", "Hoch", "Tief", "Schlusskurs", "Volumen"],
  french: ["Date", "Ouverture", "Plus haut", "Plus bas", "Clôture", "Volume"],
  chinese: ["日期", "开盘价", "最高价", "最低价", "收盘价", "成交量"],
};

property.prop(
  [
    bars,
    fc.constantFrom(",", ";", "\t", "|"),
    fc.constantFrom<"." | ",">(".", ","),
    fc.constantFrom(...Object.keys(dateStyles)),
    fc.constantFrom(...Object.values(headings)),
    fc.constantFrom("utf8", "utf16le", "latin1"),
    fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 }),
    fc.record({ newestFirst: fc.boolean(), preamble: fc.boolean(), grouped: fc.boolean() }),
  ],
  { numRuns: runs(60, 3000) },
)(
  "the same bars in every delimiter, decimal, date, language, encoding and order",
  (wanted, delimiter, decimal, style, heading, encoding, order, { newestFirst, preamble, grouped }) => {
    const write = dateStyles[style] ?? expect.fail(style);
    fc.pre(encoding !== "latin1" || !/[^\0-\u00ff]/.test(heading.join("") + write("2020-02-28")));
    const figure = (value: number, digits: number): string => {
      const text = new Intl.NumberFormat(decimal === "," ? "de-DE" : "en-US", {
        minimumFractionDigits: digits,
        useGrouping: grouped,
      }).format(value);
      return text.includes(delimiter) ? `"${text}"` : text;
    };
    const cell = (text: string): string => (text.includes(delimiter) ? `"${text}"` : text);
    const rows = wanted.map((bar) => [
      cell(write(bar.date)),
      ...[bar.open, bar.high, bar.low, bar.close].map((value) => figure(value, 2)),
      figure(bar.volume, 0),
    ]);
    const lines = [heading, ...(newestFirst ? rows.toReversed() : rows)].map((cells) =>
      order.map((index) => cells[index]).join(delimiter),
    );
    const text = `${encoding === "utf16le" ? "\uFEFF" : ""}${preamble ? "Prices of Some Company\n\n" : ""}${lines.join("\r\n")}\r\n`;
    const bytes = Buffer.from(text, encoding);
    const dateOrder = style.startsWith("mdy") ? "mdy" : "dmy";
    // Only what nobody could know is asked, and the answer settles it.
    const isOpen =
      /^(?:dmy|mdy)[/-]$/.test(style) &&
      wanted.every(({ date }) => Number(d(date)) <= 12) &&
      wanted.some(({ date }) => d(date) !== m(date));
    if (isOpen) expect(() => read(bytes)).toThrow("add --date-order");
    expect(read(bytes, { dateOrder: isOpen ? dateOrder : null })).toMatchObject({ problems: [], bars: wanted });
  },
);

property.prop(
  [
    fc.array(fc.tuple(fc.integer({ min: 5, max: 40 }), fc.constantFrom(2, 3, 4, 7, 10, 1.5, 0.1, 0.5, 1 / 3)), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 130, maxLength: 130 }),
  ],
  { numRuns: runs(30, 1000) },
)("prices adjusted for splits that are known are set back to those traded, and traded ones stay", (gaps, moves) => {
  let at = 0;
  const splits: PriceAction[] = gaps.map(([gap, value]) => {
    at += gap;
    return { exDate: addDays("2020-01-01", at), kind: "split", value };
  });
  let close = 1000;
  const traded = moves.map((move, index) => {
    const date = addDays("2020-01-01", index);
    const ratio = splits.find(({ exDate }) => exDate === date)?.value ?? 1;
    close = Number(((close * (1 + move / 1000)) / ratio).toPrecision(9));
    return { date, open: close, high: close, low: close, close, volume: 1000 };
  });
  const text = (rows: typeof traded): string =>
    `Date,Open,High,Low,Close,Volume,Stock Splits\n${rows.map((bar) => [bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume, splits.find(({ exDate }) => exDate === bar.date)?.value ?? 0].join(",")).join("\n")}\n`;
  const adjusted = splitAdjust(
    traded,
    splits.map(({ kind, ...rest }) => ({ ...rest, action: kind })),
  );
  for (const rows of [traded, adjusted]) {
    const file = read(text(rows));
    expect(file.actions).toHaveLength(splits.length);
    for (const [index, bar] of file.bars.entries()) {
      expect(bar.close / (traded[index]?.close ?? 0)).toBeCloseTo(1, 9);
      expect((bar.volume ?? 0) / 1000).toBeCloseTo(1, 9);
    }
  }
});

test("prices that are adjusted for one split and not for another are refused", () => {
  const text = "Date,Close\n2020-01-02,100\n2020-01-03,50\n2020-01-06,50\n2020-01-07,51\n";
  const splits: PriceAction[] = [
    { exDate: "2020-01-03", kind: "split", value: 2 },
    { exDate: "2020-01-07", kind: "split", value: 4 },
  ];
  expect(() => read(text, { splits })).toThrow(
    "shows the 2-for-1 split of 2020-01-03 in its closes, but not the 4-for-1 split of 2020-01-07",
  );
  expect(read(text, { splits: [] }).actions).toEqual([]);
  expect(read(text).actions).toBeNull();
});
