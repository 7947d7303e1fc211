import { expect, onTestFinished, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { chooseBenchmark, insertDay } from "#src/product/signals/queries/signal-days.ts";
import { appendEntry } from "#src/product/signals/queries/signals.ts";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { addDays } from "#src/core/clock.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import { trackRecordCsv } from "#src/product/signals/public/outcomes.ts";
import { listSignals } from "#src/product/signals/reading.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { emptyHouseList, signalEntry } from "#tests/support/signals.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";

const cost = { up: 1.0005 * 1.0001, down: 0.9995 * 0.9999 };

async function openRecord() {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  await emptyHouseList(fresh);
  const { db } = fresh;
  return {
    db,
    say: (symbol: string, session: string, rating: Opinion, confidence: number | null = null) =>
      db.transaction((tx) =>
        appendEntry(
          tx,
          "house",
          signalEntry(symbol, rating, { session, confidence }),
          Date.parse(`${session}T21:00:00Z`),
        ),
      ),
    async prices(symbol: string, from: string, days: readonly (readonly [open: number, close: number])[]) {
      await chooseBenchmark(db, symbol, null, 0);
      for (const [index, [open, close]] of days.entries()) {
        const session = addDays(from, index);
        const opensAt = Date.parse(`${session}T13:30:00Z`);
        await insertDay(db, symbol, { session, opensAt, price: { open, close }, split: 1, dividend: 0 }, "test", 0);
      }
    },
  };
}

test("figures of the record, worked out by hand", async () => {
  const { db, say, prices } = await openRecord();
  await say("A", "2025-06-02", "Buy", 0.7);
  await say("B", "2025-06-02", "Buy", 0.5);
  await prices("A", "2025-06-02", [
    [90, 95],
    [100, 110],
    [110, 120],
  ]);
  await prices("B", "2025-06-02", [
    [50, 50],
    [50, 45],
    [45, 40],
  ]);
  await say("A", "2025-06-03", "Sell");
  await say("A", "2025-06-04", "Buy");
  const record = await readTrackRecord(systemContext({ db }));
  expect(record.by_rating.find(({ rating, horizon }) => rating === "Buy" && horizon === 1)).toMatchObject({
    settled: 2,
    hits: 1,
    hit_rate: 0.5,
    // +10 % and −10 %.
    mean_return: 0,
    mean_excess_return: 0,
    // Both signals are of one day, which says nothing of how days differ.
    hit_rate_interval: { status: "too_few", missing_outcomes: 8, missing_blocks: 2 },
    excess_interval: { status: "too_few", missing_outcomes: 8, missing_blocks: 2 },
  });
  expect(record.by_rating.find(({ rating }) => rating === "Hold")?.hit_rate_interval).toBeNull();
  expect(record.by_rating.find(({ rating, horizon }) => rating === "Sell" && horizon === 1)).toMatchObject({
    settled: 1,
    hits: 0,
    mean_return: 0.090909091,
  });
  // A: all in at 100 on the 3rd, sold at 110 on the 4th. B: all in at 50 on the 3rd, held.
  const a = (100 / (100 * cost.up)) * 1.1;
  const rule = [1, (a + 0.9 / cost.up) / 2, (a * cost.down + 0.8 / cost.up) / 2];
  expect(record.equity.sessions).toEqual(["2025-06-03", "2025-06-04"]);
  for (const [index, value] of record.equity.rule.entries()) expect(value).toBeCloseTo(rule[index + 1] ?? 0, 6);
  expect(record.equity.buy_and_hold.at(-1)).toBeCloseTo((1.2 / cost.up + 0.8 / cost.up) / 2, 6);
  // The last one is not entered yet: nobody reads who it is about.
  expect(record.signals.map(({ number, sealed, signal }) => [number, sealed, signal?.symbol ?? null])).toEqual([
    [4, true, null],
    [3, false, "A"],
    [2, false, "B"],
    [1, false, "A"],
  ]);
  expect(JSON.stringify(record.signals[0])).not.toContain("Buy");
  expect(record.ratings).toMatchObject({ Buy: 2, Sell: 1 });
  const [head, first, , , last] = trackRecordCsv(record).trimEnd().split("\r\n");
  expect(head?.split(",").slice(0, 6)).toEqual(["number", "published_at", "id", "symbol", "session", "rating"]);
  expect(first).toMatch(/^1,2025-06-02T21:00:00.000Z,sig_\w+,A,2025-06-02,Buy,/);
  expect(last).toMatch(/^4,2025-06-04T21:00:00.000Z,,,,,/);
});

test("twenty-one sessions on, confidence is held against what came of it", async () => {
  const { db, say, prices } = await openRecord();
  const rising = Array.from({ length: 40 }, (_, index): [number, number] => [100 + index, 100.5 + index]);
  await prices("UP", "2025-06-02", rising);
  for (const [index, confidence] of [0.9, 0.95, 1, 0.3].entries())
    await say("UP", addDays("2025-06-02", index), index === 3 ? "Sell" : "Buy", confidence);
  const { calibration } = await readTrackRecord(systemContext({ db }));
  expect(calibration.horizon).toBe(21);
  expect(calibration.bins.find(({ from }) => from === 0.8)).toMatchObject({
    to: 1,
    settled: 3,
    mean_confidence: 0.95,
    hit_rate: 1,
    // Three windows that share all but two of their sessions are no three outcomes.
    interval: { status: "too_few", missing_outcomes: 7, missing_blocks: 2 },
  });
  expect(calibration.bins.find(({ from }) => from === 0.2)).toMatchObject({ settled: 1, hit_rate: 0 });
});

test("five overlapping windows have no interval, and sixty-three are worth three and a bit", async () => {
  const { db, say, prices } = await openRecord();
  const sessions = 63 + 22;
  // The price swings once in 60 sessions, so that what comes of signals next to each other is much the same.
  const price = (index: number): number => 100 + 10 * Math.sin((2 * Math.PI * index) / 60);
  await prices(
    "SWING",
    "2025-06-02",
    Array.from({ length: sessions }, (_, index): [number, number] => [price(index), price(index + 1)]),
  );
  const after = async (horizon: number) => {
    const { by_rating: records } = await readTrackRecord(systemContext({ db }));
    return records.find((record) => record.rating === "Buy" && record.horizon === horizon);
  };
  for (let index = 0; index < 63; index += 1) {
    if (index === 5)
      expect(await after(21)).toMatchObject({
        settled: 5,
        hit_rate: 0.8,
        hit_rate_interval: { status: "too_few", missing_outcomes: 5, missing_blocks: 2 },
      });
    await say("SWING", addDays("2025-06-02", index), "Buy", 0.7);
  }
  const month = await after(21);
  if (month?.hit_rate_interval?.status !== "given" || month.excess_interval.status !== "given")
    throw new Error("no interval");
  expect(month.hit_rate_interval.effective).toBeLessThan(4);
  expect(month.hit_rate_interval.high - month.hit_rate_interval.low).toBeGreaterThan(0.5);
  expect(month.excess_interval.effective).toBeLessThan(4);
  expect(await after(1)).toMatchObject({ settled: 63, hit_rate_interval: { status: "given" } });
  expect(await after(63)).toMatchObject({ hit_rate_interval: { status: "too_few" } });
});

test("who may read the house's signals, and those of a list of one's own", async () => {
  const { db, say } = await openRecord();
  await say("A", "2025-06-02", "Buy");
  await db.pool.query("insert into accounts (id, plan, created_at) values ('ann', 'free', now())");
  await db.pool.query(
    `insert into signal_lists (id, owner, name, instruments, schedule, runs, created_at, starts_at)
     values ('wl_1', 'ann', 'Mine', '[]', '{"kind":"close"}', 1, now(), now())`,
  );
  const query = { list: "house", symbol: null, rating: null, changed: false, before: null, limit: 10 };
  const as = (owner: string, plan: "free" | "signals", list = "house") =>
    listSignals(customerContext({ db, actor: { owner, plan, scopes: Scope.options } }), { ...query, list });
  expect((await as("bob", "signals")).signals).toHaveLength(1);
  await expect(as("ann", "free")).rejects.toThrow("require the Signals or Elite plan");
  expect((await as("ann", "free", "wl_1")).signals).toEqual([]);
  await expect(as("bob", "signals", "wl_1")).rejects.toThrow("there is no such watchlist");
});
