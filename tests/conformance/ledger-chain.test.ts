import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createLog } from "#src/core/operation/log.ts";
import { chainTransfers, verifyLedger } from "#src/product/ledger/ledger.ts";
import { headFileOf, readHeads } from "#src/product/signals/public/check-chain.ts";
import { keepHeads } from "#src/product/signals/chain.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { systemContext } from "#tests/support/contexts.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { newAccount } from "#tests/support/ledger.ts";
import { emptyHouseList } from "#tests/support/signals.ts";

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  for (const [day, owner] of ["ann", "bob", "cid"].entries())
    await newAccount(fresh, owner, { balanceMinor: 900, at: Date.UTC(2026, 0, day + 1) });
});

const chained = () => chainTransfers(systemContext(fresh));
const verified = () => verifyLedger(systemContext(fresh));

/** What somebody does who owns the database. */
async function tampered(...statements: readonly string[]): Promise<void> {
  const client = await fresh.db.pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
    await client.query("commit");
  } finally {
    client.release();
  }
}

const bob = "(select id from ledger_accounts where owner = 'bob' and kind = 'customer')";
const transferOfBob = `(select transfer from ledger_entries where account = ${bob} and seq = 1)`;

test("each transfer becomes one entry, also when two workers come at once, and what waits is no fault", async () => {
  expect(await verified()).toMatchObject({ ok: true, entries: 0 });
  const [one, two] = await Promise.all([chained(), chained()]);
  expect(one + two).toBe(3);
  expect(await chained()).toBe(0);
  const verdict = await verified();
  expect(verdict).toMatchObject({ ok: true, entries: 3, waiting: 0, accounts: 4, kept: 0 });
  await newAccount(fresh, "dan", { balanceMinor: 100 });
  expect(await verified()).toEqual({ ...verdict, waiting: 1, accounts: 5 });
  expect(await chained()).toBe(1);
  expect(await verified()).toMatchObject({ ok: true, entries: 4 });
});

describe("a ledger that somebody changed is told", () => {
  test.each<[string, readonly string[], number, RegExp]>([
    ["an amount", [`update ledger_entries set amount = 901, balance_after = 901 where account = ${bob}`], 2, /altered/],
    ["a memo", [`update ledger_transfers set memo = 'gift' where id = ${transferOfBob}`], 2, /altered/],
    ["who had it done", [`update ledger_transfers set actor = 'ann' where id = ${transferOfBob}`], 2, /altered/],
    ["when", ["update ledger_transfers set created_at = created_at + interval '1 microsecond'"], 1, /altered/],
    ["whose it is", [`update ledger_accounts set owner = 'eve' where id = ${bob}`], 2, /altered/],
    ["a line that is gone", [`delete from ledger_entries where account = ${bob}`], 2, /altered/],
    [
      "a transfer that is gone with its entry",
      [
        `create temp table gone as select ${transferOfBob} as id`,
        "delete from ledger_chain where transfer in (select id from gone)",
        "delete from ledger_entries where transfer in (select id from gone)",
        "delete from ledger_transfers where id in (select id from gone)",
      ],
      2,
      /the next entry is number 3/,
    ],
    [
      "the newest transfer that is gone with its entry",
      [
        "create temp table gone as select transfer as id from ledger_chain where number = 3",
        "delete from ledger_chain where number = 3",
        "delete from ledger_entries where transfer in (select id from gone)",
        "delete from ledger_transfers where id in (select id from gone)",
      ],
      2,
      /the account cid has 0 lines with a sum of 0 cents, and says 1 and 900/,
    ],
    [
      "a newest transfer that is gone, with the customer's balance",
      [
        "create temp table gone as select transfer as id from ledger_chain where number = 3",
        "delete from ledger_chain where number = 3",
        "delete from ledger_entries where transfer in (select id from gone)",
        "delete from ledger_transfers where id in (select id from gone)",
        "update ledger_accounts set balance = 0, last_seq = 0 where owner = 'cid'",
      ],
      2,
      /the account grants has 2 lines with a sum of -1800 cents, and says 3 and -2700/,
    ],
    [
      "a raised balance",
      [`update ledger_accounts set balance = balance + 100 where id = ${bob}`],
      3,
      /the account bob has 1 line with a sum of 900 cents, and says 1 and 1000/,
    ],
    [
      "a raised amount that no entry covers yet",
      [
        "delete from ledger_chain where number = 3",
        "insert into ledger_chain_waiting select id from ledger_transfers t where not exists (select from ledger_chain c where c.transfer = t.id)",
        "update ledger_entries set amount = 901, balance_after = 901 where account = (select id from ledger_accounts where owner = 'cid')",
        "update ledger_accounts set balance = 901 where owner = 'cid'",
      ],
      2,
      /the lines of transfer \S+ do not sum to zero/,
    ],
    [
      "a transfer that was put in",
      ["insert into ledger_transfers values ('trf_x', 'grant', 'm', 'x', 'system', now())"],
      3,
      /transfer trf_x is outside the chain/,
    ],
    [
      "an entry with its own hash made anew",
      [
        `update ledger_chain set body = replace(body, '"number":2', '"number": 2'),
           hash = encode(sha256(convert_to(replace(body, '"number":2', '"number": 2'), 'UTF8')), 'hex') where number = 2`,
      ],
      3,
      /does not follow/,
    ],
  ])("%s", async (_what, statements, number, reason) => {
    await chained();
    await tampered(...statements);
    expect(await verified()).toEqual({ ok: false, number, reason: expect.stringMatching(reason) });
  });

  test.each([
    ["update ledger_chain set noted_at = now()", "not changed, it is added to"],
    ["delete from ledger_chain where number = 3", "not changed, it is added to"],
    ["truncate ledger_chain", "not changed, it is added to"],
    [
      `insert into ledger_chain (number, body, hash, transfer, noted_at)
       select 5, made, encode(sha256(convert_to(made, 'UTF8')), 'hex'), 'trf_x', now()
       from (select '{"number":5,"previous":"0","transfer":"trf_x"}' as made) as one`,
      "follows the newest",
    ],
  ])("the database itself refuses: %s", async (statement, why) => {
    await chained();
    await expect(fresh.db.pool.query(statement)).rejects.toThrow(why);
  });
});

test("a ledger that was rewritten as a whole is told by a kept head, on the command line too", async () => {
  await chained();
  await emptyHouseList(fresh);
  const home = emptyFolder();
  const keep = () => keepHeads(systemContext(fresh), { log: createLog("silent", "test"), home, hasMail: false });
  expect(await keep()).toBeNull();
  const verify = (...more: readonly string[]) =>
    conclaveHome({ DATABASE_URL: fresh.url, CONCLAVE_HOME: home }).call("accounts", "verify", ...more);
  const { out, code } = await verify();
  expect(code).toBe(0);
  expect(out).toMatch(
    /^the ledger is valid: 3 transfers and the balances of 4 accounts, head [0-9a-f]{64}\nit matches 1 head saved outside the database\n$/,
  );
  const head = /head ([0-9a-f]{64})/.exec(out)?.[1] ?? "";

  await tampered(
    "delete from ledger_chain where number = 3",
    "insert into ledger_chain_waiting select id from ledger_transfers t where not exists (select from ledger_chain c where c.transfer = t.id)",
  );
  expect(await verified()).toMatchObject({ ok: true, entries: 2 });
  const outside = await readHeads([headFileOf(home)]);
  expect(await verifyLedger(systemContext(fresh), { outside })).toMatchObject({ ok: false, number: 3 });
  expect(await keep()).toMatchObject({ chain: "ledger", number: 3 });
  expect(await verify()).toMatchObject({
    code: 1,
    err: expect.stringContaining("the ledger is broken at entry 3: entries up to 3 were kept in"),
  });
  const elsewhere = conclaveHome({ DATABASE_URL: fresh.url });
  expect(await elsewhere.call("accounts", "verify")).toMatchObject({
    code: 0,
    out: expect.stringContaining("no heads were saved"),
  });
  expect(await elsewhere.call("accounts", "verify", "--head", head)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`no entry has the hash ${head}`),
  });
});
