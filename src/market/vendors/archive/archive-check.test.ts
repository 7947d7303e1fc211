import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InvalidInput } from "#src/core/errors.ts";
import {
  csv,
  instruments,
  jsonLines,
  smallArchive,
  temporaryFolder,
  writeFiles,
} from "#tests/support/archive-folder.ts";
import { archivePath } from "#tests/support/archives.ts";
import { checkArchive } from "./archive-check.ts";

const barHeader = "date,open,high,low,close,volume";

async function said(dir: string): Promise<string[]> {
  return (await checkArchive(dir)).map(
    ({ level, file, line, message }) => `${level} ${file}${line === null ? "" : `:${line}`} ${message}`,
  );
}

test("nothing is wrong with a sound archive", async () => {
  expect(await checkArchive(smallArchive({ "README.md": "hello" }))).toEqual([]);
});

test("a high below a close by rounding is none", async () => {
  const bars = ["2025-06-02,10,10.499999999,9.5,10.5,1000", "2025-06-03,10,10.5,10.000000001,10.25,1200"];
  expect(await checkArchive(smallArchive({ "bars/ABC.csv": csv(barHeader, bars) }))).toEqual([]);
});

test("a relative path works like an absolute one", async () => {
  const dir = smallArchive({ "notes.txt": "?" });
  const here = process.cwd();
  process.chdir(dir);
  try {
    expect(await said(".")).toEqual(["error notes.txt is not part of the layout"]);
  } finally {
    process.chdir(here);
  }
});

test("what is no folder is refused", async () => {
  await expect(checkArchive(join(temporaryFolder(), "nowhere"))).rejects.toBeInstanceOf(InvalidInput);
});

describe("errors", () => {
  test("bars: unreadable, impossible, unsorted and doubled lines", async () => {
    const lines = [
      "2025-06-02,10,11,9,10,5",
      "2025-06-02,10,11,9,10,5",
      "2025-06-04,ten,11,9,10,5",
      "2025-06-05,-1,11,9,10,5",
      "2025-06-06,10,11,10.5,10,5",
      "2025-06-03,10,10,10,10,-5",
      "2025-05-30,10,11,9,10,5",
    ];
    const findings = (await checkArchive(smallArchive({ "bars/ABC.csv": csv(barHeader, lines) }))).filter(
      (finding) => finding.level === "error",
    );
    expect(findings.map(({ line, message }) => [line, message])).toEqual([
      [3, "a second bar of 2025-06-02"],
      [4, "open: must be a number"],
      [5, "open: must be above 0"],
      [6, "low is above another price of the bar"],
      [7, "volume: must not be negative"],
      [8, "2025-05-30 stands after 2025-06-02: bars must ascend"],
    ]);
  });

  test("bars: another header, and no file at all", async () => {
    expect(await said(smallArchive({ "bars/ABC.csv": "Date,Open,High,Low,Close,Volume\n" }))).toContain(
      `error bars/ABC.csv:1 the first line must be ${barHeader}`,
    );
    const dir = smallArchive();
    rmSync(join(dir, "bars"), { recursive: true });
    expect(await said(dir)).toEqual(["error bars/ABC.csv is missing"]);
  });

  test("actions: a value of 0, an unknown kind, disorder, two splits on a day", async () => {
    const lines = [
      "2025-06-04,split,0",
      "2025-06-04,merger,1",
      "2025-06-05,split,1.01",
      "2025-06-05,split,1.02",
      "2025-06-03,dividend,1",
    ];
    expect(await said(smallArchive({ "actions/ABC.csv": csv("exDate,kind,value", lines) }))).toEqual([
      "error actions/ABC.csv:2 value: must be above 0",
      expect.stringContaining("error actions/ABC.csv:3 kind:"),
      "error actions/ABC.csv:6 2025-06-03 stands after 2025-06-05: actions must ascend by exDate",
      "error actions/ABC.csv:5 a second split on 2025-06-05",
    ]);
  });

  test("filings, news and posts: what is no JSON, no UTC, no order", async () => {
    const fact = {
      concept: "Assets",
      unit: "USD",
      start: null,
      end: "2025-03-31",
      value: 1,
      filed: "2025-05-02",
      form: "10-Q",
      accn: "a",
    };
    const dir = smallArchive({
      "filings/ABC.jsonl": jsonLines(
        fact,
        { ...fact, value: "1" },
        { ...fact, end: "2024-03-31" },
        { ...fact, start: "2025-04-01" },
      ),
      "news/ABC.jsonl": `${jsonLines({ publishedAt: "2025-06-02", title: "t" })}{\n`,
      "social/ABC.jsonl": jsonLines(
        { publishedAt: "2025-06-03T00:00:00Z", text: "b" },
        { publishedAt: "2025-06-02T23:59:59.900Z", text: "a" },
      ),
    });
    expect(await said(dir)).toEqual([
      expect.stringMatching(/^error filings\/ABC\.jsonl:2 value: /),
      expect.stringMatching(/^error filings\/ABC\.jsonl:3 filed and end .* facts must ascend$/),
      "error filings/ABC.jsonl:4 start is after end",
      expect.stringMatching(/^error news\/ABC\.jsonl:1 publishedAt: must be ISO 8601 in UTC/),
      expect.stringMatching(/^error news\/ABC\.jsonl:2 is not JSON/),
      "error social/ABC.jsonl:2 publishedAt is earlier than on the line before: items must ascend",
    ]);
  });

  test("archive.json and instruments.json: missing, broken, an unknown calendar or kind of asset", async () => {
    expect(await said(temporaryFolder())).toEqual([
      "error archive.json is missing",
      "error instruments.json is missing",
    ]);
    const described = { name: "small", description: "", sources: [{ what: "bars", origin: "", licence: "" }] };
    expect(await said(smallArchive({ "archive.json": JSON.stringify(described) }))).toEqual([
      'error archive.json sources.0: add "url": "…"',
      'error archive.json add "caveats": []',
    ]);
    expect(await said(smallArchive({ "archive.json": "{" }))).toEqual([
      expect.stringMatching(/^error archive\.json is not JSON/),
    ]);
    expect(await said(smallArchive({ "instruments.json": instruments({ calendar: "XXXX" }) }))).toEqual([
      "error instruments.json ABC: no calendar is named XXXX",
    ]);
    expect(await said(smallArchive({ "instruments.json": instruments({ assetType: "bond" }) }))).toEqual([
      expect.stringMatching(/^error instruments\.json 0\.assetType: /),
    ]);
  });

  test("files of no symbol, of another ending and in other folders; bytes that are no UTF-8", async () => {
    const dir = smallArchive({ "bars/XYZ.csv": "", "news/ABC.csv": "", "charts/ABC.png": "", "bars/old/ABC.csv": "" });
    writeFileSync(join(dir, "social.txt"), "");
    writeFiles(dir, { "social/ABC.jsonl": "" });
    writeFileSync(join(dir, "social/ABC.jsonl"), Buffer.from([0x7b, 0xff, 0x0a]));
    const findings = await said(dir);
    expect(findings.filter((finding) => finding.endsWith("is not part of the layout"))).toEqual([
      "error bars/XYZ.csv is not part of the layout",
      "error bars/old/ABC.csv is not part of the layout",
      "error charts/ABC.png is not part of the layout",
      "error news/ABC.csv is not part of the layout",
      "error social.txt is not part of the layout",
    ]);
    expect(findings).toContain("error social/ABC.jsonl:1 is not UTF-8");
  });
});

describe("warnings", () => {
  test("a stock whose actions nobody knows", async () => {
    const dir = smallArchive();
    rmSync(join(dir, "actions"), { recursive: true });
    expect(await said(dir)).toEqual([
      "warning actions/ABC.csv is missing, so every run on ABC ends in REVIEW: write one with its header alone if there were no splits and no dividends",
    ]);
    writeFiles(dir, { "instruments.json": instruments({ assetType: "index" }) });
    expect(await said(dir)).toEqual([]);
  });

  test("missing sessions as ranges, bars on days without a session, days without a trade", async () => {
    const lines = [
      "2025-05-23,10,10,10,10,5",
      "2025-05-26,10,10,10,10,5", // Memorial Day
      "2025-05-29,10,10,10,10,0",
      "2025-05-30,10,11,10,10,0",
      "2025-06-03,10,10,10,10,",
    ];
    expect(await said(smallArchive({ "bars/ABC.csv": csv(barHeader, lines) }))).toEqual([
      "warning bars/ABC.csv 2 sessions, 2025-05-27 to 2025-05-28, of XNYS without a bar",
      "warning bars/ABC.csv the session 2025-06-02 of XNYS without a bar",
      "warning bars/ABC.csv:3 a bar on 2025-05-26, which is not a session of XNYS",
      "warning bars/ABC.csv:4 2025-05-29 is flat with volume 0: a day without a trade",
    ]);
  });

  test("a jump with no split, and a split that the prices do not show", async () => {
    const bars = (close: number) => [
      "2025-06-02,100,100,100,100,5",
      `2025-06-03,${close},${close},${close},${close},5`,
      `2025-06-04,${close},${close},${close},${close},5`,
    ];
    const check = (close: number, actions: readonly string[]) =>
      said(
        smallArchive({
          "bars/ABC.csv": csv(barHeader, bars(close)),
          "actions/ABC.csv": csv("exDate,kind,value", actions),
        }),
      );
    expect(await check(50, [])).toEqual([
      "warning bars/ABC.csv:3 the price of 2025-06-03 may show a 2-for-1 split that no source names, or a crash: price and volume do not tell which; runs leave out the prices before it",
    ]);
    expect(await check(141, [])).toHaveLength(1);
    expect(await check(61, [])).toEqual([]);
    expect(await check(50, ["2025-06-03,split,2"])).toEqual([]);
    expect(await check(200, ["2025-06-03,split,0.5"])).toEqual([]);
    expect(await check(50, ["2025-06-04,split,2"])).toEqual([
      "warning bars/ABC.csv:3 the 2-for-1 split named for 2025-06-04 shows in the prices on 2025-06-03, and is taken from there",
    ]);
    expect(await check(101, ["2025-06-03,split,2"])).toEqual([
      "warning bars/ABC.csv:3 the 2-for-1 split named for 2025-06-03 does not show in the prices: they may be adjusted already; bars must be raw, and runs leave out the prices before it",
    ]);
  });

  test("a fact filed before its period ended, an odd symbol, an unmarked synthetic instrument", async () => {
    const fact = {
      concept: "Assets",
      unit: "USD",
      start: null,
      end: "2025-06-30",
      value: 1,
      filed: "2025-05-02",
      form: "10-Q",
      accn: "a",
    };
    expect(await said(smallArchive({ "filings/ABC.jsonl": jsonLines(fact) }))).toEqual([
      "warning filings/ABC.jsonl:1 Assets is filed on 2025-05-02, before its end 2025-06-30",
    ]);
    const dir = smallArchive({ "instruments.json": instruments({ symbol: "abc", synthetic: true }) });
    expect(await said(dir)).toEqual(
      expect.arrayContaining([
        "warning archive.json synthetic differs from what the instruments say of themselves",
        "warning instruments.json abc is not a canonical symbol, so no run can ask for it; ABC would be",
      ]),
    );
    const pair = { symbol: "EURABC=X", assetType: "currency", calendar: "FX", currency: "ABC" };
    const paired = (changes: object) =>
      said(
        smallArchive({
          "instruments.json": instruments({}, { ...pair, ...changes }),
          "bars/EURABC%3DX.csv": "date,open,high,low,close,volume\n2025-06-02,1,1,1,1,\n",
        }),
      );
    expect(await paired({})).toEqual([]);
    expect(await paired({ currency: "EUR" })).toEqual([
      "warning instruments.json EURABC=X is no pair of currencies such as EURUSD=X, with the second as currency",
    ]);
  });
});

const real = ["djia-2025", "stocknet-2014", "crypto", "crypto-2023", "index-2000"] as const;

test.skipIf(archivePath("djia-2025") === null)(
  "the real archives have no error, and the warnings are their known gaps",
  async () => {
    const counts = new Map<string, number>();
    for (const name of real) {
      const findings = await checkArchive(archivePath(name) ?? "");
      expect(findings.filter((finding) => finding.level === "error")).toEqual([]);
      counts.set(name, findings.length);
    }
    expect(Object.fromEntries(counts)).toEqual({
      // 2025-01-10 to 01-13 in all twelve, 2025-02-11 to 02-19 in all but GS and HD.
      "djia-2025": 22,
      "stocknet-2014": 0,
      // Twelve missing days in both coins, nine days of BTC-USD and one of ETH-USD without a trade.
      crypto: 12,
      "crypto-2023": 0,
      "index-2000": 0,
    });
  },
);

const stocknet = archivePath("stocknet-2014");
test.skipIf(stocknet === null)("damage to a real archive is found where it was done", async () => {
  const dir = temporaryFolder();
  const copy = (path: string) => cpSync(join(stocknet ?? "", path), join(dir, path), { recursive: true });
  for (const path of ["archive.json", "bars", "actions"]) copy(path);
  const listed = readFileSync(join(stocknet ?? "", "instruments.json"), "utf8");
  writeFiles(dir, { "instruments.json": listed });
  expect(await checkArchive(dir)).toEqual([]);

  const edit = (path: string, change: (lines: string[]) => void) => {
    const lines = readFileSync(join(dir, path), "utf8").split("\n");
    change(lines);
    writeFileSync(join(dir, path), lines.join("\n"));
  };
  edit("bars/AAPL.csv", (lines) => lines.splice(100, 3));
  edit("bars/KO.csv", (lines) => lines.splice(50, 0, lines[50] ?? ""));
  edit("actions/V.csv", (lines) => {
    lines.splice(0, lines.length, ...lines.filter((line) => !line.includes("split")));
  });
  rmSync(join(dir, "bars/WMT.csv"));
  const findings = await said(dir);
  expect(findings).toHaveLength(4);
  expect(findings[0]).toMatch(/^warning bars\/AAPL\.csv 3 sessions, 2013-01-29 to 2013-01-31, of XNYS without a bar$/);
  expect(findings[1]).toMatch(/^error bars\/KO\.csv:52 a second bar of/);
  expect(findings[2]).toMatch(
    /^warning bars\/V\.csv:\d+ the price of 2015-03-19 looks like a 4-for-1 split that no source names; runs leave out the prices before it$/,
  );
  expect(findings[3]).toBe("error bars/WMT.csv is missing");
});
