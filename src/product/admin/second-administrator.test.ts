import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminActionsOn } from "./queries/admin-actions.ts";
import { fixedClock, type Clock } from "#src/core/clock.ts";
import { newId } from "#src/core/ids.ts";
import { readBalance } from "../ledger/ledger.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import {
  cancelAnyAnalysis,
  changeRole,
  giveBalance,
  decideRequest,
  listRequests,
  requestBalance,
  requestPlan,
} from "./requests.ts";
import type { ActingAdmin } from "../context.ts";
import { systemContext } from "#tests/support/contexts.ts";

const now = Date.UTC(2026, 5, 1);
const clock = fixedClock(now);
const hours = (n: number): Clock => fixedClock(now + n * 3_600_000);

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

async function person(name: string, role: "admin" | "user" = "admin"): Promise<ActingAdmin> {
  const userId = `${name}-${newId("usr")}`;
  await testApp.db.pool.query(
    `insert into users (id, name, email, email_verified, role, created_at, updated_at)
     values ($1, $1, $1 || '@example.test', true, $2, now(), now())`,
    [userId, role],
  );
  return { userId, role, twoFactor: true, confirmedAt: now, allowanceMinor: 50_000 };
}

function gift(to: ActingAdmin, amountMinor: number, reason = "for a good cause") {
  return { account: to.userId, amountMinor, reason };
}

const context = (at: Clock = clock) => ({ db: testApp.db, queue: testApp.queue, clock: at });

async function onlyAdmins(...admins: readonly ActingAdmin[]): Promise<void> {
  await testApp.db.pool.query("update users set role = 'user' where role = 'admin' and not (id = any($1))", [
    admins.map(({ userId }) => userId),
  ]);
}

describe("an administrator who may look", () => {
  test("changes nothing without a second factor, nor with a sign-in that is not fresh; the refusal says what to do", async () => {
    const [root, ann] = [await person("root"), await person("ann", "user")];
    const bare = { ...root, twoFactor: false };
    const stale = { ...root, confirmedAt: now - 10 * 60_000 - 1 };
    for (const [by, said] of [
      [bare, "turn on two-factor authentication under Account, Security"],
      [stale, "sign out and sign in again, then make this change within ten minutes"],
    ] as const) {
      const change = { account: ann.userId, role: "admin" as const, reason: "x" };
      await expect(requestBalance({ ...context(), by }, gift(ann, 100))).rejects.toThrow(said);
      await expect(
        requestPlan({ ...context(), by }, { account: ann.userId, plan: "elite", days: 1, reason: "x" }),
      ).rejects.toThrow(said);
      await expect(changeRole({ ...context(), by }, change)).rejects.toThrow(said);
      await expect(cancelAnyAnalysis({ ...context(), by }, { id: "ana_x", reason: "x" })).rejects.toThrow(said);
      await expect(decideRequest({ ...context(), by }, { id: "req_x", approve: true })).rejects.toThrow(said);
      expect(await listRequests({ ...context(), by })).toEqual([]);
    }
    expect(await adminActionsOn(testApp.db.sql, ann.userId)).toEqual([]);
    expect(
      await requestBalance({ ...context(), by: { ...root, confirmedAt: now - 10 * 60_000 } }, gift(ann, 100)),
    ).toEqual({
      state: "done",
      value: 100,
    });
  });
});

describe("more than one may give alone", () => {
  test("waits, is told to the others by mail, and is done once when another agrees", async () => {
    const [root, second, ann] = [await person("root"), await person("second"), await person("ann", "user")];
    await onlyAdmins(root, second);
    const asked = await requestBalance({ ...context(), by: root }, gift(ann, 60_000));
    expect(asked).toMatchObject({ state: "waiting" });
    const id = asked.state === "waiting" ? asked.request : "";
    expect(await readBalance(systemContext(testApp), ann.userId)).toBe(0);
    expect(await listRequests({ ...context(), by: second })).toMatchObject([{ id, what: "gave $600.00", own: false }]);
    expect(await listRequests({ ...context(), by: root })).toMatchObject([{ id, own: true }]);
    const { rows: mails } = await testApp.db.pool.query("select once as id from outbox where once like $1", [
      `mail approval_asked ${id} %`,
    ]);
    expect(mails).toEqual([{ id: `mail approval_asked ${id} ${second.userId}` }]);

    await expect(decideRequest({ ...context(), by: root }, { id, approve: true })).rejects.toThrow(
      "another administrator must approve",
    );
    await expect(decideRequest({ ...context(), by: ann }, { id, approve: true })).rejects.toThrow(
      "only administrators",
    );
    const twice = await Promise.allSettled(
      [1, 2].map(() => decideRequest({ ...context(), by: second }, { id, approve: true })),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(decideRequest({ ...context(), by: second }, { id, approve: false })).rejects.toThrow(
      "already been approved",
    );
    expect(await readBalance(systemContext(testApp), ann.userId)).toBe(60_000);
    expect(await adminActionsOn(testApp.db.sql, ann.userId)).toMatchObject([
      { actor: `${root.userId}@example.test`, approvedBy: `${second.userId}@example.test`, what: "gave $600.00" },
    ]);
    expect(await listRequests({ ...context(), by: second })).toEqual([]);
    await expectLedgerAddsUp(testApp);
  });

  test("cannot be split: not over actions, not over a plan, not by two at once; a day later there is context again", async () => {
    const [root, second, ann] = [await person("root"), await person("second"), await person("ann", "user")];
    await onlyAdmins(root, second);
    const both = await Promise.all(
      [30_000, 30_000].map((amount) => requestBalance({ ...context(), by: root }, gift(ann, amount))),
    );
    expect(both.map(({ state }) => state).toSorted()).toEqual(["done", "waiting"]);
    expect(await requestBalance({ ...context(), by: root }, gift(ann, 20_000))).toMatchObject({ state: "done" });
    expect(await requestBalance({ ...context(), by: root }, gift(ann, 1))).toMatchObject({ state: "waiting" });
    const plan = { account: ann.userId, plan: "elite", days: 1, reason: "another form of money" } as const;
    expect(await requestPlan({ ...context(), by: root }, plan)).toMatchObject({ state: "waiting" });
    // What two agreed to is not one's own.
    const [waiting] = await listRequests({ ...context(), by: second });
    await decideRequest({ ...context(), by: second }, { id: waiting?.id ?? "", approve: true });
    expect(
      await requestBalance({ ...context(hours(23)), by: { ...root, confirmedAt: now + 23 * 3_600_000 } }, gift(ann, 1)),
    ).toMatchObject({
      state: "waiting",
    });
    expect(
      await requestBalance(
        { ...context(hours(25)), by: { ...root, confirmedAt: now + 25 * 3_600_000 } },
        gift(ann, 50_000),
      ),
    ).toMatchObject({
      state: "done",
    });
    expect(await requestPlan({ ...context(), by: second }, { ...plan, days: null })).toMatchObject({
      state: "waiting",
    });
    await expectLedgerAddsUp(testApp);
  });

  test("ends when it is declined, has expired, or whoever asked is no administrator any more", async () => {
    const [root, second, ann] = [await person("root"), await person("second"), await person("ann", "user")];
    await onlyAdmins(root, second);
    const ask = async (): Promise<string> => {
      const asked = await requestBalance({ ...context(), by: root }, gift(ann, 60_000));
      return asked.state === "waiting" ? asked.request : "";
    };
    const declined = await ask();
    await decideRequest({ ...context(), by: second }, { id: declined, approve: false });
    await expect(decideRequest({ ...context(), by: second }, { id: declined, approve: true })).rejects.toThrow(
      "already been declined",
    );
    const late = await ask();
    const tomorrow = { ...second, confirmedAt: now + 25 * 3_600_000 };
    await expect(decideRequest({ ...context(hours(25)), by: tomorrow }, { id: late, approve: true })).rejects.toThrow(
      "expired",
    );
    expect((await listRequests({ ...context(hours(25)), by: tomorrow })).filter((one) => one.id === late)).toEqual([]);
    const taken = await ask();
    await decideRequest({ ...context(), by: root }, { id: taken, approve: false });
    const orphan = await ask();
    await changeRole({ ...context(), by: second }, { account: root.userId, role: "user", reason: "left" });
    await expect(decideRequest({ ...context(), by: second }, { id: orphan, approve: true })).rejects.toThrow(
      "no longer an administrator",
    );
    expect(await readBalance(systemContext(testApp), ann.userId)).toBe(0);
  });

  test("is refused where nobody else could agree, and to an administrator whom whoever asks has made", async () => {
    const [root, puppet, ann] = [await person("root"), await person("puppet", "user"), await person("ann", "user")];
    await onlyAdmins(root);
    await expect(requestBalance({ ...context(), by: root }, gift(ann, 60_000))).rejects.toThrow("there is none");
    await changeRole({ ...context(), by: root }, { account: puppet.userId, role: "admin", reason: "a friend" });
    const asked = await requestBalance({ ...context(), by: root }, gift(ann, 60_000));
    const id = asked.state === "waiting" ? asked.request : "";
    const by = { ...puppet, role: "admin" as const };
    await expect(decideRequest({ ...context(), by }, { id, approve: true })).rejects.toThrow(
      "made you an administrator",
    );
    // Made by one who was made: no better.
    const grandchild = await person("grandchild", "user");
    await changeRole({ ...context(), by }, { account: grandchild.userId, role: "admin", reason: "a friend's friend" });
    const next = { ...grandchild, role: "admin" as const };
    await expect(decideRequest({ ...context(), by: next }, { id, approve: true })).rejects.toThrow(
      "made you an administrator",
    );
    // At the same instant nobody could tell which of the two came last.
    const later = context(fixedClock(now + 1));
    await changeRole(
      { ...later, by: { operator: "root" } },
      { account: grandchild.userId, role: "admin", reason: "checked" },
    );
    await decideRequest({ ...later, by: next }, { id, approve: true });
    expect(await readBalance(systemContext(testApp), ann.userId)).toBe(60_000);
  });
});

test("what administrators did, and asked for, is never changed, deleted or truncated", async () => {
  const [root, second, ann] = [await person("root"), await person("second"), await person("ann", "user")];
  await onlyAdmins(root, second);
  await giveBalance({ ...context(), by: root }, gift(ann, 100));
  const asked = await requestBalance({ ...context(), by: root }, gift(ann, 60_000));
  const id = asked.state === "waiting" ? asked.request : "";
  const refuse = (text: string) =>
    expect(testApp.db.pool.query(text), text).rejects.toMatchObject({
      code: expect.stringMatching(/^(55000|0A000|23514)$/),
    });
  await refuse("update admin_actions set reason = 'another'");
  await refuse("delete from admin_actions");
  await refuse("truncate admin_actions");
  await refuse("truncate accounts cascade");
  await refuse(`update admin_requests set amount = 1 where id = '${id}'`);
  await refuse(
    `update admin_requests set state = 'approved', decided_by = asked_by, decided_at = created_at where id = '${id}'`,
  );
  await refuse(`delete from admin_requests where id = '${id}'`);
  await refuse("truncate admin_requests");
  await decideRequest({ ...context(), by: second }, { id, approve: false });
  await refuse(`update admin_requests set state = 'waiting', decided_by = null, decided_at = null where id = '${id}'`);
  const blank = { account: ann.userId, action: "grant_balance", what: "x", reason: "x" };
  for (const who of [{}, { actor: root.userId, operator: "root" }, { actor: root.userId, approved_by: root.userId }]) {
    const row = { id: newId("adm"), created_at: "now", ...blank, ...who };
    const names = Object.keys(row);
    const insert = testApp.db.pool.query(
      `insert into admin_actions (${names.join(", ")}) values (${names.map((_, at) => `$${at + 1}`).join(", ")})`,
      Object.values(row),
    );
    await expect(insert).rejects.toMatchObject({ code: "23514" });
  }
});
