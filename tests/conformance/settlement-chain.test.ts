import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { houseList } from "#src/contract/signals/signals.ts";
import { chooseBenchmark, insertDay } from "#src/product/signals/queries/signal-days.ts";
import { withdrawSignal, verifyChain } from "#src/product/signals/chain.ts";
import { fixedClock } from "#src/core/clock.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { emptyHouseList, publish } from "#tests/support/signals.ts";
import { systemContext } from "#tests/support/contexts.ts";

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
  onTestFinished(() => database.drop());
  await emptyHouseList(database);
});

const sql = (text: string, ...values: unknown[]) => database.db.pool.query(text, values);
const verify = (...noted: string[]) => verifyChain(systemContext(database), { list: houseList, noted });

/** Two signals, the prices that settle the first, and what it is held against. */
async function settledRecord(): Promise<void> {
  await publish(database, "AAA", "Buy", { at: Date.parse("2025-06-02T20:31:00Z") });
  for (const [index, close] of [100, 0.00000042, 103.25, 1e8].entries()) await keep("AAA", index + 2, close);
  await chooseBenchmark(database.db, "AAA", "SPY", Date.parse("2025-06-06T21:00:00Z"));
  await keep("SPY", 3, 500);
  await publish(database, "BBB", "Sell", { at: Date.parse("2025-06-06T20:31:00Z") });
}

async function keep(symbol: string, day: number, close: number): Promise<void> {
  const session = `2025-06-0${day}`;
  const opensAt = Date.parse(`${session}T13:30:00Z`);
  const price = { open: close * 0.99, close };
  await insertDay(database.db, symbol, { session, opensAt, price, split: 1, dividend: 0.75 }, "own", opensAt);
}

/** As the owner of the database can. */
async function withoutTriggers(...statements: string[]): Promise<void> {
  const tables = ["signal_days", "signal_benchmarks", "settlement_entries", "settlement_head", "signal_entries"];
  for (const table of tables) await sql(`alter table ${table} disable trigger user`);
  for (const statement of statements) await sql(statement);
  for (const table of tables) await sql(`alter table ${table} enable trigger user`);
}

/** The chain from an entry on as if it had been written so: every hash made anew, with the head. */
const hashesAnew = `
  do $$
  declare
    entry settlement_entries;
    before text := repeat('0', 64);
    made text;
  begin
    for entry in select * from settlement_entries order by number loop
      made := regexp_replace(entry.body, '"previous":"[0-9a-f]*"', '"previous":"' || before || '"');
      before := encode(sha256(convert_to(made, 'UTF8')), 'hex');
      update settlement_entries set body = made, hash = before where number = entry.number;
    end loop;
    update settlement_head set head = before;
  end $$`;

/** A price of a session, in the row and in the entry. */
const otherClose = [
  "update signal_days set close = 190 where symbol = 'AAA' and session = '2025-06-04'",
  `update settlement_entries set body = replace(body, '"close":103.25', '"close":190'),
     hash = encode(sha256(convert_to(replace(body, '"close":103.25', '"close":190'), 'UTF8')), 'hex')
   where body like '%"close":103.25%'`,
];

describe("the chain of what settles signals", () => {
  test("takes in every session and benchmark, and each later signal holds its head", async () => {
    await settledRecord();
    expect(await verify()).toMatchObject({ ok: true, entries: 2, settlement: { ok: true, entries: 6, sealed: null } });
    const { rows } = await sql("select body::jsonb -> 'settlement' as settlement from signal_entries order by number");
    const { rows: heads } = await sql("select last_entry as number, head as hash from settlement_head");
    expect(rows).toEqual([{ settlement: { number: 0, hash: "0".repeat(64) } }, { settlement: heads[0] }]);
  });

  test("is added to by rows alone, and never changed", async () => {
    await settledRecord();
    for (const statement of [
      "update settlement_entries set body = body || ' '",
      "delete from settlement_entries where number = 6",
      "truncate settlement_entries",
      "update settlement_head set last_entry = 1",
      "delete from settlement_head",
      "truncate settlement_head",
      "truncate signal_benchmarks",
      "insert into settlement_entries (number, body, hash, noted_at) select 7, made, encode(sha256(convert_to(made, 'UTF8')), 'hex'), now() from (select replace(body, '\"number\":6', '\"number\":7') as made from settlement_entries where number = 6) as one",
    ])
      await expect(sql(statement), statement).rejects.toMatchObject({ code: "55000" });
    // What is there already is kept once, and leaves no gap.
    await keep("AAA", 3, 7);
    expect(await verify()).toMatchObject({ ok: true, settlement: { entries: 6 } });
  });

  test.each<[string, string[], RegExp]>([
    [
      "a price",
      ["update signal_days set close = 190 where symbol = 'AAA' and session = '2025-06-04'"],
      /^AAA on 2025-06-04 has been altered: close is 190, was 103.25$/,
    ],
    [
      "a dividend",
      ["update signal_days set dividend = 0 where symbol = 'AAA' and session = '2025-06-03'"],
      /^AAA on 2025-06-03 has been altered: dividend is 0, was 0.75$/,
    ],
    [
      "when a session opened",
      ["update signal_days set opens_at = opens_at + interval '1 day' where symbol = 'AAA' and session = '2025-06-02'"],
      /^AAA on 2025-06-02 has been altered: opens_at/,
    ],
    [
      "a price that was removed",
      ["delete from signal_days where session = '2025-06-04'"],
      /^AAA on 2025-06-04 was recorded and is now missing$/,
    ],
    [
      "a benchmark",
      ["update signal_benchmarks set benchmark = null"],
      /^the benchmark of AAA has been altered: benchmark is null, was SPY$/,
    ],
    [
      "a price that was put in",
      [
        "insert into signal_days select 'AAA', '2025-06-09', opens_at, open, close, split, dividend, source, noted_at from signal_days limit 1",
      ],
      /^AAA on 2025-06-09 is outside the chain$/,
    ],
    ["a price with its entry", otherClose, /^the entry does not follow the one before it$/],
    [
      "the last entries, removed with their rows",
      [
        "delete from signal_days where symbol = 'SPY'",
        "delete from settlement_entries where number = 6",
        "update settlement_head set (last_entry, head) = (select number, hash from settlement_entries where number = 5)",
      ],
      /^entries up to 6 were noted in a later signal and are now missing$/,
    ],
  ])("tells %s that somebody changed who switched the triggers off", async (_what, statements, reason) => {
    await settledRecord();
    await withoutTriggers(...statements);
    expect(await verify()).toMatchObject({ ok: false, chain: "settlement", reason: expect.stringMatching(reason) });
  });

  test("tells a price whose whole chain was written anew, by the signals that hold its head", async () => {
    await settledRecord();
    await withoutTriggers(...otherClose, hashesAnew);
    expect(await verify()).toMatchObject({
      ok: false,
      chain: "settlement",
      number: 6,
      reason: "the hash differs from the one that was noted in a later signal",
    });
  });

  test("is checked against heads that somebody noted", async () => {
    await settledRecord();
    const { rows } = await sql("select hash from settlement_entries where number = 3");
    const noted: string = rows[0]?.hash;
    expect(await verify(noted)).toMatchObject({ ok: true });
    expect(await verify("a".repeat(64))).toMatchObject({
      ok: false,
      reason: `no entry has the hash ${"a".repeat(64)}`,
    });
  });

  test("a withdrawal holds the head as well", async () => {
    await settledRecord();
    const { rows } = await sql("select signal_id from signal_entries where number = 1");
    await withdrawSignal(systemContext({ db: database.db, clock: fixedClock(Date.parse("2025-06-07T00:00:00Z")) }), {
      id: rows[0]?.signal_id,
      reason: "x",
    });
    expect(await verify()).toMatchObject({ ok: true, entries: 3 });
  });
});
