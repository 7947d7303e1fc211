import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock, systemClock } from "#src/core/clock.ts";
import { createKey } from "#src/product/keys/keys.ts";
import { buyPlan, grantPlan } from "#src/product/plans/plans.ts";
import { endDuePeriods } from "#src/product/plans/ending.ts";
import { ask } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { newAccount } from "#tests/support/ledger.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";

const day = 86_400_000;

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ access: { open: false, loopback: false } });
});
afterAll(() => testApp.drop());

async function keyOf(owner: string): Promise<string> {
  const { key } = await createKey(systemContext({ db: testApp.db, clock: systemClock }), {
    owner,
    plan: null,
    label: "test",
    scopes: ["analyses:read"],
  });
  return key;
}
const asked = (key: string) => ask(door.url, "GET", "/v1/config", { headers: { "x-api-key": key } });

test("a key works while its owner's plan has the API, from the purchase on", async () => {
  const actor = await newAccount(testApp, "ann", { balanceMinor: 9800 });
  const key = await keyOf("ann");
  const refused = { status: 403, body: { detail: "the free plan has no API access" } };
  expect(await asked(key)).toMatchObject(refused);
  const context = customerContext({ ...testApp, actor });
  await buyPlan(context, { plan: "signals", idempotencyKey: "1" });
  expect(await asked(key)).toMatchObject({ status: 403, body: { detail: "the signals plan has no API access" } });
  await buyPlan(context, { plan: "elite", idempotencyKey: "2" });
  const { status, headers } = await asked(key);
  expect([status, headers.get("ratelimit-limit")]).toEqual([200, "300"]);
});

test("a key stops at the end of the plan, also before anybody noted the end", async () => {
  await newAccount(testApp, "bob");
  const key = await keyOf("bob");
  const tenDaysAgo = fixedClock(systemClock.now() - 10 * day);
  await grantPlan(systemContext({ db: testApp.db, clock: tenDaysAgo }), { owner: "bob", plan: "elite", days: 11 });
  expect((await asked(key)).status).toBe(200);
  await grantPlan(systemContext({ db: testApp.db, clock: tenDaysAgo }), { owner: "bob", plan: "elite", days: 9 });
  expect((await asked(key)).status).toBe(403);
  expect((await endDuePeriods({ ...testApp, clock: systemClock })).ended).toContain("bob");
  expect(await asked(key)).toMatchObject({ status: 403, body: { detail: "the free plan has no API access" } });
});

test("a key that the operator makes with a plan puts an account whose plan is over on it anew, for good", async () => {
  await newAccount(testApp, "cid");
  const longAgo = fixedClock(systemClock.now() - 40 * day);
  await grantPlan(systemContext({ db: testApp.db, clock: longAgo }), { owner: "cid", plan: "elite", days: 30 });
  expect((await asked(await testApp.newKey("cid"))).status).toBe(200);
});

test("a key that the operator makes leaves the end of a plan that is in force", async () => {
  await newAccount(testApp, "dan");
  await grantPlan(systemContext({ db: testApp.db, clock: systemClock }), { owner: "dan", plan: "elite", days: 30 });
  await testApp.newKey("dan");
  const { rows } = await testApp.db.pool.query("select plan_until from accounts where id = 'dan'");
  expect(rows).toEqual([{ plan_until: expect.any(Date) }]);
});
