import { existsSync, mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import { conclaveHome } from "#tests/support/conclave.ts";

/** Two years of sessions as a German site has them: newest first, with remarks, a decimal comma and no UTF-8. */
function germanFile(): Buffer {
  const sessions = calendarByName("XNYS")?.sessionsBetween("2022-01-03", "2023-12-29") ?? [];
  const rows = sessions.map((date, index) => {
    const close = 100 + 10 * Math.sin(index / 9) + index / 20;
    const [open, high, low] = [close * 0.997, close * 1.01, close * 0.99];
    const figures = [open, high, low, close].map((value) => value.toFixed(2).replace(".", ","));
    return [date.split("-").toReversed().join("."), ...figures, "1.234.500"].join(";");
  });
  const heading = "Datum;Eröffnung;Hoch;Tief;Schluss;Volumen";
  return Buffer.from(["Kurse der Müller AG", "", heading, ...rows.toReversed()].join("\r\n"), "latin1");
}

function home() {
  const cli = conclaveHome();
  const put = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(cli.home, name), content);
    return join(cli.home, name);
  };
  return { ...cli, put, out: join(cli.home, "out") };
}

test("a price file becomes an archive that passes its check and that a run rests on", async () => {
  const { call, put, out } = home();
  const file = put("kurse.csv.gz", gzipSync(germanFile()));
  const what = ["archive", "import", file, "--symbol", "acme", "--name", "Acme Inc.", "--splits", "none", "--out", out];
  const shown = await call(...what);
  expect(shown).toMatchObject({ code: 2, err: "Nothing was written. Add --yes to write it.\n" });
  expect(shown.out).toContain("kurse.csv.gz (separated by semicolons, Windows-1252, gzip)");
  expect(shown.out).toContain("Eröffnung as open, Hoch as high");
  expect(shown.out).toContain("decimal comma, dates day first");
  expect(shown.out).toMatch(/501 days, 2022-01-03 to 2023-12-29\n +2022-01-03 {2}open 99\.7 {2}high 101 /);
  expect(existsSync(out)).toBe(false);

  expect(await call(...what, "--yes")).toMatchObject({ code: 0, err: "", out: expect.stringContaining("--offline") });
  expect(await call("archive", "check", out)).toMatchObject({ code: 0, out: "no problems found\n" });
  const run = await call(
    "analyze",
    "ACME",
    "--date",
    "2023-12-29",
    "--archive",
    out,
    "--offline",
    "--json",
    "--reasoner",
    "rules",
  );
  expect(JSON.parse(run.out).result).toMatchObject({ is_review: false });
  expect(run.out).toContain("Acme Inc.");
});

test("a second instrument is added to an archive, and none is written over", async () => {
  const { call, put, out } = home();
  const file = put("prices.csv", "date,close,ticker\n2020-01-02,1.5,AAL\n2020-01-03,1.6,AAL\n2020-01-02,300,VOD.L\n");
  const add = (...more: string[]) => call("archive", "import", file, "--out", out, "--yes", ...more);
  expect(await add()).toMatchObject({ code: 2, err: expect.stringContaining("add --symbol and one of AAL, VOD.L") });
  expect(await add("--symbol", "AAL")).toMatchObject({
    code: 0,
    err: expect.stringContaining("every run on AAL ends in REVIEW"),
  });
  expect(await add("--symbol", "VOD.L")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--currency: is required for VOD.L"),
  });
  expect(await add("--symbol", "VOD.L", "--currency", "GBX", "--splits", "2019-05-01:1/10")).toMatchObject({ code: 0 });
  const before = readdirSync(out, { recursive: true });
  expect(await add("--symbol", "AAL")).toMatchObject({ code: 2, err: expect.stringContaining("has AAL already") });
  expect(readdirSync(out, { recursive: true })).toEqual(before);
  expect(JSON.parse(readFileSync(join(out, "instruments.json"), "utf8"))).toMatchObject([
    { symbol: "AAL", currency: "USD", calendar: "XNYS" },
    { symbol: "VOD.L", currency: "GBX", calendar: "XLON" },
  ]);
  expect(readFileSync(join(out, "actions", "VOD.L.csv"), "utf8")).toBe("exDate,kind,value\n2019-05-01,split,0.1\n");
  expect(await call("archive", "check", out)).toMatchObject({ code: 0 });
});

test("a move that looks like a split is shown with the option that names it, and then set right", async () => {
  const { call, put, out } = home();
  const bar = (date: string, close: number, volume: number) => [date, close, close, close, close, volume].join(",");
  const days = calendarByName("XNYS")?.sessionsBetween("2020-08-03", "2020-09-04") ?? [];
  const rows = days.map((date) => (date < "2020-08-31" ? bar(date, 500, 1000) : bar(date, 125, 4000)));
  const file = put("AAPL.csv", ["Date,Open,High,Low,Close,Volume", ...rows].join("\n"));
  const what = ["archive", "import", file, "--symbol", "AAPL", "--out", out, "--yes"];
  expect((await call(...what)).out).toContain(
    "the price of 2020-08-31 looks like a 4-for-1 split that no source names (--splits 2020-08-31:4).",
  );
  const known = await call(...what.slice(0, -3), "--out", `${out}2`, "--yes", "--splits", "2020-08-31:4");
  expect(known).toMatchObject({ code: 0, err: "", out: expect.stringContaining("4-for-1 split on 2020-08-31") });
});

test.each([
  ["nothing there", null, [], "nowhere.csv does not exist"],
  ["an empty file", "", [], "is empty"],
  ["a heading alone", "Date,Close\n", [], "has no row with a price"],
  ["NUL bytes", "Date,Close\n2020-01-02,1\0\n", [], "contains NUL bytes"],
  ["a gzip bomb", gzipSync(Buffer.alloc(40_000_000)), [], "is larger than 32 MB when it is unpacked"],
  ["an ambiguous date", "Date,Close\n03/04/2020,1\n", [], "add --date-order dmy or mdy"],
  ["no symbol", "Date,Close\n2020-01-02,1\n", [], "--symbol: is required"],
  ["a path for a symbol", "Symbol,Date,Close\n../../etc/passwd,2020-01-02,1\n", [], "is not a symbol"],
  ["a path for a symbol, as an option", "Date,Close\n2020-01-02,1\n", ["--symbol", "../x"], "is not a symbol"],
  ["a wrong order", "Date,Close\n2020-01-02,1\n", ["--date-order", "ydm"], "--date-order: must be one of dmy, mdy"],
  ["wrong splits", "Date,Close\n2020-01-02,1\n", ["--symbol", "A", "--splits", "4"], "--splits: must be none"],
  ["a bad row", "Date,Close\n2020-01-02,1\nfoo,2\n", ["--symbol", "A"], 'line 3: "foo" is not a date'],
])("%s is refused in words, and nothing is written", async (_name, content, more, told) => {
  const { call, put, home: folder, out } = home();
  const file = content === null ? join(folder, "nowhere.csv") : put("prices.csv", content);
  const { code, err } = await call("archive", "import", file, "--out", out, "--yes", ...more);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(told) });
  expect(existsSync(out)).toBe(false);
});

test("a file of 300 MB is not read, and a folder of something else is left alone", async () => {
  const { call, put, home: folder } = home();
  const large = put("large.csv", "");
  truncateSync(large, 300_000_000);
  const before = process.memoryUsage().rss;
  expect(await call("archive", "import", large, "--yes")).toMatchObject({
    code: 2,
    err: expect.stringContaining("larger than 32 MB"),
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  expect(await call("archive", "import", folder, "--yes")).toMatchObject({
    code: 2,
    err: expect.stringContaining("is not a file"),
  });
  mkdirSync(join(folder, "mine"));
  put("mine/letter.txt", "dear");
  const file = put("A.csv", "Date,Close\n2020-01-02,1\n");
  const { code, err } = await call("archive", "import", file, "--symbol", "A", "--out", join(folder, "mine"), "--yes");
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("is no archive") });
  expect(readdirSync(join(folder, "mine"))).toEqual(["letter.txt"]);
});

test.each([
  "../../etc/passwd",
  "..",
  "../..",
  "..%2F..%2Fetc",
  "/etc/passwd",
  "C:\\windows\\system",
  "a\u0000b",
  "\u202Eetc/..",
  "%2e%2e",
  "x".repeat(300),
])("a symbol that is a way out of its folder writes nothing outside of it: %j", async (symbol) => {
  const { call, put, home: folder } = home();
  mkdirSync(join(folder, "inner"));
  const rows = germanFile().toString("latin1").split("\r\n").slice(2, 40);
  const named = rows.map((row, index) => `${row};${index === 0 ? "Symbol" : symbol}`);
  const file = put("prices.csv", named.join("\n"));
  const before = new Set(readdirSync(folder, { recursive: true }).map(String));
  const out = join(folder, "inner", "out");
  for (const flags of [["--symbol", symbol, "--out", out], ["--out", out], []]) {
    const { code } = await call("archive", "import", file, "--currency", "EUR", "--splits", "none", ...flags, "--yes");
    expect([0, 1, 2]).toContain(code);
  }
  const made = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((one) => !before.has(one));
  expect(made.filter((one) => !/^(?:inner\/out|archives(?:\/[a-z0-9][a-z0-9.-]*)?)(?:\/|$)/.test(one))).toEqual([]);
});
