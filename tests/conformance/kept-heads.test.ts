import { appendFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { houseList } from "#src/contract/signals/signals.ts";
import { insertDay } from "#src/product/signals/queries/signal-days.ts";
import { createLog } from "#src/core/operation/log.ts";
import { headFileOf, readHeads } from "#src/product/signals/public/check-chain.ts";
import { keepHeads, type KeepTools, verifyChain } from "#src/product/signals/chain.ts";
import { tick } from "#src/server/worker/workflows/schedules.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { otherClose, otherRating, rewriteRecord } from "#tests/support/rewritten-record.ts";
import { signalEngine, type SignalEngine } from "#tests/support/signal-engine.ts";
import { publish } from "#tests/support/signals.ts";

let engine: SignalEngine;
let home: string;
let complaints: string[];
beforeEach(async () => {
  engine = await signalEngine("2025-06-01T12:00:00Z");
  home = emptyFolder();
  complaints = [];
});

function keep(changes: Partial<KeepTools> = {}) {
  const log = createLog("warn", "test", { write: (line) => void complaints.push(line) });
  return keepHeads(engine, { log, home, hasMail: true, ...changes });
}

/** A signal and a price of a day, and the heads of its end, which are kept a few minutes into the next. */
async function dayOf(day: string, next: string): Promise<void> {
  const at = Date.parse(`${day}T20:31:00Z`);
  await publish(engine, "AAA", "Buy", { at });
  const price = { open: 100, close: 101.5 };
  const opensAt = Date.parse(`${day}T13:30:00Z`);
  await insertDay(engine.db, "AAA", { session: day, opensAt, price, split: 1, dividend: 0 }, "own", at);
  engine.clock.set(`${next}T00:01:00Z`);
  await tick(engine);
  engine.clock.set(`${next}T00:10:00Z`);
  await keep();
}

async function threeDays(): Promise<void> {
  await dayOf("2025-06-02", "2025-06-03");
  await dayOf("2025-06-03", "2025-06-04");
  await dayOf("2025-06-04", "2025-06-05");
}

async function verify() {
  return verifyChain(engine, { list: houseList, noted: [], outside: await readHeads([headFileOf(home)]) });
}

async function administrator(id: string): Promise<void> {
  await engine.db.pool.query(
    `insert into users (id, name, email, email_verified, role, created_at, updated_at)
     values ($1, $1, $1 || '@example.com', true, 'admin', now(), now())`,
    [id],
  );
}

async function mails(): Promise<string[]> {
  const { rows } = await engine.db.pool.query<{ id: string }>(
    "select once as id from outbox where once like 'mail chain_heads%' order by 1",
  );
  return rows.map(({ id }) => id);
}

describe("heads that are kept outside the database", () => {
  test("are a line a day of a file that is its owner's alone and only added to", async () => {
    await threeDays();
    await keep();
    const lines = readFileSync(headFileOf(home), "utf8").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      [3, 4, 5].map((day, index) => ({
        day: `2025-06-0${day}`,
        heads: [
          { chain: "settlement", number: index + 1 },
          { chain: "house", number: index + 1 },
        ],
      })),
    );
    expect(statSync(headFileOf(home)).mode & 0o077).toBe(0);
    expect(await verify()).toMatchObject({
      ok: true,
      outside: { days: 3, first: "2025-06-03", last: "2025-06-05" },
    });
  });

  test("are mailed to each administrator once, on days on which the record has moved", async () => {
    await Promise.all([administrator("ann"), administrator("bob")]);
    await dayOf("2025-06-02", "2025-06-03");
    await keep();
    engine.clock.set("2025-06-04T00:10:00Z");
    await keep();
    expect(await mails()).toEqual(["mail chain_heads 2025-06-03 ann", "mail chain_heads 2025-06-03 bob"]);
  });

  test("are not mailed where no mail is set up", async () => {
    await administrator("ann");
    await publish(engine, "AAA");
    await keep({ hasMail: false });
    expect(await mails()).toEqual([]);
  });
});

describe("a database that was rewritten as a whole", () => {
  test.each<[string, string, readonly string[], object]>([
    [
      "from a signal on",
      "the chain of the house list is broken at entry 2: the hash differs from the one that was kept in ",
      [otherRating(2, "Sell")],
      { chain: "signals", number: 2 },
    ],
    [
      "from a price on",
      "the chain of the house list is broken at entry 2: the hash differs from the one that was kept in ",
      otherClose("AAA", "2025-06-02", 250),
      { chain: "signals", number: 2 },
    ],
    [
      "at a price that no signal has noted yet",
      "the chain of settlement prices is broken at entry 3: the hash differs from the one that was kept in ",
      otherClose("AAA", "2025-06-04", 250),
      { chain: "settlement", number: 3 },
    ],
    [
      "without its last entries",
      "the chain of the house list is broken at entry 3: entries up to 3 were kept in ",
      [
        "delete from signal_entries where number = 3",
        "update signal_lists set last_entry = 2",
        "delete from signal_heads where number = 3",
      ],
      { chain: "signals", number: 3 },
    ],
  ])("%s is told by the kept heads, and by nothing in it", async (_from, said, statements, where) => {
    await threeDays();
    await rewriteRecord(engine.db.pool, ...statements);
    expect(await verifyChain(engine, { list: houseList, noted: [] })).toMatchObject({ ok: true, outside: null });
    expect(await verify()).toMatchObject({ ok: false, ...where, reason: expect.stringContaining("on 2025-06-0") });

    // As whoever runs the service asks, on the machine with the file and on one with a copy of it.
    for (const [cli, flags] of [
      [conclaveHome({ DATABASE_URL: engine.url, CONCLAVE_HOME: home }), []],
      [conclaveHome({ DATABASE_URL: engine.url }), ["--heads", headFileOf(home)]],
    ] as const) {
      const { code, err } = await cli.call("signals", "verify", ...flags);
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(said) });
    }
  });

  test("is logged and mailed the next day, and its own head beside the old one does not hide it", async () => {
    await administrator("ann");
    await threeDays();
    await rewriteRecord(engine.db.pool, otherRating(2, "Sell"));
    engine.clock.set("2025-06-06T00:10:00Z");
    expect(await keep()).toMatchObject({ chain: "signals", number: 2 });
    expect(complaints.join("")).toContain("the track record differs from what was published");
    expect(await mails()).toContain("mail chain_heads 2025-06-06 ann");
    expect(await verify()).toMatchObject({ ok: false, chain: "signals", number: 2 });
  });
});

test("a line that is not as it was written is told, and is not passed over", async () => {
  await dayOf("2025-06-02", "2025-06-03");
  appendFileSync(headFileOf(home), '{"day":"2025-06-04"}\n');
  expect(await verify()).toMatchObject({ ok: false, chain: "heads", number: 2 });
});

test("signals verify says what is proven, and what is not without kept heads", async () => {
  await dayOf("2025-06-02", "2025-06-03");
  const here = await conclaveHome({ DATABASE_URL: engine.url, CONCLAVE_HOME: home }).call("signals", "verify");
  expect(here).toMatchObject({ code: 0, err: "" });
  expect(here.out.split("\n")).toEqual([
    expect.stringMatching(/^the chain of the house list is valid: 1 entry, head [0-9a-f]{64}$/),
    expect.stringMatching(/^the settlement prices are valid: 1 entry, head [0-9a-f]{64}$/),
    "both match the heads saved outside the database on 1 day, from 2025-06-03 to 2025-06-03",
    "",
  ]);
  const elsewhere = await conclaveHome({ DATABASE_URL: engine.url }).call("signals", "verify");
  expect(elsewhere.out).toContain("no heads were saved outside the database");
  expect(
    await conclaveHome({ DATABASE_URL: engine.url }).call("signals", "verify", "--heads", join(home, "no")),
  ).toMatchObject({
    code: 2,
    err: expect.stringContaining("there is no file"),
  });
});
