import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Condition } from "#src/contract/run/conditions.ts";
import { plans, Scope } from "#src/contract/accounts/plans.ts";
import { dueWatches, findWatch, insertWatch, readingsOf } from "#src/product/conditions/queries/condition-watches.ts";
import { appendEntry, entriesAfter } from "#src/product/signals/queries/signals.ts";
import type { VendorChain } from "#src/market/market-data.ts";
import { fixedClock } from "#src/core/clock.ts";
import { createLog } from "#src/core/operation/log.ts";
import { deleteAccount } from "#src/product/accounts/account-data.ts";
import { writeNote } from "#src/product/channels/lib/note.ts";
import { wordsOf } from "#src/product/channels/lib/event-texts.ts";
import { readNewest, readStates } from "#src/product/conditions/conditions.ts";
import { signalEntries } from "#src/product/signals/public/check-chain.ts";
import { startRuns } from "#src/product/signals/runs.ts";
import { verifyChain } from "#src/product/signals/chain.ts";
import { followedSignals } from "#src/server/http/v1/signals.ts";
import { watchConditions, type WatchConditionsTools } from "#src/server/worker/workflows/watch-conditions.ts";
import { chainOfCompany, company, MONDAY } from "#tests/support/company.ts";
import { closesBelow } from "#tests/support/conditions.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { bar, memoryVendor, vendorChainOf } from "#tests/support/memory-vendor.ts";
import { futures as every, rewriteChain } from "#tests/support/rewritten-future.ts";
import { emptyHouseList, houseOff, signalEntry } from "#tests/support/signals.ts";

/** A vendor that lists a day twice, as a forged one of this kind does, is refused whole: nothing is read of it. */
const futures = every.filter((future) => future !== "forged");

/* Conditions of published signals and of people's own analyses, read at each close and kept. */

const since = MONDAY;

/** The company with other closes after the rating's session. */
function after(...closes: readonly number[]): VendorChain {
  const { bars = [] } = company();
  const sessions = bars.map(({ date }) => date).filter((date) => date > since);
  const known = bars.filter(({ date }) => date <= since);
  return chainOfCompany({
    bars: [
      ...known,
      ...closes.flatMap((close, index) => (sessions[index] === undefined ? [] : bar(sessions[index], close))),
    ],
  });
}

let testApp: TestApp;
beforeEach(async () => {
  testApp = await openTestApp();
  onTestFinished(() => testApp.drop());
  await emptyHouseList(testApp);
});

const run = (text: string, ...values: readonly unknown[]) => testApp.db.pool.query(text, [...values]);

async function addUser(id: string): Promise<void> {
  await run(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ($1, 'Ann', $1 || '@example.com', true, now(), now())`,
    id,
  );
  await run("insert into accounts (id, plan, created_at) values ($1, 'free', now()) on conflict do nothing", id);
  await run(
    `insert into channels (id, owner, kind, name, sealed_target, hint, destination, state, choices, manner, created_at, changed_at)
     values ('chn_' || $1, $1, 'ntfy', 'n', 'secret', 'ntfy.sh', 'ntfy 1', 'active',
       '{"account":["own_condition_broken"],"lists":{"default":["condition_broken"]}}',
       '{"zone":"UTC","quiet":null,"digest":null,"language":"en"}', now(), now())`,
    id,
  );
}

async function addWatch(
  id: string,
  owner: string,
  conditions: readonly Condition[] = [closesBelow()],
  published: { readonly list: string; readonly signal: string } | null = null,
): Promise<void> {
  await run(
    `insert into analyses (id, owner, status, request, setting, partition, request_id, created_at, last_event, result)
     values ($1, $2, 'succeeded', '{"ticker":"AAPL","trade_date":"2025-06-02"}', '{"rounds":1,"risk_rounds":1,"budget_usd":"1"}', $2 || '#0', 'req_1', now(), 1,
       '{"rating":"Buy","is_review":false,"decision":null}')`,
    id,
    owner,
  );
  const at = Date.parse("2025-06-02T21:00:00Z");
  await testApp.db.transaction((tx) =>
    insertWatch(
      tx,
      {
        analysisId: id,
        owner,
        published,
        symbol: "AAPL",
        assetType: "stock",
        since,
        conditions,
      },
      [],
      at,
    ),
  );
}

/** Every insert fails from now on, as if its worker were stopped there. */
async function stopInserts(table: string): Promise<void> {
  await run("create function break() returns trigger language plpgsql as $$ begin raise 'stopped'; end $$");
  await run(`create trigger stopped before insert on ${table} for each row execute function break()`);
}

/** Ann's, with AAPL. */
async function addList(id: string, rerunOnBreak = false): Promise<void> {
  await run(
    `insert into signal_lists (id, owner, name, instruments, schedule, runs, created_at, starts_at, rerun_on_break)
     values ($1, 'usr_ann', 'mine', '[{"symbol":"AAPL","asset_type":"stock"}]', '{"kind":"close"}', 1, now(), now(), $2)`,
    id,
    rerunOnBreak,
  );
}

async function listRuns(): Promise<unknown[]> {
  const { rows } = await run("select list, symbol, session::text, state, outcome from signal_runs order by list");
  return rows;
}

function tools(vendors: VendorChain, now: string): WatchConditionsTools {
  const { db, queue } = testApp;
  return {
    db,
    queue,
    vendors,
    log: createLog("silent", "test"),
    clock: fixedClock(Date.parse(now)),
  };
}

async function messages(): Promise<unknown[]> {
  const { rows } = await run("select owner, event, once from outbox where channel is not null order by owner, once");
  return rows;
}

async function mails(): Promise<unknown[]> {
  const { rows } = await run("select once as name from outbox where destination = 'mail' order by 1");
  return rows.map(({ name }) => name);
}

const fallen = after(80, 100, 80, 80, 100);

describe("watching", () => {
  test("reads each close an hour after it, once, and tells once of what broke", async () => {
    await addUser("usr_ann");
    await addWatch("ana_1", "usr_ann", [
      closesBelow(),
      closesBelow({ id: "C2", place: 2, threshold: 50, deadline: "2025-06-05" }),
    ]);
    const stateAt = async (now: string) => {
      const read = await watchConditions(tools(fallen, now));
      return [
        read,
        ...((await findWatch(testApp.db.sql, "ana_1"))?.states ?? []).map(({ status, met }) => `${status} ${met}`),
      ];
    };
    expect(await stateAt("2025-06-03T20:30:00Z")).toEqual([0]);
    expect(await stateAt("2025-06-03T22:31:00Z")).toEqual([1, "holds 1", "holds 0"]);
    expect(await stateAt("2025-06-03T23:59:00Z")).toEqual([0, "holds 1", "holds 0"]);
    expect(await stateAt("2025-06-05T22:00:00Z")).toEqual([2, "holds 1", "holds 0"]);
    expect(await messages()).toEqual([]);
    expect(await stateAt("2025-06-06T22:00:00Z")).toEqual([1, "broken 2", "held 0"]);
    expect(await messages()).toEqual([
      {
        owner: "usr_ann",
        event: "own_condition_broken",
        once: "condition ana_1 C1",
      },
    ]);
    expect(await mails()).toEqual(["mail condition_broken ana_1 C1"]);
    // All are decided: nothing is looked at again, whatever comes.
    expect(await stateAt("2025-07-06T22:00:00Z")).toEqual([0, "broken 2", "held 0"]);
    const ann = customerContext({
      ...testApp,
      actor: { owner: "usr_ann", plan: "free", scopes: Scope.options },
    });
    expect((await readStates(ann, "ana_1"))?.[0]).toMatchObject({
      status: "broken",
      decided_on: "2025-06-06",
      value: 80,
    });
    expect(await readNewest(ann, "AAPL")).toMatchObject([
      { analysisId: "ana_1", rating: "Buy", name: null, states: [{ status: "broken" }, { status: "held" }] },
    ]);
    const ben = customerContext({
      ...testApp,
      actor: { owner: "usr_ben", plan: "free", scopes: Scope.options },
    });
    expect(await readStates(ben, "ana_1")).toBeNull();
    expect(await readNewest(ben, "AAPL")).toEqual([]);
    const to = {
      owner: "usr_ann",
      origin: "https://c.example",
      words: wordsOf({ language: "en", zone: "UTC" }),
    };
    const note = await writeNote(
      tools(fallen, "2025-06-07T00:00:00Z"),
      { event: "own_condition_broken", analysis: "ana_1", condition: "C1" },
      to,
    );
    expect(note?.title).toBe("AAPL: a condition of Buy is broken");
    expect(note?.lines.join()).toContain("close under the level");
    await expect(run("update condition_readings set measured = '{}'")).rejects.toThrow("condition_readings");
  });

  test.each([
    ["and runs again where the list wants that", true],
    ["and else runs nothing", false],
  ])("of a list tells those who follow it, says in its chain what became of them, %s", async (_name, wants) => {
    const others = [
      closesBelow({ id: "C2", place: 2, threshold: 50, deadline: "2025-06-05" }),
      // Its filing never came.
      closesBelow({
        id: "C3",
        place: 3,
        measure: "gross_margin_ttm",
        scale: "none",
        watch: { at: "next_filing" },
        deadline: "2025-06-05",
      }),
    ];
    await addUser("usr_ann");
    await addList("lst_1");
    const entry = signalEntry("AAPL", "Buy", { analysis_id: "ana_1" });
    await testApp.db.transaction((tx) => appendEntry(tx, "lst_1", entry, Date.parse("2025-06-02T21:00:00Z")));
    await addWatch("ana_1", "usr_ann", [closesBelow(), ...others], { list: "lst_1", signal: entry.id });
    if (wants) await run("update signal_lists set rerun_on_break = true where id = 'lst_1'");
    await watchConditions(tools(fallen, "2025-06-10T22:00:00Z"));
    expect(await listRuns()).toMatchObject(
      wants ? [{ list: "lst_1", symbol: "AAPL", session: "2025-06-06", state: "due" }] : [],
    );
    expect(await messages()).toEqual([
      {
        owner: "usr_ann",
        event: "condition_broken",
        once: "condition ana_1 C1",
      },
    ]);
    await watchConditions(tools(fallen, "2025-06-11T22:00:00Z"));
    const entries = await entriesAfter(testApp.db.sql, "lst_1", 1);
    expect(entries.map(({ number, kind, signal_id, withdraws }) => [number, kind, signal_id, withdraws])).toEqual([
      [2, "condition", null, null],
      [3, "condition", null, null],
    ]);
    expect(entries.map(({ body }) => JSON.parse(body))).toMatchObject([
      { signal: 1, signal_id: entry.id, condition: "C1", outcome: "broken", decided_on: "2025-06-06", value: 80 },
      { signal: 1, condition: "C2", outcome: "held", decided_on: "2025-06-05", threshold: 50, unit: "USD" },
    ]);
    const ctx = systemContext(testApp);
    expect(await verifyChain(ctx, { list: "lst_1", noted: [] })).toMatchObject({ ok: true, entries: 3 });
    const { events } = await followedSignals(await signalEntries(ctx, "lst_1")).read(1);
    expect(events.map((event) => /event: (\S+)/.exec(event.bytes.toString())?.[1])).toEqual([
      "condition.broken",
      "condition.held",
    ]);
  });

  test("no later record changes what was kept", async () => {
    await addUser("usr_ann");
    const close = "2025-06-05T20:00:00Z";
    for (const future of futures) {
      await addWatch(`ana_${future}`, "usr_ann");
      const vendors = rewriteChain(fallen, Date.parse(close), future);
      await watchConditions(tools(vendors, "2025-06-05T21:00:00Z"));
      await watchConditions(tools(vendors, "2025-07-30T21:00:00Z"));
    }
    const upTo = async (id: string) =>
      (await readingsOf(testApp.db.sql, id)).filter(({ session }) => session <= "2025-06-05");
    const kept = await upTo("ana_kept");
    expect(kept.map(({ session }) => session)).toEqual(["2025-06-03", "2025-06-04", "2025-06-05"]);
    for (const future of futures) expect(await upTo(`ana_${future}`), future).toEqual(kept);
  });

  test("what fails in the middle keeps nothing, and nothing is lost", async () => {
    await addUser("usr_ann");
    await addWatch("ana_1", "usr_ann");
    await stopInserts("outbox");
    const at = "2025-06-06T22:00:00Z";
    expect(await watchConditions(tools(fallen, at))).toBe(0);
    expect(await readingsOf(testApp.db.sql, "ana_1")).toEqual([]);
    await run("drop trigger stopped on outbox");
    // Two workers at once, when it is tried again.
    const again = "2025-06-06T23:30:00Z";
    await Promise.all([watchConditions(tools(fallen, again)), watchConditions(tools(fallen, again))]);
    expect(await readingsOf(testApp.db.sql, "ana_1")).toHaveLength(4);
    expect((await findWatch(testApp.db.sql, "ana_1"))?.states).toMatchObject([{ status: "broken" }]);
    expect(await messages()).toHaveLength(1);
  });

  test("a session that breaks several signals of a list is run once, within its owner's month", async () => {
    await addUser("usr_ann");
    for (const [id, list] of [
      ["ana_1", "lst_1"],
      ["ana_2", "lst_1"],
      ["ana_3", "lst_2"],
    ] as const) {
      if (id !== "ana_2") await addList(list, true);
      const entry = signalEntry("AAPL", "Buy", { analysis_id: id });
      await testApp.db.transaction((tx) => appendEntry(tx, list, entry, Date.parse("2025-06-02T21:00:00Z")));
      await addWatch(id, "usr_ann", [closesBelow()], { list, signal: entry.id });
    }
    const broken = { session: "2025-06-06", state: "due" };
    // Stopped behind the note of the run, as the chain is written.
    await stopInserts("signal_entries");
    const at = "2025-06-06T22:00:00Z";
    expect(await watchConditions(tools(fallen, at))).toBe(0);
    expect(await listRuns()).toEqual([]);
    await run("drop trigger stopped on signal_entries");
    const again = "2025-06-06T23:30:00Z";
    await Promise.all([watchConditions(tools(fallen, again)), watchConditions(tools(fallen, again))]);
    expect(await listRuns()).toMatchObject([
      { ...broken, list: "lst_1" },
      { ...broken, list: "lst_2" },
    ]);

    // One analysis of the month is left, for two lists.
    await run(
      "insert into monthly_analyses (owner, month, submitted) values ('usr_ann', '2025-06-01', $1)",
      plans.free.analysesPerMonth - 1,
    );
    const ctx = customerContext({ ...testApp, clock: fixedClock(Date.parse(at)) });
    for (const started of [1, 0])
      expect(await startRuns(ctx, { signals: houseOff, jobs: ctx.settings })).toMatchObject({ started });
    expect(await listRuns()).toMatchObject([
      { ...broken, state: "started" },
      { ...broken, state: "ended", outcome: "skipped" },
    ]);
    const { rows } = await run("select request->>'trade_date' as date from analyses where id not like 'ana\\__'");
    expect(rows).toEqual([{ date: "2025-06-06" }]);
  });

  test("a rating as of a past day is read to the end without a message", async () => {
    await addUser("usr_ann");
    await addWatch("ana_1", "usr_ann");
    await watchConditions(tools(fallen, "2026-06-06T22:00:00Z"));
    expect((await findWatch(testApp.db.sql, "ana_1"))?.states).toMatchObject([{ status: "broken" }]);
    expect(await messages()).toEqual([]);
  });

  test("the newest are watched, as many as the plan allows, and a vendor that fails holds up no other", async () => {
    await addUser("usr_ann");
    const most = plans.free.watchedRatings;
    for (let n = 1; n <= most + 1; n += 1) await addWatch(`ana_${n}`, "usr_ann");
    const at = "2025-06-03T22:00:00Z";
    expect(await watchConditions(tools(fallen, at))).toBe(most);
    expect(await readingsOf(testApp.db.sql, "ana_1")).toEqual([]);
    const dead = vendorChainOf(memoryVendor("none", {}, []));
    expect(await watchConditions(tools(dead, "2025-06-04T22:00:00Z"))).toBe(0);
    expect(await dueWatches(testApp.db.sql, Date.parse("2025-06-04T22:01:00Z"), 99)).toEqual([]);
    expect(await watchConditions(tools(fallen, "2025-06-05T02:00:00Z"))).toBe(most);
  });

  test("an account that is deleted is watched no more", async () => {
    await addUser("usr_ann");
    await addWatch("ana_1", "usr_ann");
    await watchConditions(tools(fallen, "2025-06-03T22:00:00Z"));
    const ann = customerContext({
      ...testApp,
      actor: { owner: "usr_ann", plan: "free", scopes: Scope.options },
    });
    await deleteAccount(ann);
    expect(await findWatch(testApp.db.sql, "ana_1")).toBeNull();
  });
});
