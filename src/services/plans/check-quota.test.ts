import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "#src/platform/clock.ts";
import { RateLimited } from "#src/platform/errors.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { newAccount } from "#tests/support/ledger.ts";
import type { Actor } from "../context.ts";
import { openQuota, runBudgetUsd } from "./check-quota.ts";
import { readQuota } from "./read-quota.ts";

const december = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
const local: Actor = { owner: "local", plan: "elite", scopes: [] };

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

/** As a submission does: take for each, keep, in one transaction. @returns how many were accepted */
function submit(actors: readonly Actor[], at: number): Promise<number> {
  return fresh.db.transaction(async (tx) => {
    const quota = await openQuota(tx, actors, at);
    const taken = actors.filter((actor) => quota.take(actor).ok);
    await quota.keep();
    return taken.length;
  });
}
const used = async (actor: Actor, at: number) =>
  (await readQuota({ db: fresh.db, clock: fixedClock(at) }, actor)).submitted;

describe("the quota of a month", () => {
  test("is the plan's, and says when there is more and how", async () => {
    const ann = await newAccount(fresh, "ann");
    expect(
      await submit(
        Array.from({ length: 6 }, () => ann),
        december,
      ),
    ).toBe(5);
    const refused = await fresh.db.transaction(async (tx) => (await openQuota(tx, [ann], december)).take(ann));
    expect(refused).toEqual({ ok: false, error: expect.any(RateLimited) });
    expect(refused).toMatchObject({
      error: {
        message:
          "the plan Free has 5 analyses a month and they are used; more on 2027-01-01 (UTC), or with a higher plan",
        retryAfterMs: 1,
      },
    });
    expect(await submit([{ ...ann, plan: "signals" }], december)).toBe(1);
    expect(await readQuota({ db: fresh.db, clock: fixedClock(december) }, { ...ann, plan: "signals" })).toEqual({
      submitted: 6,
      limit: 30,
    });
    expect(await submit([ann], december + 1)).toBe(1);
    expect(await used(ann, december + 1)).toBe(1);
  });

  test("counts what was accepted: a refused one and a rolled back one count nothing", async () => {
    const bob = await newAccount(fresh, "bob");
    await expect(
      fresh.db.transaction(async (tx) => {
        const quota = await openQuota(tx, [bob], december);
        quota.take(bob);
        await quota.keep();
        throw new Error("the queue is full");
      }),
    ).rejects.toThrow("the queue is full");
    expect(await used(bob, december)).toBe(0);
    for (let i = 0; i < 8; i++) await submit([bob], december);
    expect(await used(bob, december)).toBe(5);
  });

  test("is not passed by many at once, alone and together with others", async () => {
    const [cid, dan] = [await newAccount(fresh, "cid"), await newAccount(fresh, "dan")];
    const accepted = await Promise.all(
      Array.from({ length: 20 }, (_, i) => submit(i % 2 === 0 ? [cid, dan] : [dan, cid], december)),
    );
    expect(accepted.reduce((a, b) => a + b, 0)).toBe(10);
    expect([await used(cid, december), await used(dan, december)]).toEqual([5, 5]);
  });

  test("is not for whoever runs the server open on the own machine", async () => {
    expect(
      await submit(
        Array.from({ length: 500 }, () => local),
        december,
      ),
    ).toBe(500);
  });
});

test.each([
  ["free", null, "0.50"],
  ["elite", null, "5.00"],
  ["elite", "5.000", "5.00"],
  ["elite", "2.5", "2.5"],
  ["free", "10", "0.50"],
] as const)("a run on %s in a house with the budget %s may cost %s", (plan, house, budget) => {
  expect(runBudgetUsd({ owner: "ann", plan, scopes: [] }, house)).toBe(budget);
});

test("a run of the open server's own user may cost what the house allows", () => {
  expect([runBudgetUsd(local, null), runBudgetUsd(local, "10")]).toEqual([null, "10"]);
});
