import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import type { ActingAdmin } from "../context.ts";
import { testModels } from "./reading.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

const admin: ActingAdmin = { userId: "usr_admin", role: "admin", twoFactor: true, confirmedAt: 0, allowanceMinor: 0 };

function asked(by: ActingAdmin) {
  let calls = 0;
  const probe = async (starting: () => Promise<void>) => {
    await starting();
    calls += 1;
    return [];
  };
  const ctx = { db: testApp.db, queue: testApp.queue, clock: systemClock, by };
  return { done: testModels(ctx, { budgetUsd: "0.10", probe }), calls: () => calls };
}

async function recorded(): Promise<unknown[]> {
  const { rows } = await testApp.db.pool.query("select actor, account, action, what from admin_actions");
  return rows;
}

test("an administrator tests the models without a fresh sign-in, and it is recorded; nobody else does", async () => {
  for (const [by, said] of [
    [{ ...admin, role: "user" as const }, "only administrators"],
    [{ ...admin, twoFactor: false }, "two-factor"],
  ] as const) {
    const refused = asked(by);
    await expect(refused.done).rejects.toThrow(said);
    expect(refused.calls()).toBe(0);
  }
  expect(await recorded()).toEqual([]);

  await testApp.db.pool.query("insert into accounts (id, plan, created_at) values ('usr_admin', 'free', now())");
  const made = asked(admin);
  expect(await made.done).toEqual([]);
  expect(made.calls()).toBe(1);
  expect(await recorded()).toEqual([
    {
      actor: "usr_admin",
      account: null,
      action: "test_models",
      what: "tested the configured models for at most $0.10 each",
    },
  ]);
});
