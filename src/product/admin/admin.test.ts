import { expect, onTestFinished, test } from "vitest";
import { adminActionsOn } from "./queries/admin-actions.ts";
import { fixedClock } from "#src/core/clock.ts";
import { readBalance } from "../ledger/ledger.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { newAccount } from "#tests/support/ledger.ts";
import { changeRole, giveBalance, givePlan } from "./requests.ts";
import { findAccounts } from "./reading.ts";
import { systemContext } from "#tests/support/contexts.ts";

const clock = fixedClock(Date.UTC(2026, 5, 1));

async function openAdmin() {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  await newAccount({ db }, "root");
  await newAccount({ db }, "ann");
  for (const [id, role] of [
    ["root", "admin"],
    ["ann", "user"],
  ])
    await db.pool.query(
      "insert into users (id, name, email, role, created_at, updated_at) values ($1, $1, $1 || '@example.test', $2, now(), now())",
      [id, role],
    );
  return systemContext({ db, clock });
}

const signedIn = { twoFactor: true, confirmedAt: clock.now(), allowanceMinor: 50_000 };
const root = { userId: "root", role: "admin", ...signedIn } as const;
const ann = { userId: "ann", role: "user", ...signedIn } as const;

test("what an administrator gives is in force and stands in the log", async () => {
  const context = await openAdmin();
  expect(
    await giveBalance({ ...context, by: root }, { account: "ann", amountMinor: 2500, reason: " late reply " }),
  ).toBe(2500);
  await givePlan({ ...context, by: root }, { account: "ann", plan: "elite", days: 30, reason: "trial" });
  await changeRole({ ...context, by: root }, { account: "ann", role: "admin", reason: "new colleague" });
  const actions = await adminActionsOn(context.db.sql, "ann");
  expect(actions.map(({ actor, what, reason }) => [actor, what, reason]).toSorted()).toEqual([
    ["root@example.test", "gave $25.00", "late reply"],
    ["root@example.test", "made an administrator", "new colleague"],
    ["root@example.test", "put on Elite for 30 days", "trial"],
  ]);
  const { rows } = await context.db.pool.query(
    "select a.plan, u.role from accounts a join users u using (id) where id = 'ann'",
  );
  expect(rows).toEqual([{ plan: "elite", role: "admin" }]);
});

test("an action that fails leaves no entry in the log, and none is done without a reason", async () => {
  const context = await openAdmin();
  const gift = { account: "ann", amountMinor: 2500, reason: "   " };
  await expect(giveBalance({ ...context, by: root }, gift)).rejects.toThrow("enter a reason");
  await expect(giveBalance({ ...context, by: root }, { ...gift, amountMinor: -1, reason: "oops" })).rejects.toThrow(
    "above $0",
  );
  await expect(
    givePlan({ ...context, by: root }, { account: "ann", plan: "elite", days: 0, reason: "oops" }),
  ).rejects.toThrow("days");
  expect(await adminActionsOn(context.db.sql, "ann")).toEqual([]);
  expect(await readBalance(context, "ann")).toBe(0);
});

test("nobody else gives anything, and nobody changes their own role", async () => {
  const context = await openAdmin();
  const gift = { account: "ann", amountMinor: 2500, reason: "for me" };
  await expect(giveBalance({ ...context, by: ann }, gift)).rejects.toThrow("only administrators");
  await expect(findAccounts({ ...context, by: ann }, { text: "", cursor: "" })).rejects.toThrow("only administrators");
  await expect(
    changeRole({ ...context, by: root }, { account: "root", role: "user", reason: "tired" }),
  ).rejects.toThrow("your own role");
});

test("accounts are found by part of an address, whatever signs stand in it, page by page", async () => {
  const context = await openAdmin();
  for (let i = 0; i < 55; i++) await newAccount(context, `many_${String(i).padStart(2, "0")}`);
  const first = await findAccounts({ ...context, by: root }, { text: "MANY_", cursor: "" });
  const second = await findAccounts({ ...context, by: root }, { text: "many_", cursor: first.nextCursor ?? "" });
  const ids = [...first.accounts, ...second.accounts].map(({ id }) => id);
  expect([first.accounts.length, second.accounts.length, second.nextCursor]).toEqual([50, 5, null]);
  expect(new Set(ids).size).toBe(55);
  expect(
    (await findAccounts({ ...context, by: root }, { text: "n@example", cursor: "nonsense" })).accounts,
  ).toMatchObject([{ id: "ann" }]);
  expect((await findAccounts({ ...context, by: root }, { text: "%", cursor: "" })).accounts).toEqual([]);
});
