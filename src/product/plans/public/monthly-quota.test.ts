import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SubmitAnalysis } from "#src/contract/jobs/jobs.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { openJobQueue, type JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { fixedClock } from "#src/core/clock.ts";
import { QueueFull, RateLimited } from "#src/core/errors.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { newAccount } from "#tests/support/ledger.ts";
import type { Actor } from "#src/product/context.ts";
import { submitAnalysis } from "#src/product/analyses/submitting.ts";
import { runBudgetUsd } from "./monthly-quota.ts";
import { readQuota } from "../plans.ts";
import { customerContext } from "#tests/support/contexts.ts";

const december = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
const local: Actor = { owner: "local", plan: "elite", scopes: Scope.options };

const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

let fresh: FreshDatabase;
let queue: JobQueue;
beforeAll(async () => {
  fresh = await freshDatabase();
  queue = await openJobQueue(fresh.url, silent);
});
afterAll(async () => {
  await queue.close();
  await fresh.drop();
});

const used = async (actor: Actor, at: number) =>
  (await readQuota(customerContext({ db: fresh.db, clock: fixedClock(at), actor }))).submitted;

/** @returns how many were accepted; what refused the others is thrown when it is no quota */
async function submit(actors: readonly Actor[], at: number, maxQueued = 10_000): Promise<number> {
  const outcomes = await Promise.allSettled(actors.map((actor) => submitOne(actor, at, maxQueued)));
  for (const outcome of outcomes)
    if (outcome.status === "rejected" && !(outcome.reason instanceof RateLimited)) throw outcome.reason;
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

function submitOne(actor: Actor, at: number, maxQueued = 10_000, idempotencyKey: string | null = null) {
  const settings = {
    rounds: 1,
    riskRounds: 1,
    budgetUsd: null,
    maxConcurrency: 4,
    maxQueued,
    jobTimeoutMs: 60_000,
    webhookAllowPrivate: false,
  };
  return submitAnalysis(
    { db: fresh.db, queue, clock: fixedClock(at), settings, actor, requestId: "test" },
    { body: SubmitAnalysis.parse({ ticker: "DEMO", trade_date: "2019-06-03" }), idempotencyKey },
  );
}

async function member(name: string): Promise<Actor> {
  return { ...(await newAccount(fresh, name)), scopes: Scope.options };
}

describe("the quota of a month", () => {
  test("is the plan's, and says when there is more and how", async () => {
    const ann = await member("ann");
    expect(
      await submit(
        Array.from({ length: 6 }, () => ann),
        december,
      ),
    ).toBe(5);
    await expect(submitOne(ann, december)).rejects.toMatchObject({
      message: "you have used all 5 analyses of the Free plan this month; wait until 1 Jan 2027 (UTC) or upgrade",
      retryAfterMs: 1,
    });
    expect(await submit([{ ...ann, plan: "signals" }], december)).toBe(1);
    expect(
      await readQuota(
        customerContext({ db: fresh.db, clock: fixedClock(december), actor: { ...ann, plan: "signals" } }),
      ),
    ).toEqual({
      submitted: 6,
      limit: 30,
    });
    expect(await submit([ann], december + 1)).toBe(1);
    expect(await used(ann, december + 1)).toBe(1);
  });

  test("counts what was accepted: a refused and a repeated submission count nothing", async () => {
    const bob = await member("bob");
    await expect(submit([bob], december, 0)).rejects.toBeInstanceOf(QueueFull);
    expect(await used(bob, december)).toBe(0);
    for (let i = 0; i < 3; i++) await submitOne(bob, december, undefined, "the same");
    expect(await used(bob, december)).toBe(1);
    for (let i = 0; i < 8; i++) await submit([bob], december);
    expect(await used(bob, december)).toBe(5);
    expect(await submitOne(bob, december, undefined, "the same")).toMatchObject({ job: { status: "queued" } });
  });

  test("is not passed by many at once, alone and together with others", async () => {
    const [cid, dan] = [await member("cid"), await member("dan")];
    const accepted = await Promise.all(
      Array.from({ length: 20 }, (_, i) => submit(i % 2 === 0 ? [cid, dan] : [dan, cid], december)),
    );
    expect(accepted.reduce((a, b) => a + b, 0)).toBe(10);
    expect([await used(cid, december), await used(dan, december)]).toEqual([5, 5]);
  });

  test("is not for whoever runs the server open on the own machine", async () => {
    const many = Array.from({ length: 400 }, () => local);
    expect(await submit(many, december)).toBe(400);
  });
});

test.each([
  ["free", null, "0.50"],
  ["elite", null, "5.00"],
  ["elite", "5.000", "5.00"],
  ["elite", "2.5", "2.5"],
  ["free", "10", "0.50"],
] as const)("a run on %s on a service with the budget %s may cost %s", (plan, budgetOfService, budget) => {
  expect(runBudgetUsd({ owner: "ann", plan, scopes: [] }, budgetOfService)).toBe(budget);
});

test("a run of the open server's own user may cost what the service allows", () => {
  expect([runBudgetUsd(local, null), runBudgetUsd(local, "10")]).toEqual([null, "10"]);
});
