import { fc, test as propertyTest } from "@fast-check/vitest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { periodMs, type Plan } from "#src/contract/accounts/plans.ts";
import { parseReferralCode } from "#src/contract/accounts/users.ts";
import { openJobQueue, type JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { fixedClock } from "#src/core/clock.ts";
import { InsufficientBalance } from "#src/core/errors.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { expectLedgerAddsUp, newAccount } from "#tests/support/ledger.ts";
import type { Actor, SystemContext } from "../context.ts";
import { listEntries, readBalance } from "../ledger/ledger.ts";
import { buyPlan } from "../plans/plans.ts";
import { endDuePeriods } from "../plans/ending.ts";
import { attributeReferral, readReferralCode, readReferralReport } from "./referrals.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";

const at = Date.UTC(2026, 2, 1);
const clock = fixedClock(at);

let fresh: FreshDatabase;
let queue: JobQueue;
let context: SystemContext;
beforeAll(async () => {
  fresh = await freshDatabase();
  queue = await openJobQueue(fresh.url, { info() {}, debug() {}, warn() {}, error() {} });
  context = { db: fresh.db, queue, clock };
});
afterAll(async () => {
  await queue.close();
  await fresh.drop();
});

let keys = 0;
const buy = (actor: Actor, plan: Plan) =>
  buyPlan(customerContext({ ...context, queue, actor }), { plan, idempotencyKey: `key-${keys++}` });
/** A new account that came by somebody's code. */
async function referred(by: string, id: string, balanceMinor: number): Promise<Actor> {
  const actor = await newAccount(fresh, id, { balanceMinor });
  expect(await attributeReferral(context, { account: id, cookie: await readReferralCode(context, by) })).toBe(true);
  return actor;
}

describe("a code", () => {
  test("is made once, also when twenty ask at once, and is one", async () => {
    await newAccount(fresh, "ann");
    const codes = await Promise.all(Array.from({ length: 20 }, () => readReferralCode(context, "ann")));
    expect(new Set(codes).size).toBe(1);
    expect(parseReferralCode(codes[0] ?? "")).toEqual({ ok: true, code: codes[0] });
    await newAccount(fresh, "bob");
    expect(await readReferralCode(context, "bob")).not.toBe(codes[0]);
  });
});

describe("an account that signs up", () => {
  beforeAll(async () => {
    await newAccount(fresh, "cid");
  });
  const attribute = (account: string, cookie: string | null) => attributeReferral(context, { account, cookie });

  test("counts for whose code it followed, in any case, once and for good", async () => {
    await newAccount(fresh, "dan");
    await newAccount(fresh, "other");
    expect(await attribute("dan", (await readReferralCode(context, "cid")).toUpperCase())).toBe(true);
    expect(await attribute("dan", await readReferralCode(context, "other"))).toBe(false);
    expect(await readReferralReport(context, "cid")).toMatchObject({ signUps: 1, rewarded: 0, rewardMinor: 0 });
    expect(await readReferralReport(context, "other")).toMatchObject({ signUps: 0 });
  });

  test("counts for nobody without a code, with a wrong one, an unknown one or its own", async () => {
    await newAccount(fresh, "eve");
    const own = await readReferralCode(context, "eve");
    for (const cookie of [null, "", "2222222", "no code!", "22222222", own])
      expect(await attribute("eve", cookie)).toBe(false);
  });

  test("counts for nobody when it is not new", async () => {
    const fay = await newAccount(fresh, "fay", { balanceMinor: 1900 });
    await buy(fay, "signals");
    expect(await attribute("fay", await readReferralCode(context, "cid"))).toBe(false);
  });
});

describe("the reward", () => {
  test("is a fifth of the first paid period, paid with it, and only then", async () => {
    await newAccount(fresh, "gus");
    const hal = await referred("gus", "hal", 20_000);
    expect(await readBalance(systemContext(fresh), "gus")).toBe(0);
    await buy(hal, "signals");
    expect(await readBalance(systemContext(fresh), "gus")).toBe(380);
    expect(await listEntries(systemContext(fresh), { owner: "gus", cursor: null, limit: 9 })).toMatchObject({
      entries: [{ kind: "referral_reward", amountMinor: 380, balanceMinor: 380 }],
    });
    await buy(hal, "signals");
    await buy(hal, "elite");
    await endDuePeriods({ db: fresh.db, queue, clock: fixedClock(at + 5 * periodMs) });
    expect(await readBalance(systemContext(fresh), "gus")).toBe(380);
    expect(await readReferralReport(context, "gus")).toMatchObject({
      signUps: 1,
      rewarded: 1,
      rewardMinor: 380,
      referrals: [{ signedUpAt: at, rewardMinor: 380, rewardedAt: at }],
    });
  });

  test("is not paid for a purchase that fails", async () => {
    await newAccount(fresh, "ivy");
    const jim = await referred("ivy", "jim", 1899);
    await expect(buy(jim, "signals")).rejects.toThrow(InsufficientBalance);
    expect(await readBalance(systemContext(fresh), "ivy")).toBe(0);
  });

  test("is paid once when the first purchase is made twenty times at once", async () => {
    await newAccount(fresh, "kim");
    const lea = await referred("kim", "lea", 200_000);
    await Promise.all(Array.from({ length: 20 }, () => buy(lea, "elite")));
    expect(await readBalance(systemContext(fresh), "kim")).toBe(1580);
  });
});

describe("chains of referrals with purchases at the same time", () => {
  let runs = 0;
  const purchase = fc.record({ who: fc.nat(4), plan: fc.constantFrom<Plan>("signals", "elite") });

  propertyTest.prop(
    [fc.array(fc.nat(12_000), { minLength: 5, maxLength: 5 }), fc.array(purchase, { minLength: 1, maxLength: 20 })],
    { numRuns: 15, seed: 6 },
  )(
    "reward each referrer once for each who paid, and the sums hold",
    async (balances, purchases) => {
      const run = runs++;
      const actors: Actor[] = [];
      for (const [i, balanceMinor] of balances.entries()) {
        const id = `chain-${run}-${i}`;
        actors.push(
          i === 0
            ? await newAccount(fresh, id, { balanceMinor })
            : await referred(`chain-${run}-${i - 1}`, id, balanceMinor),
        );
      }
      const ended = await Promise.allSettled(
        purchases.flatMap(({ who, plan }) => {
          const actor = actors[who];
          return actor === undefined ? [] : [buy(actor, plan)];
        }),
      );
      for (const { reason } of ended.filter((end) => end.status === "rejected"))
        expect(reason).toBeInstanceOf(InsufficientBalance);
      for (const [i, { owner }] of actors.entries()) {
        const { entries } = await listEntries(systemContext(fresh), { owner, cursor: null, limit: 1000 });
        expect(entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(
          await readBalance(systemContext(fresh), owner),
        );
        if (i === 0) continue;
        const report = await readReferralReport(context, `chain-${run}-${i - 1}`);
        // Newest first, so the last purchase in the statement was the first.
        const paid = Math.abs(entries.findLast(({ kind }) => kind === "plan")?.amountMinor ?? 0);
        expect(report.rewardMinor).toBe(Math.floor((paid * 20) / 100));
      }
      await expectLedgerAddsUp(fresh);
    },
    120_000,
  );
});
