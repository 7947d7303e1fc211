import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { expect, onTestFinished, test } from "vitest";
import { SignalEvent, type Horizon, type Mark } from "#src/contract/signals/signals.ts";
import { listSignals } from "#src/product/signals/queries/signals.ts";
import { canonicalJson } from "#src/core/hash.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import { trackRecordCsv } from "#src/product/signals/public/track-record-csv.ts";
import { checkChain } from "#src/product/signals/lib/check-signals.ts";
import { settleSignals } from "#src/server/worker/workflows/signals.ts";
import { tick } from "#src/server/worker/workflows/schedules.ts";
import { instruments, temporaryFolder, writeFiles } from "#tests/support/archive-folder.ts";
import { archivePath } from "#tests/support/archives.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { followEvents, type EventStream } from "#tests/support/event-stream.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { until } from "#tests/support/mail-worker.ts";
import { subscribers } from "#tests/support/signals.ts";
import { startSteeredWorker, type SteeredWorker } from "#tests/support/steered-worker.ts";

/*
 * A signal's whole life on real prices: the schedule, the debates, the chain, the stream, the settlement, the record
 * and the proof, by the worker's and the front door's own code on one Postgres. The clock alone is the test's.
 */

const archive = archivePath("djia-2025");
const symbols = ["CAT", "GS", "HD"] as const;

interface Day {
  readonly date: string;
  readonly open: number;
  readonly close: number;
}

function columns(file: string): string[][] {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
}

function daysOf(symbol: string): Day[] {
  return columns(join(archive ?? "", "bars", `${symbol}.csv`)).map(([date = "", open, , , close]) => ({
    date,
    open: Number(open),
    close: Number(close),
  }));
}

/** An archive of somebody's own: the mean of the three stocks under the name of the fund that is asked for first. */
function benchmarkArchive(): string {
  const dir = temporaryFolder();
  const [first = [], ...others] = symbols.map(daysOf);
  const rows = first.flatMap(({ date, open, close }) => {
    const same = others.map((days) => days.find((day) => day.date === date));
    if (same.includes(undefined)) return [];
    const mean = (own: number, of: (day: Day) => number): number =>
      (own + same.reduce((sum, day) => sum + (day === undefined ? 0 : of(day)), 0)) / symbols.length;
    const [start, end] = [mean(open, (day) => day.open), mean(close, (day) => day.close)];
    return [[date, start, Math.max(start, end), Math.min(start, end), end, 1].join(",")];
  });
  writeFiles(dir, {
    "archive.json": JSON.stringify({ name: "mean", description: "A mean.", sources: [], caveats: [] }),
    "instruments.json": instruments({ symbol: "SPY", name: "Mean of three" }),
    "bars/SPY.csv": ["date,open,high,low,close,volume", ...rows, ""].join("\n"),
  });
  return dir;
}

/** One share from the open of `from` over so many sessions, by the archive's own files. */
function gained(days: readonly Day[], from: string, horizon: Horizon, symbol: string | null) {
  const entry = days.findIndex(({ date }) => date === from);
  const [first, last] = [days[entry], days[entry + horizon - 1]];
  if (first === undefined || last === undefined) throw new Error(`${symbol} has no price`);
  const paid =
    symbol === null
      ? []
      : columns(join(archive ?? "", "actions", `${symbol}.csv`)).filter(
          ([exDate = ""]) => exDate > first.date && exDate <= last.date,
        );
  const cash = paid.reduce((sum, [, , value]) => sum + Number(value), 0);
  return { first, last, cash, gain: (last.close + cash) / first.open - 1 };
}

/** Lets the worker do what is due at a moment, until all its runs have ended. */
async function runDue(worker: SteeredWorker, at: string): Promise<void> {
  worker.clock.set(at);
  await until(
    `the runs of ${at}`,
    async () => {
      await tick(worker);
      const { rows } = await worker.db.pool.query("select from signal_runs where state <> 'ended'");
      return rows.length === 0 ? true : null;
    },
    60_000,
  );
}

async function runsOf({ db }: TestApp, session: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ symbol: string; outcome: string; reason: string | null; jobs: number }>(
    "select symbol, outcome, reason, cardinality(analyses) as jobs from signal_runs where session = $1 order by symbol",
    [session],
  );
  return rows.map(({ symbol, outcome, reason, jobs }) => `${symbol} ${jobs} ${outcome}${reason ? `: ${reason}` : ""}`);
}

function heard({ events }: EventStream): string[] {
  return events
    .map(({ data }) => SignalEvent.parse(data).entry)
    .map((entry) => {
      if (entry.kind !== "signal") return entry.kind;
      const from = entry.previous_rating === null ? "first" : `after ${entry.previous_rating}`;
      return `${entry.session} ${entry.symbol} ${entry.rating} ${from}${entry.changed ? ", changed" : ""}`;
    });
}

async function marksAt(worker: SteeredWorker, at: string, of: { symbol: string; session: string }): Promise<Mark[]> {
  worker.clock.set(at);
  await settleSignals(worker);
  const { signals } = await readTrackRecord(worker);
  const found = signals.find(({ signal }) => signal?.symbol === of.symbol && signal.session === of.session);
  return found?.marks ?? [];
}

test.skipIf(archive === null)("from the close of a session to a settled record that nobody can alter", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  const door = await testApp.open({ access: { open: false, loopback: true } });
  const benchmark = benchmarkArchive();
  const worker = await startSteeredWorker(testApp, "2025-03-24T12:00:00Z", {
    MARKET_ARCHIVES: [archive, benchmark].join(":"),
    SIGNAL_WATCHLIST: symbols.join(","),
    SERVICE_MAX_CONCURRENCY: "12",
  });
  const [paying = ""] = await subscribers(testApp, 1);
  const [free = ""] = await subscribers(testApp, 1, "free");
  const follow = (cookie: string | null) =>
    followEvents(`${door.url}/api/signal-engine/stream`, cookie === null ? {} : { cookie });
  const stream = await follow(paying);
  onTestFinished(() => stream.leave());
  expect([stream.status, (await follow(free)).status, (await follow(null)).status]).toEqual([200, 403, 401]);

  // New York closes at 20:00 UTC.
  worker.clock.set("2025-03-24T20:29:00Z");
  expect(await tick(worker)).toEqual({ started: 0, waiting: 0 });
  worker.clock.set("2025-03-24T20:31:00Z");
  // Its own schedule, not at the next minute but now, and twice.
  const client = await DBOSClient.create({ systemDatabaseUrl: testApp.url, applicationName: "conclave" });
  onTestFinished(() => client.destroy());
  await Promise.all([client.triggerSchedule("signals"), client.triggerSchedule("signals")]);
  // The clock jumps by weeks below, and a real minute that begins meanwhile would start what is due then.
  await client.pauseSchedule("signals");
  await until(
    "the runs of the schedule",
    async () =>
      (await runsOf(testApp, "2025-03-24")).filter((run) => !run.includes("null")).length === 3 ? true : null,
    60_000,
  );
  // Caterpillar's prices have a gap in February, which leaves too few of them for an opinion.
  expect(await runsOf(testApp, "2025-03-24")).toEqual([
    "CAT 1 review: the debate had no opinion",
    "GS 1 signal",
    "HD 1 signal",
  ]);
  const first = ["2025-03-24 GS Overweight first", "2025-03-24 HD Overweight first"];
  await expect.poll(() => heard(stream).toSorted()).toEqual(first);

  await runDue(worker, "2025-03-25T20:31:00Z");
  const second = ["CAT Overweight first", "GS Overweight after Overweight", "HD Overweight after Overweight"].map(
    (what) => `2025-03-25 ${what}`,
  );
  await expect.poll(() => heard(stream).slice(2).toSorted()).toEqual(second);

  // The first mark needs the close of the day on which the signal is entered, and an hour for it to be final. Before
  // that the record does not even say who it is about.
  const held = { symbol: "HD", session: "2025-03-24" };
  expect((await marksAt(worker, "2025-03-25T20:59:59Z", held)).map(({ status }) => status)).toEqual([]);
  expect((await marksAt(worker, "2025-03-25T21:00:00Z", held)).map(({ status }) => status)).toEqual([
    "settled",
    "open",
    "open",
    "open",
  ]);

  // Two sessions without a worker are told and not made up for.
  await runDue(worker, "2025-03-28T20:31:00Z");
  expect(await runsOf(testApp, "2025-03-27")).toEqual(
    symbols.map((symbol) => `${symbol} 0 skipped: a later session was due before it could be started`),
  );
  await expect.poll(() => heard(stream).slice(5)).toHaveLength(3);
  expect(heard(stream)).toContain("2025-03-28 CAT Overweight after Overweight");

  // The 5th session ends on Monday the 31st; the 21st on April 23, Good Friday being none.
  const statuses = async (at: string) => (await marksAt(worker, at, held)).map(({ status }) => status);
  expect(await statuses("2025-03-31T20:59:59Z")).toEqual(["settled", "open", "open", "open"]);
  expect(await statuses("2025-03-31T21:00:00Z")).toEqual(["settled", "settled", "open", "open"]);
  expect(await statuses("2025-04-23T20:59:59Z")).toEqual(["settled", "settled", "open", "open"]);
  expect(await statuses("2025-04-23T21:00:00Z")).toEqual(["settled", "settled", "settled", "open"]);
  await statuses("2025-05-02T12:00:00Z");

  await agreesWithTheFiles(worker, benchmark);
  await isProven(testApp, stream);
  expect(worker.complaints()).toEqual([]);
});

/** Every mark, and the record, against the archive's own files. */
async function agreesWithTheFiles(worker: SteeredWorker, benchmark: string): Promise<void> {
  const record = await readTrackRecord(worker);
  const own = record.signals.flatMap(({ signal, marks }) => (signal === null ? [] : [{ signal, marks }]));
  expect(own).toHaveLength(8);
  const spy = columns(join(benchmark, "bars", "SPY.csv")).map(([date = "", open, , , close]) => ({
    date,
    open: Number(open),
    close: Number(close),
  }));
  const next: Readonly<Record<string, string>> = {
    "2025-03-24": "2025-03-25",
    "2025-03-25": "2025-03-26",
    "2025-03-28": "2025-03-31",
  };
  let dividends = 0;
  for (const { signal, marks } of own) {
    const from = next[signal.session] ?? "";
    for (const horizon of [1, 5, 21] as const) {
      const { first, last, cash, gain } = gained(daysOf(signal.symbol), from, horizon, signal.symbol);
      const against = gained(spy, from, horizon, null).gain;
      const mark = marks.find((one) => one.horizon === horizon);
      if (cash > 0) dividends += 1;
      expect(mark, `${signal.symbol} ${signal.session} ${horizon}`).toMatchObject({
        status: "settled",
        entry_session: from,
        entry_price: first.open,
        exit_session: last.date,
        exit_price: last.close,
        return: expect.closeTo(gain, 7),
        benchmark: "SPY",
        benchmark_return: expect.closeTo(against, 7),
        excess_return: expect.closeTo(gain - against, 7),
        hit: gain > 0,
      });
    }
    expect(marks.find(({ horizon }) => horizon === 63)).toMatchObject({ status: "open", return: null });
  }
  // Caterpillar's of April 21 lies within its signals' 21 sessions.
  expect(dividends).toBe(2);

  expect(record).toMatchObject({
    runs: { signal: 8, review: 1, failed: 0, skipped: 6 },
    review_rate: 1 / 9,
    ratings: { Buy: 0, Overweight: 8, Hold: 0, Underweight: 0, Sell: 0 },
  });
  const returns = own.map(
    ({ signal }) => gained(daysOf(signal.symbol), next[signal.session] ?? "", 21, signal.symbol).gain,
  );
  expect(record.by_rating.find(({ rating, horizon }) => rating === "Overweight" && horizon === 21)).toMatchObject({
    settled: 8,
    hits: returns.filter((gain) => gain > 0).length,
    mean_return: expect.closeTo(returns.reduce((sum, gain) => sum + gain, 0) / returns.length, 7),
  });
  const csv = trackRecordCsv(record).trimEnd().split("\r\n");
  expect(csv).toHaveLength(own.length + 1);
  for (const { signal } of own) expect(csv.filter((row) => row.includes(signal.id)).length).toBe(1);
}

/** The chain holds for whoever listened and for the operator, and a changed row is found. */
async function isProven(testApp: TestApp, { events }: EventStream): Promise<void> {
  const kept = await testApp.db.pool.query<{ kind: string }>(
    "select body::jsonb ->> 'kind' as kind from signal_entries e join signal_lists l on l.id = e.list where l.owner is null",
  );
  const entries = kept.rows.length;
  // What became of conditions would stand in the chain as well.
  expect(kept.rows.filter(({ kind }) => kind === "condition").length).toBe(entries - 8);
  await expect.poll(() => events.length).toBe(entries);
  const check = checkChain("house", []);
  for (const { data } of events) {
    const { entry, hash } = SignalEvent.parse(data);
    expect(check.next({ number: entry.number, body: canonicalJson(entry), hash })).toBeNull();
  }
  const { run } = conclaveHome({ DATABASE_URL: testApp.url });
  const whole = await run("signals", "verify", "--json");
  const { rows } = await testApp.db.pool.query<{ entries: number }>(
    "select count(*)::int as entries from settlement_entries",
  );
  expect(rows[0]?.entries).toBeGreaterThan(0);
  const settlement = {
    ok: true,
    entries: rows[0]?.entries,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    sealed: null,
  };
  expect([whole.code, JSON.parse(whole.out)]).toEqual([0, { ...check.end(), entries, settlement, outside: null }]);

  const wrong = (await listSignals(testApp.db.sql, "house")).find(({ signal }) => signal.rating === "Overweight");
  const number = wrong?.signal.number ?? 0;
  await testApp.db.pool.query("alter table signal_entries disable trigger all");
  await testApp.db.pool.query(
    `update signal_entries set body = replaced, hash = encode(sha256(convert_to(replaced, 'UTF8')), 'hex')
     from (select number as of, replace(body, '"rating":"Overweight"', '"rating":"Sell"') as replaced
           from signal_entries where number = $1) as altered where number = of`,
    [number],
  );
  await testApp.db.pool.query("alter table signal_entries enable trigger all");
  const altered = await run("signals", "verify");
  expect(altered.code).toBe(1);
  expect(altered.err).toMatch(new RegExp(`is broken at entry (${number}|${number + 1}): `));
}
