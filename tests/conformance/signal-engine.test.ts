import { describe, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { houseList, type Signal } from "#src/contract/signals/signals.ts";
import { listSignals } from "#src/product/signals/queries/signals.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { readChainHead, verifyChain, withdrawSignal } from "#src/product/signals/chain.ts";
import { publishRun } from "#src/product/signals/publish-run.ts";
import { saveWatchlist } from "#src/product/signals/watchlists.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import { tick } from "#src/server/worker/workflows/schedules.ts";
import { published, signalEngine, type SignalEngine } from "#tests/support/signal-engine.ts";
import { customerContext } from "#tests/support/contexts.ts";
import { anySymbol } from "#tests/support/signals.ts";

const stocks = (...symbols: string[]) => symbols.map((symbol) => ({ symbol, asset_type: "stock" as const }));

async function newest(engine: SignalEngine): Promise<Signal | undefined> {
  return (await listSignals(engine.db.sql, houseList))[0]?.signal;
}

/** Runs the list's one instrument as of a session and ends it with a rating. */
async function runOnce(engine: SignalEngine, now: string, rating: Parameters<SignalEngine["end"]>[1]): Promise<void> {
  engine.clock.set(now);
  await tick(engine);
  const [job] = await engine.openJobs();
  if (job === undefined) throw new Error(`nothing was due at ${now}`);
  await engine.end(job.id, rating);
  await publishRun(engine, engine.signals);
}

describe("the scheduler", () => {
  test("starts one analysis of an instrument and session, however often and by however many it is called", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z", { instruments: stocks("AAPL", "MSFT"), slots: 4 });
    const other = { ...engine, db: openDatabase(engine.url, 4) };
    engine.clock.set("2025-06-02T20:31:00Z");
    await Promise.all([tick(engine), tick(other), tick(engine), tick(other)]);
    await tick(other);
    expect((await engine.openJobs()).map(({ symbol, session }) => `${symbol} ${session}`)).toEqual([
      "AAPL 2025-06-02",
      "MSFT 2025-06-02",
    ]);
    engine.clock.set("2025-06-02T23:00:00Z");
    await tick(engine);
    expect(await engine.openJobs()).toHaveLength(2);
    await other.db.close();
  });

  test("days without a worker are caught up once, with the newest session; the others are told as skipped", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z");
    await runOnce(engine, "2025-06-02T20:31:00Z", "Buy");
    engine.clock.set("2025-06-09T15:00:00Z");
    await tick(engine);
    expect((await engine.openJobs()).map(({ session }) => session)).toEqual(["2025-06-06"]);
    const { rows } = await engine.db.pool.query(
      "select session, outcome from signal_runs where state = 'ended' order by session",
    );
    expect(rows).toEqual([
      { session: "2025-06-02", outcome: "signal" },
      { session: "2025-06-03", outcome: "skipped" },
      { session: "2025-06-04", outcome: "skipped" },
      { session: "2025-06-05", outcome: "skipped" },
    ]);
  });

  test("stands behind what people ask for, in partitions of its own, a few at a time", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z", { instruments: stocks("A", "B", "C", "D", "E") });
    engine.clock.set("2025-06-02T20:31:00Z");
    expect(await tick(engine)).toEqual({ started: 2, waiting: 3 });
    const { rows } = await engine.db.pool.query<{ priority: number; queue_partition_key: string }>(
      "select distinct priority, queue_partition_key from dbos.workflow_status where queue_name = 'analyses'",
    );
    expect(rows).toEqual([{ priority: 1000, queue_partition_key: "house#0" }]);
    const [first] = await engine.openJobs();
    await engine.end(first?.id ?? "", "Hold");
    expect(await tick(engine)).toMatchObject({ started: 1 });
  });

  test("starts nothing that the day's money might not cover, and goes on with what was left over", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z", {
      instruments: stocks("A", "B", "C"),
      slots: 9,
      dailyBudgetUsd: "2.50",
    });
    engine.clock.set("2025-06-02T20:31:00Z");
    expect(await tick(engine)).toEqual({ started: 2, waiting: 1 });
    expect(await tick(engine)).toEqual({ started: 0, waiting: 1 });
    // A run by rules costs nothing, so its dollar is free again.
    const [first] = await engine.openJobs();
    await engine.end(first?.id ?? "", "Hold");
    expect(await tick(engine)).toEqual({ started: 1, waiting: 0 });
  });

  test("a run whose cost is not known is taken to have cost all it might", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z", {
      instruments: stocks("A", "B"),
      dailyBudgetUsd: "1.00",
    });
    engine.clock.set("2025-06-02T20:31:00Z");
    await tick(engine);
    const [first] = await engine.openJobs();
    await engine.end(first?.id ?? "", "Hold", (run) => ({ ...run, usage: { ...run.usage, cost_usd: null } }));
    expect(await tick(engine)).toEqual({ started: 0, waiting: 1 });
    engine.clock.set("2025-06-03T00:00:30Z");
    expect(await tick(engine)).toEqual({ started: 1, waiting: 0 });
  });

  test("a list of one's own counts against the month, and against the number of lists that the plan has", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z", { instruments: [] });
    await engine.db.pool.query("insert into accounts (id, plan, created_at) values ('ann', 'free', now())");
    await engine.db.pool.query("insert into monthly_analyses values ('ann', '2025-06-01', 3)");
    const ctx = customerContext({ ...engine, actor: { owner: "ann", plan: "free", scopes: Scope.options } });
    const input = {
      id: null,
      name: "Mine",
      instruments: stocks("aapl", "AAPL", "msft", "nvda"),
      schedule: { kind: "close" as const },
      runs: 1,
      allow_short: true,
    };
    const { list } = await saveWatchlist(ctx, { environment: anySymbol, watchlist: input });
    expect(list.instruments).toEqual(stocks("AAPL", "MSFT", "NVDA"));
    await expect(saveWatchlist(ctx, { environment: anySymbol, watchlist: input })).rejects.toThrow(
      "the Free plan allows one watchlist",
    );
    engine.clock.set("2025-06-02T20:31:00Z");
    await tick(engine);
    expect((await engine.openJobs()).map(({ symbol, owner }) => `${owner} ${symbol}`)).toEqual([
      "ann AAPL",
      "ann MSFT",
    ]);
    const asked = await engine.db.pool.query("select distinct request ->> 'allow_short' as shorts from analyses");
    expect(asked.rows).toEqual([{ shorts: "true" }]);
    const { rows } = await engine.db.pool.query("select symbol, reason from signal_runs where outcome = 'skipped'");
    expect(rows).toEqual([{ symbol: "NVDA", reason: "all analyses of the Free plan this month have been used" }]);
  });
});

describe("publishing", () => {
  test("an opinion becomes a signal; REVIEW becomes none and closes none; a change against the signal before is marked", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z");
    await runOnce(engine, "2025-06-02T20:31:00Z", "Buy");
    expect(await newest(engine)).toMatchObject({
      number: 1,
      symbol: "AAPL",
      session: "2025-06-02",
      rating: "Buy",
      previous_rating: null,
      changed: false,
      published_at: "2025-06-02T20:31:00.000Z",
    });
    await runOnce(engine, "2025-06-03T20:31:00Z", "REVIEW");
    await runOnce(engine, "2025-06-04T20:31:00Z", "Buy");
    expect(await newest(engine)).toMatchObject({ number: 2, previous_rating: "Buy", changed: false });
    await runOnce(engine, "2025-06-05T20:31:00Z", null);
    await runOnce(engine, "2025-06-06T20:31:00Z", "Sell");
    expect(await newest(engine)).toMatchObject({ number: 3, previous_rating: "Buy", changed: true });
    expect(await published(engine)).toEqual(["Buy", "Buy", "Sell"]);
    const { rows } = await engine.db.pool.query(
      `select i.inputs::jsonb #>> '{json,2,event}' as event from dbos.workflow_status w
       join dbos.workflow_input i using (workflow_uuid) where w.name = 'channel event' order by w.created_at`,
    );
    expect(rows.map(({ event }) => event)).toEqual(["signal_published", "signal_published", "rating_changed"]);
    expect(await readTrackRecord(engine)).toMatchObject({
      runs: { signal: 3, review: 1, failed: 1 },
      review_rate: 0.25,
    });
  });

  test("repetitions have seeds of their own, and are published when enough of them agree", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z", { runs: 3, slots: 3 });
    for (const [now, ratings] of [
      ["2025-06-02T20:31:00Z", ["Hold", "Buy", "Buy"]],
      ["2025-06-03T20:31:00Z", ["Hold", "Buy", "Sell"]],
    ] as const) {
      engine.clock.set(now);
      await tick(engine);
      const jobs = await engine.openJobs();
      expect(jobs.map(({ seed }) => seed)).toEqual([1, 2, 3]);
      for (const [index, job] of jobs.entries()) {
        expect(await publishRun(engine, engine.signals)).toBeNull();
        await engine.end(job.id, ratings[index] ?? null);
      }
      await publishRun(engine, engine.signals);
    }
    expect(await published(engine)).toEqual(["Buy"]);
    expect((await newest(engine))?.agreement).toEqual({ runs: 3, agreeing: 2, ratings: ["Hold", "Buy", "Buy"] });
  });

  test("a rating on prices that do not reach its session, or on made-up ones, is not published", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z", { instruments: stocks("A", "B"), slots: 2 });
    engine.clock.set("2025-06-02T20:31:00Z");
    await tick(engine);
    const [a, b] = await engine.openJobs();
    await engine.end(a?.id ?? "", "Buy", ({ manifest, ...run }) => ({
      ...run,
      manifest: { ...manifest, chart: manifest.chart.slice(0, -1) },
    }));
    await engine.end(b?.id ?? "", "Buy", ({ manifest, ...run }) => ({
      ...run,
      manifest: { ...manifest, data: { ...manifest.data, synthetic: true } },
    }));
    expect([(await publishRun(engine, engine.signals))?.end, (await publishRun(engine, engine.signals))?.end]).toEqual([
      { outcome: "review", reason: expect.stringContaining("its prices end on") },
      { outcome: "review", reason: "its data is synthetic" },
    ]);
    expect(await published(engine)).toEqual([]);
  });

  test("two workers that publish at once publish once", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z", { instruments: stocks("A", "B", "C"), slots: 3 });
    engine.clock.set("2025-06-02T20:31:00Z");
    await tick(engine);
    for (const { id } of await engine.openJobs()) await engine.end(id, "Hold");
    const ended = await Promise.all(Array.from({ length: 8 }, () => publishRun(engine, engine.signals)));
    for (const rest = ended.filter((one) => one !== null); rest.length < 3;) {
      const one = await publishRun(engine, engine.signals);
      if (one === null) throw new Error("a run was lost");
      rest.push(one);
    }
    expect(await publishRun(engine, engine.signals)).toBeNull();
    expect(await published(engine)).toEqual(["Hold", "Hold", "Hold"]);
    expect(await verifyChain(engine, { list: houseList, noted: [] })).toMatchObject({ ok: true, entries: 3 });
  });
});

describe("the chain", () => {
  test("the database changes, removes and inserts nothing in it", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z");
    await runOnce(engine, "2025-06-02T20:31:00Z", "Buy");
    await runOnce(engine, "2025-06-03T20:31:00Z", "Sell");
    for (const sql of [
      "update signal_entries set body = replace(body, 'Buy', 'Sell')",
      "delete from signal_entries where number = 2",
      "truncate signal_entries cascade",
      "update signal_lists set head = repeat('1', 64)",
      "update signal_lists set last_entry = 1",
      "insert into signal_entries (list, number, body, hash, published_at) select list, 5, replace(body, '\"number\":2', '\"number\":5'), encode(sha256(convert_to(replace(body, '\"number\":2', '\"number\":5'), 'UTF8')), 'hex'), now() from signal_entries where number = 2",
      "delete from signal_lists",
    ])
      await expect(engine.db.pool.query(sql), sql).rejects.toMatchObject({ code: "55000" });
    expect(await verifyChain(engine, { list: houseList, noted: [] })).toMatchObject({ ok: true, entries: 2 });
  });

  test("somebody who switches the triggers off is found out, by the heads that were shown", async () => {
    const engine = await signalEngine("2025-06-01T12:00:00Z");
    await runOnce(engine, "2025-06-02T20:31:00Z", "Buy");
    await runOnce(engine, "2025-06-03T20:31:00Z", "Sell");
    engine.clock.set("2025-06-04T00:01:00Z");
    await tick(engine);
    const { hash, days } = await readChainHead(engine);
    expect(days.map(({ day, number }) => `${day} ${number}`)).toEqual(["2025-06-03 2", "2025-06-02 1", "2025-06-01 0"]);
    await engine.db.pool.query("alter table signal_entries disable trigger user");
    await engine.db.pool.query("alter table signal_lists disable trigger user");
    await engine.db.pool.query("delete from signal_entries where number = 2");
    await engine.db.pool.query(
      "update signal_lists set last_entry = 1, head = (select hash from signal_entries where number = 1)",
    );
    expect(await verifyChain(engine, { list: houseList, noted: [] })).toMatchObject({ ok: false, number: 2 });
    await engine.db.pool.query("alter table signal_heads disable trigger user");
    await engine.db.pool.query("delete from signal_heads");
    expect(await verifyChain(engine, { list: houseList, noted: [] })).toMatchObject({ ok: true });
    // Nothing in the database tells any more; whoever noted the head down can.
    expect(await verifyChain(engine, { list: houseList, noted: [hash] })).toMatchObject({ ok: false });
  });

  test("a signal is withdrawn by an entry, once, and stays in the record", async () => {
    const engine = await signalEngine("2025-06-02T12:00:00Z");
    await runOnce(engine, "2025-06-02T20:31:00Z", "Buy");
    const first = await newest(engine);
    await withdrawSignal(engine, { id: first?.id ?? "", reason: "the price was wrong" });
    await expect(withdrawSignal(engine, { id: first?.id ?? "", reason: "again" })).rejects.toThrow(
      "already been withdrawn",
    );
    expect(await published(engine)).toEqual(["Buy", "withdrawn"]);
    expect(await readTrackRecord(engine)).toMatchObject({
      withdrawn: 1,
      signals: [{ number: 1, withdrawn: { reason: "the price was wrong" }, sealed: true, signal: null }],
    });
    await runOnce(engine, "2025-06-03T20:31:00Z", "Sell");
    expect(await newest(engine)).toMatchObject({ number: 3, previous_rating: null, changed: false });
    expect(await verifyChain(engine, { list: houseList, noted: [] })).toMatchObject({ ok: true, entries: 3 });
  });
});
