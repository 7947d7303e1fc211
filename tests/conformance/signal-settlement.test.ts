import { fc } from "@fast-check/vitest";
import { expect, onTestFinished, test } from "vitest";
import { benchmarksOf, daysOf, type KnownDay } from "#src/product/signals/queries/signal-days.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import type { Bar, CorporateAction, VendorChain } from "#src/market/market-data.ts";
import { addDays, fixedClock, toIso, type LocalDate } from "#src/core/clock.ts";
import { createLog } from "#src/core/operation/log.ts";
import { marksOf } from "#src/product/signals/lib/marks.ts";
import { settleSignals, type SettleSignalsTools } from "#src/server/worker/workflows/signals.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { bar, vendorChainOf, instrument, memoryVendor, split } from "#tests/support/memory-vendor.ts";
import { futures, rewriteChain } from "#tests/support/rewritten-future.ts";
import { emptyHouseList, publish, signalEntry, signalOf } from "#tests/support/signals.ts";

const first: LocalDate = "2025-06-02";
const last: LocalDate = "2025-07-31";
const hour = 3_600_000;

const xnys = calendarByName("XNYS");
if (xnys === null) throw new Error("no calendar");
const sessions = xnys.sessionsBetween(first, last);

/** Bars that wander, a split and dividends, of an instrument and of what it is held against. */
function market(symbol: string, seed: number): VendorChain {
  const bars = (of: string, start: number, step: number, splits: readonly CorporateAction[] = []): Bar[] =>
    sessions.map((date, index) => {
      const ratio = splits.reduce((product, { exDate, value }) => (exDate > date ? product : product * value), 1);
      const close = (start / ratio) * (1 + 0.02 * Math.sin(index * step + seed));
      return bar(date, close, { open: close * 0.995, source: of, sourceId: `${of}-${date}` });
    });
  const dividend = { action: "dividend", value: 0.75, sourceId: "dividend" } as const;
  const splits = [split("2025-06-16", 4), split("2025-07-22", 0.5)];
  const own = memoryVendor(
    "own",
    { bars: bars("own", 100, 1, splits), actions: [...splits, split("2025-07-10", 1, dividend)] },
    [instrument(symbol)],
  );
  const spy = memoryVendor("spy", { bars: bars("spy", 500, 0.5), actions: [] }, [instrument("SPY")]);
  // Each vendor knows one symbol and answers whatever it is asked: the chain must ask the right one.
  return bySymbol(symbol, vendorChainOf(own), vendorChainOf(spy));
}

function bySymbol(symbol: string, own: VendorChain, other: VendorChain): VendorChain {
  const [a, b] = [own.instruments[0], other.instruments[0]];
  if (a === undefined || b === undefined) throw new Error("no vendor");
  return vendorChainOf({
    name: "both",
    instrument: async (asked, signal) =>
      (await a.instrument?.(asked, signal)) ?? (await b.instrument?.(asked, signal)) ?? null,
    bars: {
      timing: "dated",
      fetch: async (query, signal) =>
        (await (query.instrument.symbol === symbol ? a : b).bars?.fetch(query, signal)) ?? [],
    },
    actions: {
      timing: "dated",
      fetch: async (query, signal) =>
        (await (query.instrument.symbol === symbol ? a : b).actions?.fetch(query, signal)) ?? [],
    },
  });
}

async function openSettlement() {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  await emptyHouseList(fresh);
  const log = createLog("silent", "test");
  const tools = (vendors: VendorChain, now: number): SettleSignalsTools => ({
    db: fresh.db,
    vendors,
    log,
    clock: fixedClock(now),
  });
  return { ...fresh, tools };
}

test("nothing after a session moves what was kept of it, nor a mark that was settled by then", async () => {
  const { db, tools } = await openSettlement();
  let nth = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: sessions.length - 1 }),
      fc.constantFrom(...futures.filter((future) => future !== "kept")),
      fc.nat(1000),
      async (index, future, seed) => {
        nth += 1;
        const cut = sessions[index] ?? last;
        const end = xnys?.sessionClose(cut) ?? 0;
        const settle = async (symbol: string, rewrite: boolean) => {
          await publish({ db }, symbol, "Buy", { at: Date.parse("2025-06-02T20:31:00Z") });
          const vendors = market(symbol, seed);
          await settleSignals(tools(rewrite ? rewriteChain(vendors, end, future) : vendors, end + 90 * 24 * hour));
          const days = (await daysOf(db.sql, [symbol])).get(symbol) ?? [];
          return days.filter(({ session }) => session <= cut);
        };
        const [kept, rewritten] = [await settle(`K${nth}`, false), await settle(`R${nth}`, true)];
        expect(rewritten).toEqual(kept);
        expect(kept).toHaveLength(index + 1);
        const signal = signalOf("K", "Buy");
        const settled = (days: typeof kept) => marksOf(signal, days, { symbol: null, days: [] });
        expect(settled(rewritten)).toEqual(settled(kept));
      },
    ),
    { numRuns: 12, seed: 20250602 },
  );
});

test("keeps a session an hour after its close, with the actions of its day, and holds it against its benchmark", async () => {
  const { db, tools } = await openSettlement();
  await publish({ db }, "AAA", "Buy", { at: Date.parse("2025-06-02T20:31:00Z") });
  const vendors = market("AAA", 1);
  const close = xnys?.sessionClose("2025-06-03") ?? 0;
  await settleSignals(tools(vendors, close + hour - 1));
  expect((await daysOf(db.sql, ["AAA"])).get("AAA")?.map(({ session }) => session)).toEqual(["2025-06-02"]);
  await settleSignals(tools(vendors, close + hour));
  await settleSignals(tools(vendors, close + hour));
  const days = await daysOf(db.sql, ["AAA", "SPY"]);
  expect(days.get("AAA")?.map(({ session, opensAt }) => `${session} ${toIso(opensAt)}`)).toEqual([
    "2025-06-02 2025-06-02T13:30:00.000Z",
    "2025-06-03 2025-06-03T13:30:00.000Z",
  ]);
  expect(days.get("SPY")).toHaveLength(2);
  expect(await benchmarksOf(db.sql, ["AAA"])).toEqual(new Map([["AAA", "SPY"]]));
  await settleSignals(tools(vendors, (xnys?.sessionClose(last) ?? 0) + hour));
  const all = (await daysOf(db.sql, ["AAA"])).get("AAA") ?? [];
  expect(all.map(({ session }) => session)).toEqual(sessions);
  expect(all.filter(({ split: ratio, dividend }) => ratio !== 1 || dividend !== 0)).toMatchObject([
    { session: "2025-06-16", split: 4, dividend: 0 },
    { session: "2025-07-10", split: 1, dividend: 0.75 },
    { session: "2025-07-22", split: 0.5, dividend: 0 },
  ]);
});

test("waits for a price that is late, and after five days takes the session to have had none", async () => {
  const { db, tools } = await openSettlement();
  await publish({ db }, "LATE", "Buy", { at: Date.parse("2025-06-02T20:31:00Z") });
  const without = vendorChainOf(
    memoryVendor("own", { bars: [bar(first, 100), bar("2025-06-04", 102)], actions: [] }, [instrument("LATE")]),
  );
  const close = xnys?.sessionClose("2025-06-03") ?? 0;
  const kept = async () =>
    (await daysOf(db.sql, ["LATE"])).get("LATE")?.map(({ session, price }) => [session, price?.close ?? null]);
  await settleSignals(tools(without, close + 4 * 24 * hour));
  expect(await kept()).toEqual([[first, 100]]);
  await settleSignals(tools(without, close + 5 * 24 * hour));
  expect(await kept()).toEqual([
    [first, 100],
    ["2025-06-03", null],
    ["2025-06-04", 102],
  ]);
  // What came later changes nothing any more.
  const full = vendorChainOf(
    memoryVendor("own", { bars: [bar(first, 1), bar("2025-06-03", 101), bar("2025-06-04", 102)], actions: [] }, [
      instrument("LATE"),
    ]),
  );
  await settleSignals(tools(full, close + 30 * 24 * hour));
  expect((await kept())?.slice(0, 3)).toEqual([
    [first, 100],
    ["2025-06-03", null],
    ["2025-06-04", 102],
  ]);
  await expect(db.pool.query("update signal_days set close = 1")).rejects.toMatchObject({ code: "55000" });
  await expect(db.pool.query("delete from signal_days")).rejects.toMatchObject({ code: "55000" });
});

test("a coin's sessions are the days of UTC, and Bitcoin is held against cash", async () => {
  const { db, tools } = await openSettlement();
  const entry = { asset_type: "crypto" } as const;
  const at = Date.parse("2025-06-08T00:01:00Z");
  await db.transaction((tx) =>
    appendEntry(tx, "house", signalEntry("BTC-USD", "Buy", { ...entry, session: "2025-06-07" }), at),
  );
  const days = Array.from({ length: 5 }, (_, index) => addDays("2025-06-07", index));
  const vendor = memoryVendor(
    "coins",
    { bars: days.map((date, index) => bar(date, 100 + index, {}, "24/7")), actions: [] },
    [instrument("BTC-USD", "24/7", "crypto")],
  );
  await settleSignals(tools(vendorChainOf(vendor), Date.parse("2025-06-12T02:00:00Z")));
  const kept = (await daysOf(db.sql, ["BTC-USD"])).get("BTC-USD") ?? [];
  expect(kept.map(({ session }) => session)).toEqual(days);
  expect(await benchmarksOf(db.sql, ["BTC-USD"])).toEqual(new Map([["BTC-USD", null]]));
  // Published a minute into the 8th, so that day's open was gone.
  const signal = signalOf("BTC-USD", "Buy", { session: "2025-06-07", published_at: toIso(at) });
  expect(marksOf(signal, kept, { symbol: null, days: [] })[0]).toMatchObject({ entry_session: "2025-06-09" });
});

test("a signal on what is no symbol keeps no other one from being settled", async () => {
  const { db, tools } = await openSettlement();
  const at = Date.parse("2025-06-02T20:31:00Z");
  for (const symbol of ["..", "AAA"]) await publish({ db }, symbol, "Buy", { at });
  await settleSignals(tools(market("AAA", 1), at + 24 * hour));
  expect((await daysOf(db.sql, ["AAA"])).get("AAA")?.map(({ session }) => session)).toEqual(["2025-06-02"]);
});

test("a price that another unit or an unnamed split explains settles nothing until what follows decides", async () => {
  const { db, tools } = await openSettlement();
  const day = 24 * hour;
  const settled = async (symbol: string, wrong: (date: LocalDate) => number, actions: CorporateAction[] = []) => {
    await publish({ db }, symbol, "Buy", { at: Date.parse("2025-06-02T20:31:00Z") });
    const bars = sessions.map((date, index) => {
      const close = 100 * (1 + 0.01 * Math.sin(index)) * wrong(date);
      return bar(date, close, { open: close, source: "own", sourceId: `own-${date}`, volume: 1_000_000 });
    });
    const vendors = vendorChainOf(memoryVendor("own", { bars, actions }, [instrument(symbol)]));
    const days = async (now: number) => {
      await settleSignals(tools(vendors, now));
      return (await daysOf(db.sql, [symbol])).get(symbol) ?? [];
    };
    const soon = await days((xnys?.sessionClose("2025-07-09") ?? 0) + day);
    return { soon: soon.at(-1)?.session, end: await days((xnys?.sessionClose(last) ?? 0) + 90 * day) };
  };
  const slip = await settled("SLIP", (date) => (date === "2025-07-09" ? 0.01 : 1));
  expect(slip.soon).toBe("2025-07-08");
  expect(slip.end.find(({ session }) => session === "2025-07-09")?.price).toBeNull();
  const isLast = ({ session, price }: KnownDay) => session === last && price !== null;
  expect(slip.end.some(isLast)).toBe(true);
  const jump = (date: LocalDate) => (date < "2025-07-09" ? 1 : 0.1);
  expect((await settled("JUMP", jump)).end.at(-1)?.session).toBe("2025-07-08");
  const named = await settled("NAMED", jump, [split("2025-07-09", 10)]);
  expect([named.soon, named.end.some(isLast)]).toEqual(["2025-07-09", true]);
});
