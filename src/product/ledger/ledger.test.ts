import { fc, test as propertyTest } from "@fast-check/vitest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Party } from "./queries/ledger.ts";
import { Conflict, InsufficientBalance, NotFound } from "#src/core/errors.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { expectLedgerAddsUp, newAccount } from "#tests/support/ledger.ts";
import { listEntries, readBalance } from "./ledger.ts";
import { postTransfer, type Posting } from "./public/post-transfer.ts";
import { systemContext } from "#tests/support/contexts.ts";

const at = Date.UTC(2026, 0, 2);

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

let references = 0;
function posting(entries: Posting["entries"], more: Partial<Posting> = {}): Posting {
  return { kind: "deposit", reference: `ref ${references++}`, memo: "test", actor: "system", at, entries, ...more };
}

const deposit = (owner: string, amountMinor: number): Posting["entries"] => [
  { party: { operator: "deposits" }, amountMinor: -amountMinor },
  { party: { customer: owner }, amountMinor },
];

const post = (wanted: Posting) => fresh.db.transaction((tx) => postTransfer(tx, wanted));

describe("a transfer", () => {
  test("moves balances, and stands in the statement with the balance after it, page by page", async () => {
    await newAccount(fresh, "ann");
    expect(await readBalance(systemContext(fresh), "ann")).toBe(0);
    for (const amount of [500, 300, 1]) await post(posting(deposit("ann", amount), { memo: `${amount} cents` }));
    expect(await readBalance(systemContext(fresh), "ann")).toBe(801);
    const first = await listEntries(systemContext(fresh), { owner: "ann", cursor: null, limit: 2 });
    expect(first).toMatchObject({
      entries: [
        { seq: 3, kind: "deposit", memo: "1 cents", amountMinor: 1, balanceMinor: 801, at },
        { seq: 2, memo: "300 cents", amountMinor: 300, balanceMinor: 800 },
      ],
      nextCursor: 2,
    });
    expect(await listEntries(systemContext(fresh), { owner: "ann", cursor: first.nextCursor, limit: 2 })).toMatchObject(
      {
        entries: [{ seq: 1, amountMinor: 500, balanceMinor: 500 }],
        nextCursor: null,
      },
    );
  });

  test("is booked once for a kind and reference, and not again with other amounts", async () => {
    await newAccount(fresh, "bob");
    const wanted = posting(deposit("bob", 700));
    const { id } = await post(wanted);
    expect(await post(wanted)).toEqual({ id, posted: false });
    expect(await post({ ...wanted, kind: "grant" })).toMatchObject({ posted: true });
    await expect(post({ ...wanted, entries: deposit("bob", 701) })).rejects.toThrow(Conflict);
    expect(await readBalance(systemContext(fresh), "bob")).toBe(1400);
  });

  test("is booked once when twenty ask at the same time", async () => {
    await newAccount(fresh, "cid");
    const wanted = posting(deposit("cid", 900));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(wanted)));
    expect(outcomes.filter(({ posted }) => posted)).toHaveLength(1);
    expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
    expect(await readBalance(systemContext(fresh), "cid")).toBe(900);
  });

  test("does not take more than there is, and says what is missing", async () => {
    await newAccount(fresh, "dan", { balanceMinor: 250 });
    const refused = await post(posting(deposit("dan", -1900))).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InsufficientBalance);
    expect(refused).toMatchObject({
      missingMinor: 1650,
      message: "insufficient balance: $19.00 is required and the balance is $2.50 ($16.50 short)",
    });
    expect(await readBalance(systemContext(fresh), "dan")).toBe(250);
  });

  test("is not booked for nobody", async () => {
    await expect(post(posting(deposit("nobody", 5)))).rejects.toThrow(NotFound);
  });
});

describe("the database itself refuses", () => {
  const run = (...statements: string[]): Promise<void> =>
    fresh.db.transaction(async ({ client }) => {
      for (const statement of statements) await client.query(statement);
    });
  const transfer = (id: string): string =>
    `insert into ledger_transfers values ('${id}', 'deposit', 'm', '${id}', 'system', now())`;
  const entry = (id: string, owner: string | null, amount: number): string =>
    `insert into ledger_entries (transfer, account, amount, seq, balance_after)
     select '${id}', id, ${amount}, 77, 1234567 from ledger_accounts
     where ${owner === null ? "kind = 'deposits'" : `owner = '${owner}'`}`;

  beforeAll(async () => {
    await newAccount(fresh, "eve", { balanceMinor: 100 });
    await newAccount(fresh, "fay", { balanceMinor: 100 });
  });

  test.each([
    [
      "a balance that is set",
      "moved by entries alone",
      ["update ledger_accounts set balance = balance + 5 where owner = 'eve'"],
    ],
    [
      "a sequence that is set",
      "moved by entries alone",
      ["update ledger_accounts set last_seq = 9 where owner = 'eve'"],
    ],
    [
      "an account that changes hands",
      "moved by entries alone",
      ["update ledger_accounts set owner = 'x' where owner = 'eve'"],
    ],
    ["an account that is deleted", "not changed, it is added to", ["delete from ledger_accounts where owner = 'eve'"]],
    [
      "an account that opens above zero",
      "opens at zero",
      ["insert into ledger_accounts (kind, owner, balance) values ('refunds', null, 5)"],
    ],
    ["an entry that is altered", "not changed, it is added to", ["update ledger_entries set amount = 5"]],
    ["an entry that is deleted", "not changed, it is added to", ["delete from ledger_entries"]],
    ["entries that are emptied", "not changed, it is added to", ["truncate ledger_entries"]],
    ["everything that is emptied", "not changed, it is added to", ["truncate accounts cascade"]],
    ["a transfer that is altered", "not changed, it is added to", ["update ledger_transfers set memo = 'x'"]],
    ["a transfer that is deleted", "not changed, it is added to", ["delete from ledger_transfers"]],
    ["a transfer without entries", "do not sum to zero", [transfer("t1")]],
    ["a transfer with one entry", "do not sum to zero", [transfer("t2"), entry("t2", "eve", 5)]],
    [
      "a transfer that sums to something",
      "do not sum to zero",
      [transfer("t3"), entry("t3", "eve", 5), entry("t3", null, -4)],
    ],
    ["an entry of nothing", "ledger_entries_amount_check", [transfer("t4"), entry("t4", "eve", 0)]],
    [
      "an account twice in a transfer",
      "ledger_entries_transfer_account_key",
      [transfer("t5"), entry("t5", "eve", 5), entry("t5", "eve", -5)],
    ],
    [
      "a customer below zero",
      "ledger_customer_never_below_zero",
      [transfer("t6"), entry("t6", "eve", -101), entry("t6", null, 101)],
    ],
    [
      "a customer below zero for a moment",
      "ledger_customer_never_below_zero",
      [transfer("t7"), entry("t7", "eve", -101), entry("t7", "fay", 101)],
    ],
    [
      "a second account of a customer",
      "ledger_accounts_of_customers",
      ["insert into ledger_accounts (kind, owner) values ('customer', 'eve')"],
    ],
    [
      "a second account of the operator",
      "ledger_accounts_of_house",
      ["insert into ledger_accounts (kind) values ('revenue')"],
    ],
    [
      "more than a number holds exactly",
      "ledger_balance_is_exact",
      [transfer("t8"), entry("t8", "eve", 9_007_199_254_740_991), entry("t8", null, -9_007_199_254_740_991)],
    ],
  ])("%s: %s", async (_what, why, statements) => {
    await expect(run(...statements)).rejects.toThrow(why);
    expect(await readBalance(systemContext(fresh), "eve")).toBe(100);
    await expectLedgerAddsUp(fresh);
  });

  test("but takes what adds up, and numbers it itself", async () => {
    await run(transfer("t9"), entry("t9", "eve", -40), entry("t9", "fay", 40));
    expect(await listEntries(systemContext(fresh), { owner: "fay", cursor: null, limit: 1 })).toMatchObject({
      entries: [{ seq: 2, amountMinor: 40, balanceMinor: 140 }],
    });
    await run(transfer("t10"), entry("t10", "eve", 40), entry("t10", "fay", -40));
    await expectLedgerAddsUp(fresh);
  });
});

describe("random transfers, many at once, some rolled back", () => {
  const parties: readonly Party[] = [
    ...["p0", "p1", "p2"].map((customer) => ({ customer })),
    ...(["deposits", "revenue", "grants"] as const).map((account) => ({ operator: account })),
  ];
  /** A few parties, each with an amount, and one more that makes it even. */
  const entries = fc
    .uniqueArray(fc.nat(parties.length - 1), { minLength: 2, maxLength: 4 })
    .chain((chosen) =>
      fc.tuple(
        fc.constant(chosen),
        fc.array(
          fc.integer({ min: -400, max: 600 }).filter((n) => n !== 0),
          {
            minLength: chosen.length - 1,
            maxLength: chosen.length - 1,
          },
        ),
      ),
    )
    .filter(([, amounts]) => amounts.reduce((a, b) => a + b, 0) !== 0)
    .map(([chosen, amounts]) => {
      const all = [...amounts, -amounts.reduce((a, b) => a + b, 0)];
      return chosen.flatMap((index, i): Posting["entries"] => {
        const party = parties[index];
        return party === undefined ? [] : [{ party, amountMinor: all[i] ?? 0 }];
      });
    });
  const step = fc.record({ entries, rollback: fc.boolean(), twice: fc.boolean() });
  class RolledBack extends Error {}

  beforeAll(async () => {
    for (const id of ["p0", "p1", "p2"]) await newAccount(fresh, id);
  });

  propertyTest.prop([fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })], {
    numRuns: 25,
    seed: 4,
  })(
    "leave balances that are exactly what was booked",
    async (waves) => {
      const balances = async () =>
        Promise.all(["p0", "p1", "p2"].map((owner) => readBalance(systemContext(fresh), owner)));
      const before = await balances();
      const booked: Posting["entries"][number][] = [];
      for (const wave of waves)
        await Promise.all(
          wave.map(async (its) => {
            const wanted = posting(its.entries);
            const once = () =>
              fresh.db.transaction(async (tx) => {
                const { posted } = await postTransfer(tx, wanted);
                if (its.rollback) throw new RolledBack("rolled back");
                if (posted) booked.push(...its.entries);
              });
            const ended = await Promise.allSettled(its.twice ? [once(), once()] : [once()]);
            for (const each of ended)
              if (each.status === "rejected" && !(each.reason instanceof RolledBack))
                expect(each.reason).toBeInstanceOf(InsufficientBalance);
          }),
        );
      const moved = (customer: string): number =>
        booked
          .filter(({ party }) => "customer" in party && party.customer === customer)
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      expect(await balances()).toEqual(["p0", "p1", "p2"].map((owner, i) => (before[i] ?? 0) + moved(owner)));
      await expectLedgerAddsUp(fresh);
    },
    60_000,
  );
});
