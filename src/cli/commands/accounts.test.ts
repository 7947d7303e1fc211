import { userInfo } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conclaveHome, type Ended } from "#tests/support/conclave.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { newAccount } from "#tests/support/ledger.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db.pool.query(
    "insert into users (id, name, email, created_at, updated_at) values ('usr_ann', 'Ann', 'ann@example.com', now(), now())",
  );
  await newAccount(fresh, "bot");
});
afterAll(() => fresh.drop());

function accounts(...args: string[]): Promise<Ended> {
  return conclaveHome({ DATABASE_URL: fresh.url }).call("accounts", ...args);
}

describe("conclave accounts", () => {
  test("grants money by e-mail or id, with a reason and the operator in the ledger; lists it", async () => {
    expect(await accounts("grant", "Ann@Example.com", "25.50", "--reason", "welcome")).toMatchObject({
      code: 0,
      out: "",
      err: "Ann@Example.com received $25.50; the balance is now $25.50\n",
    });
    const more = await accounts("grant", "usr_ann", "1", "--reason", "more", "--json");
    expect(JSON.parse(more.out)).toEqual({ balanceMinor: 2650 });
    const { rows } = await fresh.db.pool.query("select kind, memo, actor from ledger_transfers order by created_at");
    expect(rows).toEqual([
      { kind: "grant", memo: "welcome", actor: "operator" },
      { kind: "grant", memo: "more", actor: "operator" },
    ]);
    expect((await accounts("list")).out).toContain("usr_ann  ann@example.com  free  $26.50\n");
    expect(JSON.parse((await accounts("list", "--json")).out)).toMatchObject({
      accounts: expect.arrayContaining([expect.objectContaining({ id: "bot", email: null, balanceMinor: 0 })]),
    });
  });

  test("puts an account on a plan, for days or without an end", async () => {
    const { out } = await accounts("plan", "bot", "elite", "--days", "7", "--json");
    expect(JSON.parse(out)).toEqual({ plan: "elite", planUntil: expect.stringMatching(/^\d{4}-/) });
    expect(await accounts("plan", "bot", "signals")).toMatchObject({ err: "bot is on signals without an end date\n" });
    expect((await accounts("list")).out).toContain("bot  -  signals  $0.00\n");
  });

  test("makes an admin of somebody who signs in, and takes it back", async () => {
    expect(await accounts("admin", "ann@example.com")).toMatchObject({ err: "ann@example.com is an admin\n" });
    expect((await accounts("list")).out).toMatch(/usr_ann .*admin\n/);
    await accounts("admin", "usr_ann", "--remove");
    expect((await accounts("list")).out).not.toContain("admin");
    expect(await accounts("admin", "bot")).toMatchObject({
      code: 1,
      err: expect.stringContaining("for API keys only and cannot sign in"),
    });
  });

  test("each stands in the log with the operating system's user, in the transaction that does it", async () => {
    await accounts("grant", "bot", "3", "--reason", "for the record");
    await accounts("plan", "bot", "elite", "--days", "3", "--reason", "a trial");
    await accounts("admin", "usr_ann");
    await accounts("admin", "usr_ann", "--remove");
    expect((await accounts("grant", "bot", "0", "--reason", "nothing happened")).code).toBe(2);
    const { rows } = await fresh.db.pool.query(
      `select account, action, what, reason, amount::float8 as amount, operator, actor from admin_actions
       where reason in ('for the record', 'a trial', 'no reason given', 'nothing happened') order by created_at desc limit 4`,
    );
    const by = { operator: userInfo().username, actor: null };
    expect(rows.toReversed()).toEqual([
      { ...by, account: "bot", action: "grant_balance", what: "gave $3.00", reason: "for the record", amount: 300 },
      { ...by, account: "bot", action: "grant_plan", what: "put on Elite for 3 days", reason: "a trial", amount: 790 },
      {
        ...by,
        account: "usr_ann",
        action: "set_role",
        what: "made an administrator",
        reason: "no reason given",
        amount: null,
      },
      { ...by, account: "usr_ann", action: "set_role", what: "made a user", reason: "no reason given", amount: null },
    ]);
  });

  test.each([
    [["grant", "bot", "5"], 2, "--reason is required"],
    [["grant", "bot", "1.234", "--reason", "x"], 2, "must be an amount in dollars"],
    [["grant", "bot", "0", "--reason", "x"], 2, "must be above $0"],
    [["grant", "nobody", "5", "--reason", "x"], 1, "there is no account nobody"],
    [["plan", "bot", "gold"], 2, "must be one of free, signals, elite"],
    [["plan", "bot", "elite", "--days", "a"], 2, "must be a whole number from 1 to 3660"],
  ])("refuses %j", async (args, code, message) => {
    expect(await accounts(...args)).toMatchObject({ code, out: "", err: expect.stringContaining(message) });
  });
});
