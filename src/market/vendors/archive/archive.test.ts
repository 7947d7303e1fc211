import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fc, test as propertyTest } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { addDays, type LocalDate } from "#src/core/clock.ts";
import { Cancelled, InvalidInput, VendorFailed } from "#src/core/errors.ts";
import {
  csv,
  instruments,
  jsonLines,
  smallArchive,
  temporaryFolder,
  writeFiles,
} from "#tests/support/archive-folder.ts";
import { archivePath } from "#tests/support/archives.ts";
import type { RecordOf, Source, Vendor } from "#src/market/market-data.ts";
import { openArchive } from "./archive.ts";

const signal = new AbortController().signal;
const barHeader = "date,open,high,low,close,volume";

type ArchiveKind = "bars" | "actions" | "filings" | "news" | "social" | "events" | "insiders" | "institutions";

async function ask<K extends ArchiveKind>(
  vendor: Vendor,
  kind: K,
  symbol: string,
  from: LocalDate,
  to: LocalDate,
): Promise<readonly RecordOf[K][]> {
  const sources: { readonly [Each in ArchiveKind]?: Source<RecordOf[Each]> } = vendor;
  const source: Source<RecordOf[K]> | undefined = sources[kind];
  const instrument = await vendor.instrument?.(symbol, signal);
  if (source === undefined || instrument == null) throw new Error(`no ${kind} of ${symbol}`);
  return source.fetch({ instrument, from, to, asOf: Date.parse(`${to}T23:59:59Z`) }, signal);
}

const iso = (instant: number | null | undefined) => (instant == null ? null : new Date(instant).toISOString());

describe("records", () => {
  test("a bar is known at its session's close: 16:00 in New York, 13:00 before a holiday", async () => {
    const dir = smallArchive({
      "bars/ABC.csv": csv(barHeader, ["2024-11-27,1,1,1,1,5", "2024-11-29,1,2,1,2,", "2025-06-02,2,2,2,2,7"]),
    });
    const vendor = await openArchive(dir);
    const bars = await ask(vendor, "bars", "ABC", "2024-01-01", "2025-12-31");
    expect(bars.map((bar) => iso(bar.availableAt))).toEqual([
      "2024-11-27T21:00:00.000Z",
      "2024-11-29T18:00:00.000Z",
      "2025-06-02T20:00:00.000Z",
    ]);
    expect(bars[1]).toEqual({
      eventTime: Date.parse("2024-11-29T18:00:00Z"),
      availableAt: Date.parse("2024-11-29T18:00:00Z"),
      source: "archive:small",
      sourceId: "ABC:2024-11-29",
      date: "2024-11-29",
      open: 1,
      high: 2,
      low: 1,
      close: 2,
      volume: null,
      currency: "USD",
    });
  });

  test("a price in pence stays in pence, and a unit that is none is refused", async () => {
    const priced = (currency: string): string =>
      smallArchive({ "instruments.json": instruments({ currency, calendar: "XLON" }) });
    const [bar] = await ask(await openArchive(priced("GBp")), "bars", "ABC", "2025-06-02", "2025-06-02");
    expect([bar?.currency, iso(bar?.availableAt)]).toEqual(["GBp", "2025-06-02T15:35:00.000Z"]);
    await expect(openArchive(priced("gbp"))).rejects.toThrow("GBp for pence");
  });

  test("an event is known from its second on, with its items", async () => {
    const line = (at: string, ...items: readonly string[]): string =>
      JSON.stringify({ publishedAt: at, form: "8-K", items });
    const dir = smallArchive({
      "events/ABC.jsonl": [line("2025-06-02T20:05:00Z", "2.02", "9.01"), line("2025-06-04T12:00:00Z", "5.02"), ""].join(
        "\n",
      ),
    });
    const events = await ask(await openArchive(dir), "events", "ABC", "2025-06-01", "2025-06-03");
    expect(events).toMatchObject([{ form: "8-K", items: ["2.02", "9.01"], filed: "2025-06-02" }]);
    expect(iso(events[0]?.availableAt)).toBe("2025-06-02T20:05:00.000Z");
  });

  test("an insider's trade is known from its second on, and its names are cleaned", async () => {
    const row = {
      owner: "DOE\u202e JANE",
      role: "director",
      date: "2025-05-30",
      code: "P",
      acquired: true,
      shares: 10,
      price: null,
    };
    const lines = ["2025-06-02T20:05:00Z", "2025-06-04T12:00:00Z"].map((at) =>
      JSON.stringify({ publishedAt: at, ...row }),
    );
    const dir = smallArchive({ "insiders/ABC.jsonl": [...lines, ""].join("\n") });
    const trades = await ask(await openArchive(dir), "insiders", "ABC", "2025-06-01", "2025-06-03");
    expect(trades).toMatchObject([{ owner: "DOE JANE", date: "2025-05-30", filed: "2025-06-02", shares: 10 }]);
    expect(iso(trades[0]?.availableAt)).toBe("2025-06-02T20:05:00.000Z");
  });

  test("an institution's position is known from its second on, and a broken line counts from its own", async () => {
    const row = {
      period: "2025-03-31",
      manager: "Fund &amp; Co",
      cik: "0000000007",
      shares: 5,
      value: 50,
      accn: "a-1",
    };
    const line = (at: string, changes: object) =>
      `${JSON.stringify({ publishedAt: at, ...row, amendment: null, ...changes })}\n`;
    const dir = smallArchive({
      "institutions/ABC.jsonl": [
        line("2025-05-16T03:59:59Z", {}),
        line("2025-06-02T20:05:00Z", { amendment: "restatement", shares: 0, accn: "a-2" }),
        line("2025-06-04T12:00:00Z", { period: "2025-03-30" }),
      ].join(""),
    });
    const vendor = await openArchive(dir);
    const positions = await ask(vendor, "institutions", "ABC", "2025-05-01", "2025-06-03");
    expect(positions).toMatchObject([
      { manager: "Fund & Co", filed: "2025-05-15", sourceId: "a-1:ABC" },
      { shares: 0, amendment: "restatement", filed: "2025-06-02" },
    ]);
    await expect(ask(vendor, "institutions", "ABC", "2025-05-01", "2025-06-05")).rejects.toThrow("a quarter's end");
  });

  test("a coin's bar is known at the end of its UTC day", async () => {
    const dir = smallArchive({
      "instruments.json": instruments({ symbol: "BTC-USD", assetType: "crypto", calendar: "24/7" }),
      "bars/BTC-USD.csv": csv(barHeader, ["2024-12-25,1,1,1,1,0.5"]),
    });
    const [bar] = await ask(await openArchive(dir), "bars", "BTC-USD", "2024-12-25", "2024-12-25");
    expect(iso(bar?.availableAt)).toBe("2024-12-26T00:00:00.000Z");
  });

  test("a split and a dividend are known at the start of their ex-date in the exchange's zone", async () => {
    const dir = smallArchive({
      "actions/ABC.csv": csv("exDate,kind,value", [
        "2025-01-06,dividend,0.5",
        "2025-06-03,dividend,0.5",
        "2025-06-03,split,1.5",
      ]),
    });
    const actions = await ask(await openArchive(dir), "actions", "ABC", "2025-01-01", "2025-06-03");
    expect(actions.map((action) => [action.sourceId, action.action, action.value, action.currency])).toEqual([
      ["ABC:2025-01-06:dividend", "dividend", 0.5, "USD"],
      ["ABC:2025-06-03:dividend", "dividend", 0.5, "USD"],
      ["ABC:2025-06-03:split", "split", 1.5, null],
    ]);
    expect(actions.map((action) => iso(action.availableAt))).toEqual([
      "2025-01-06T05:00:00.000Z",
      "2025-06-03T04:00:00.000Z",
      "2025-06-03T04:00:00.000Z",
    ]);
  });

  test("a filing is known when its New York day is over, and a window takes all filed before its end", async () => {
    const fact = {
      concept: "Assets",
      unit: "USD",
      start: null,
      end: "2009-06-27",
      value: 1,
      form: "10-Q",
      accn: "a-1",
      fy: null,
      fp: null,
    };
    const dir = smallArchive({
      "filings/ABC.jsonl": jsonLines(
        { ...fact, filed: "2009-07-22" },
        { ...fact, filed: "2025-06-02", accn: "a-2", concept: "NetIncomeLoss", start: "2025-01-01", end: "2025-03-31" },
        { ...fact, filed: "2025-06-03", accn: "a-3" },
      ),
    });
    const filings = await ask(await openArchive(dir), "filings", "ABC", "2025-06-01", "2025-06-02");
    expect(filings.map((each) => [each.accession, iso(each.availableAt), each.sourceId])).toEqual([
      ["a-1", "2009-07-23T04:00:00.000Z", "a-1:Assets::2009-06-27"],
      ["a-2", "2025-06-03T04:00:00.000Z", "a-2:NetIncomeLoss:2025-01-01:2025-03-31"],
    ]);
  });

  test("news and posts are known when published; a window is of the exchange's days", async () => {
    const at = (publishedAt: string) => ({ publishedAt, title: publishedAt });
    const dir = smallArchive({
      "news/ABC.jsonl": jsonLines(
        at("2025-06-02T03:59:59Z"),
        at("2025-06-02T04:00:00Z"),
        { ...at("2025-06-03T03:59:59Z"), summary: "s", url: "https://example.com/1", source: "Wire" },
        at("2025-06-03T04:00:00Z"),
      ),
      "social/ABC.jsonl": jsonLines({ publishedAt: "2025-06-02T15:00:00.250Z", text: "up" }),
    });
    const vendor = await openArchive(dir);
    const news = await ask(vendor, "news", "ABC", "2025-06-02", "2025-06-02");
    expect(news.map((item) => item.title)).toEqual(["2025-06-02T04:00:00Z", "2025-06-03T03:59:59Z"]);
    expect(news[0]).toMatchObject({ summary: null, url: null, publisher: null });
    expect(news[1]).toMatchObject({ summary: "s", url: "https://example.com/1", publisher: "Wire" });
    const posts = await ask(vendor, "social", "ABC", "2025-06-02", "2025-06-02");
    expect(posts).toMatchObject([{ text: "up", stance: null, eventTime: Date.parse("2025-06-02T15:00:00.250Z") }]);
  });

  test("equal items get different ids, numbered in the order of the file", async () => {
    const item = { publishedAt: "2025-06-02T15:00:00Z", title: "same" };
    const fact = {
      concept: "Tax",
      unit: "USD",
      start: null,
      end: "2012-09-29",
      filed: "2013-04-24",
      form: "10-Q",
      accn: "a",
    };
    const dir = smallArchive({
      "news/ABC.jsonl": jsonLines(item, item, item),
      "filings/ABC.jsonl": jsonLines({ ...fact, value: 2.1e9 }, { ...fact, value: 2_062_000_000 }),
    });
    const vendor = await openArchive(dir);
    const ids = (await ask(vendor, "news", "ABC", "2025-06-02", "2025-06-02")).map((each) => each.sourceId);
    expect(ids).toEqual([ids[0], `${ids[0]}#2`, `${ids[0]}#3`]);
    const filings = await ask(vendor, "filings", "ABC", "2025-01-01", "2025-06-02");
    expect(filings.map((each) => each.sourceId)).toEqual(["a:Tax::2012-09-29", "a:Tax::2012-09-29#2"]);
  });

  const days = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 40 });
  const moments = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom("a", "b")), { maxLength: 40 });
  propertyTest.prop([days, moments, fc.integer({ min: 0, max: 300 })], { seed: 7, numRuns: 25 })(
    "what stands after a day in the files changes no record of that day or before",
    async (offsets, posts, cut) => {
      const end = addDays("2024-01-01", cut);
      const rows = offsets.toSorted((a, b) => a - b).map((offset) => addDays("2024-01-01", offset));
      const told = posts
        .toSorted(([a], [b]) => a - b)
        .map(([day, text]) => ({ publishedAt: `${addDays("2024-01-01", day * 15)}T12:00:00Z`, text }));
      const files = (last: LocalDate) => ({
        "bars/ABC.csv": csv(
          barHeader,
          rows.filter((date) => date <= last).map((date) => `${date},1,1,1,1,`),
        ),
        "social/ABC.jsonl": jsonLines(...told.filter((post) => post.publishedAt.slice(0, 10) <= last)),
      });
      const whole = await openArchive(smallArchive(files("2025-12-31")));
      const cutOff = await openArchive(smallArchive(files(end)));
      for (const kind of ["bars", "social"] as const) {
        const expected = await ask(cutOff, kind, "ABC", "2023-01-01", end);
        expect(await ask(whole, kind, "ABC", "2023-01-01", end)).toEqual(expected);
      }
      const bars = await ask(whole, "bars", "ABC", addDays(end, -30), end);
      expect(bars.map((bar) => bar.date)).toEqual(rows.filter((date) => date >= addDays(end, -30) && date <= end));
    },
  );
});

describe("the folder", () => {
  test("names its vendor and knows its instruments alone", async () => {
    const vendor = await openArchive(
      smallArchive({
        "instruments.json": instruments({}, { symbol: "XYZ", name: "Xyz (synthetic)", synthetic: true }),
      }),
    );
    expect(vendor.name).toBe("archive:small");
    expect(await vendor.instrument?.("ABC", signal)).toMatchObject({ name: "Abc", calendar: "XNYS", synthetic: false });
    expect(await vendor.instrument?.("XYZ", signal)).toMatchObject({ synthetic: true });
    expect(await vendor.instrument?.("abc", signal)).toBeNull();
  });

  test("a missing file and a header without rows are no data", async () => {
    const vendor = await openArchive(smallArchive({ "actions/ABC.csv": "exDate,kind,value\n" }));
    expect(await ask(vendor, "actions", "ABC", "2000-01-01", "2025-12-31")).toEqual([]);
    expect(await ask(vendor, "filings", "ABC", "2000-01-01", "2025-12-31")).toEqual([]);
    expect(await ask(vendor, "news", "ABC", "2000-01-01", "2025-12-31")).toEqual([]);
  });

  test("every broken line is named with its file and number", async () => {
    const vendor = await openArchive(
      smallArchive({
        "bars/ABC.csv": csv(barHeader, [
          "2025-06-02,10,11,9,10,5",
          "2025-02-30,10,11,9,10,5",
          "2025-06-04,10,9,9,10,5",
          "2025-06-05,0,11,9,10,5",
          "2025-06-06,10,11,9,10",
          "2025-06-03,10,11,9,1O,5",
        ]),
        "news/ABC.jsonl": '{"publishedAt":\n{"publishedAt":"2025-06-02T10:00:00+02:00","title":"x"}\n',
      }),
    );
    const failure = await ask(vendor, "bars", "ABC", "2025-01-01", "2025-12-31").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(VendorFailed);
    expect(failure).toMatchObject({ reason: "malformed", vendor: "archive:small" });
    const said = failure instanceof Error ? failure.message : "";
    expect([...said.matchAll(/bars\/ABC\.csv:(\d+)/g)].map((match) => Number(match[1]))).toEqual([3, 4, 5, 6, 7]);
    await expect(ask(vendor, "news", "ABC", "2025-01-01", "2025-12-31")).rejects.toThrow(
      /news\/ABC\.jsonl:1: is not JSON.*; news\/ABC\.jsonl:2: publishedAt: /,
    );
  });

  test("a file out of order is refused, since a window is cut by its order", async () => {
    const lines = ["2025-06-03,1,1,1,1,", "2025-06-02,1,1,1,1,"];
    const vendor = await openArchive(smallArchive({ "bars/ABC.csv": csv(barHeader, lines) }));
    await expect(ask(vendor, "bars", "ABC", "2025-06-01", "2025-06-30")).rejects.toThrow("bars/ABC.csv:3");
  });

  test("what cannot be read is an error and not an empty answer", async () => {
    const dir = smallArchive();
    await mkdir(join(dir, "news/ABC.jsonl"), { recursive: true });
    await expect(ask(await openArchive(dir), "news", "ABC", "2025-01-01", "2025-12-31")).rejects.toMatchObject({
      kind: "vendor_failed",
      reason: "unavailable",
    });
  });

  test("a folder without archive.json or instruments.json is not an archive", async () => {
    const dir = smallArchive();
    rmSync(join(dir, "instruments.json"));
    await expect(openArchive(dir)).rejects.toBeInstanceOf(InvalidInput);
    await expect(openArchive(temporaryFolder())).rejects.toBeInstanceOf(InvalidInput);
  });

  test.each([
    ["an unknown calendar", instruments({ calendar: "XXXX" })],
    ["a symbol twice", instruments({}, {})],
    ["an unknown kind of asset", instruments({ assetType: "bond" })],
    ["no instrument", "[]"],
  ])("%s in instruments.json is refused", async (_what, text) => {
    await expect(openArchive(smallArchive({ "instruments.json": text }))).rejects.toMatchObject({
      reason: "malformed",
    });
  });

  test("no symbol leads out of the folder", async () => {
    const outer = temporaryFolder();
    const symbols = ["../../secret", "..", "/secret", "..\\secret"];
    writeFiles(outer, {
      "secret.csv": csv(barHeader, ["2025-06-02,1,1,1,1,1"]),
      "in/archive.json": JSON.stringify({ name: "in", description: "", sources: [], caveats: [] }),
      "in/instruments.json": instruments(...symbols.map((symbol) => ({ symbol }))),
      "in/bars/..%2F..%2Fsecret.csv": csv(barHeader, ["2025-06-02,2,2,2,2,2"]),
    });
    const vendor = await openArchive(join(outer, "in"));
    const closes = await Promise.all(symbols.map((symbol) => ask(vendor, "bars", symbol, "2025-06-02", "2025-06-02")));
    expect(closes.map((bars) => bars.map((bar) => bar.close))).toEqual([[2], [], [], []]);
  });

  test("a file is read once; one that failed is read again", async () => {
    const dir = smallArchive({ "news/ABC.jsonl": "broken\n" });
    const vendor = await openArchive(dir);
    const first = await ask(vendor, "bars", "ABC", "2025-06-02", "2025-06-06");
    rmSync(join(dir, "bars"), { recursive: true });
    expect(await ask(vendor, "bars", "ABC", "2025-06-02", "2025-06-06")).toEqual(first);
    await expect(ask(vendor, "news", "ABC", "2025-06-02", "2025-06-06")).rejects.toBeInstanceOf(VendorFailed);
    writeFiles(dir, { "news/ABC.jsonl": jsonLines({ publishedAt: "2025-06-02T15:00:00Z", title: "mended" }) });
    expect(await ask(vendor, "news", "ABC", "2025-06-02", "2025-06-06")).toHaveLength(1);
  });

  test("a run that was cancelled gets no answer", async () => {
    const vendor = await openArchive(smallArchive());
    const instrument = await vendor.instrument?.("ABC", signal);
    if (instrument == null) throw new Error("ABC is missing");
    const query = { instrument, from: "2025-06-02", to: "2025-06-06", asOf: Date.parse("2025-06-07T00:00:00Z") };
    await expect(vendor.bars?.fetch(query, AbortSignal.abort())).rejects.toBeInstanceOf(Cancelled);
  });
});

const djia = archivePath("djia-2025");
test.skipIf(djia === null)(
  "all 23,696 facts of a company are read, and a window holds those filed by its end",
  async () => {
    const vendor = await openArchive(djia ?? "");
    expect(await ask(vendor, "filings", "AAPL", "2025-01-01", "2025-07-31")).toHaveLength(23_696);
    const early = await ask(vendor, "filings", "AAPL", "2010-01-01", "2010-12-31");
    expect(early.length).toBeGreaterThan(0);
    expect(early.length).toBeLessThan(23_696);
  },
);
