import { fc, test as propertyTest } from "@fast-check/vitest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entitlementsAt, periodMs, plans, type Plan } from "#src/contract/accounts/plans.ts";
import { openJobQueue, type JobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { openPeriods } from "./queries/plans.ts";
import { fixedClock, type Instant } from "#src/core/clock.ts";
import { Conflict, InsufficientBalance, InvalidInput, NotFound } from "#src/core/errors.ts";
import { freshDatabase, type FreshDatabase } from "#tests/support/database.ts";
import { expectLedgerAddsUp, newAccount } from "#tests/support/ledger.ts";
import type { Actor } from "../context.ts";
import { listEntries, readBalance } from "../ledger/ledger.ts";
import { buyPlan, cancelRenewal, resumeRenewal, grantBalance, grantPlan, quotePlan, readPlan } from "./plans.ts";
import { endDuePeriods } from "./ending.ts";
import { renewAheadMs } from "./lib/pay-period.ts";
import { remainingMinor } from "./public/monthly-quota.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";

const start = Date.UTC(2026, 0, 10);
const minute = 60_000;
const day = 24 * 60 * minute;

let fresh: FreshDatabase;
let queue: JobQueue;
beforeAll(async () => {
  fresh = await freshDatabase();
  queue = await openJobQueue(fresh.url, { info() {}, debug() {}, warn() {}, error() {} });
});
afterAll(async () => {
  await queue.close();
  await fresh.drop();
});

let keys = 0;
const ctx = (actor: Actor, at: Instant) => customerContext({ db: fresh.db, queue, clock: fixedClock(at), actor });
const buy = (actor: Actor, plan: Plan, at: Instant, idempotencyKey = `key-${keys++}`) =>
  buyPlan(ctx(actor, at), { plan, idempotencyKey });
const endDue = (at: Instant) => endDuePeriods({ db: fresh.db, queue, clock: fixedClock(at) });
const planAt = async ({ owner }: Actor, at: Instant): Promise<Plan> =>
  entitlementsAt(await readPlan(systemContext(fresh), owner), at).plan;
const balance = ({ owner }: Actor) => readBalance(systemContext(fresh), owner);

describe("what is left of a period", () => {
  propertyTest.prop([fc.nat(100_000), fc.integer({ min: 1, max: 40 * day }), fc.integer(), fc.integer()])(
    "is at most what it cost, all of it before it begins, nothing after it ends, and never grows",
    (priceMinor, length, a, b) => {
      const period = { priceMinor, startsAt: start, endsAt: start + length };
      const [earlier, later] = [start + Math.min(a, b), start + Math.max(a, b)];
      const left = remainingMinor(period, earlier);
      expect(left).toBeGreaterThanOrEqual(remainingMinor(period, later));
      expect(remainingMinor(period, later)).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThanOrEqual(priceMinor);
      expect(remainingMinor(period, start)).toBe(priceMinor);
      expect(remainingMinor(period, period.endsAt)).toBe(0);
    },
  );

  test("is rounded down to the cent", () => {
    const period = { priceMinor: 1900, startsAt: 0, endsAt: periodMs };
    expect(remainingMinor(period, periodMs / 2)).toBe(950);
    expect(remainingMinor(period, 1)).toBe(1899);
    expect(remainingMinor(period, periodMs - 1)).toBe(0);
  });
});

describe("buying", () => {
  test("takes the price, and the plan is in force for 30 days to the millisecond", async () => {
    const ann = await newAccount(fresh, "ann", { balanceMinor: 2000 });
    expect(await quotePlan(ctx(ann, start), "signals")).toMatchObject({
      kind: "purchase",
      chargeMinor: 1900,
      balanceMinor: 2000,
      missingMinor: 0,
    });
    expect(await buy(ann, "signals", start)).toMatchObject({ kind: "purchase", chargeMinor: 1900, repeated: false });
    expect(await balance(ann)).toBe(100);
    expect(await planAt(ann, start)).toBe("signals");
    expect(await planAt(ann, start + periodMs - 1)).toBe("signals");
    expect(await planAt(ann, start + periodMs)).toBe("free");
    expect(await listEntries(systemContext(fresh), { owner: "ann", cursor: null, limit: 1 })).toMatchObject({
      entries: [{ kind: "plan", memo: "Signals, 2026-01-10 to 2026-02-09", amountMinor: -1900 }],
    });
  });

  test("again adds 30 days to the end", async () => {
    const bob = await newAccount(fresh, "bob", { balanceMinor: 10_000 });
    await buy(bob, "signals", start);
    expect(await buy(bob, "signals", start + 10 * day)).toMatchObject({ kind: "renewal", startsAt: start + periodMs });
    expect(await readPlan(systemContext(fresh), "bob")).toMatchObject({
      plan: "signals",
      planUntil: start + 2 * periodMs,
    });
    expect(await balance(bob)).toBe(10_000 - 2 * 1900);
  });

  test("a higher plan credits what is left to the cent, also of what was paid ahead, and begins at once", async () => {
    const cid = await newAccount(fresh, "cid", { balanceMinor: 20_000 });
    await buy(cid, "signals", start);
    await buy(cid, "signals", start);
    const at = start + 7 * day + 1234;
    const left = Math.floor((1900 * (start + periodMs - at)) / periodMs) + 1900;
    expect(await buy(cid, "elite", at)).toMatchObject({
      kind: "upgrade",
      creditMinor: left,
      chargeMinor: 7900 - left,
      startsAt: at,
      endsAt: at + periodMs,
    });
    expect(await balance(cid)).toBe(20_000 - 2 * 1900 - (7900 - left));
    const { periods, ...held } = await readPlan(systemContext(fresh), "cid");
    expect(held).toEqual({ plan: "elite", planUntil: at + periodMs, autoRenew: true, nextPlan: null });
    expect(periods.map(({ plan, startsAt, cutAt }) => ({ plan, startsAt, cutAt }))).toEqual([
      { plan: "signals", startsAt: start + periodMs, cutAt: start + periodMs },
      { plan: "elite", startsAt: at, cutAt: null },
      { plan: "signals", startsAt: start, cutAt: at },
    ]);
  });

  test("a higher plan gives back what was paid ahead beyond its price", async () => {
    const dan = await newAccount(fresh, "dan", { balanceMinor: 5 * 1900 });
    for (let i = 0; i < 5; i++) await buy(dan, "signals", start);
    expect(await buy(dan, "elite", start)).toMatchObject({ creditMinor: 9500, chargeMinor: -1600 });
    expect(await balance(dan)).toBe(1600);
  });

  test("a lower plan costs nothing now and follows at the end", async () => {
    const eve = await newAccount(fresh, "eve", { balanceMinor: 10_000 });
    await buy(eve, "elite", start);
    expect(await buy(eve, "signals", start + day)).toMatchObject({ kind: "change", chargeMinor: 0 });
    expect(await balance(eve)).toBe(2100);
    const end = start + periodMs;
    await endDue(end - 1);
    expect(await planAt(eve, end - 1)).toBe("elite");
    await endDue(end);
    expect(await readPlan(systemContext(fresh), "eve")).toMatchObject({
      plan: "signals",
      planUntil: end + periodMs,
      autoRenew: true,
      nextPlan: null,
    });
    expect(await balance(eve)).toBe(200);
  });

  test("without enough says how much is missing, and changes nothing", async () => {
    const fay = await newAccount(fresh, "fay", { balanceMinor: 1899 });
    expect(await quotePlan(ctx(fay, start), "signals")).toMatchObject({ missingMinor: 1 });
    const refused = await buy(fay, "signals", start).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InsufficientBalance);
    expect(refused).toMatchObject({ missingMinor: 1 });
    expect(await balance(fay)).toBe(1899);
    expect(await readPlan(systemContext(fresh), "fay")).toMatchObject({ plan: "free", periods: [] });
  });

  test("with one key buys once, whoever repeats it and whenever; the key buys no other plan", async () => {
    const gus = await newAccount(fresh, "gus", { balanceMinor: 20_000 });
    const first = await buy(gus, "signals", start, "once");
    expect(await buy(gus, "signals", start + 5 * day, "once")).toEqual({ ...first, repeated: true });
    await expect(buy(gus, "elite", start, "once")).rejects.toThrow(Conflict);
    expect(await balance(gus)).toBe(18_100);
    const hal = await newAccount(fresh, "hal", { balanceMinor: 1900 });
    expect(await buy(hal, "signals", start, "once")).toMatchObject({ repeated: false });
  });

  test("twenty times at once with one key charges once", async () => {
    const ivy = await newAccount(fresh, "ivy", { balanceMinor: 100_000 });
    const bought = await Promise.all(Array.from({ length: 20 }, () => buy(ivy, "elite", start, "race")));
    expect(bought.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await balance(ivy)).toBe(92_100);
  });

  test("twenty times at once with twenty keys buys what the balance covers, and not a cent more", async () => {
    const jim = await newAccount(fresh, "jim", { balanceMinor: 3 * 1900 + 1899 });
    const bought = await Promise.allSettled(Array.from({ length: 20 }, () => buy(jim, "signals", start)));
    expect(bought.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(await balance(jim)).toBe(1899);
    expect(await readPlan(systemContext(fresh), "jim")).toMatchObject({ planUntil: start + 3 * periodMs });
    await expectLedgerAddsUp(fresh);
  });

  test("is refused for Free, for nobody, for a bad key, and while a plan has no end", async () => {
    const kim = await newAccount(fresh, "kim", { balanceMinor: 10_000 });
    await expect(buy(kim, "free", start)).rejects.toThrow(InvalidInput);
    await expect(buy(kim, "signals", start, "")).rejects.toThrow(InvalidInput);
    await expect(buy({ ...kim, owner: "nobody" }, "signals", start)).rejects.toThrow(NotFound);
    await grantPlan(systemContext({ db: fresh.db, clock: fixedClock(start) }), {
      owner: "kim",
      plan: "elite",
      days: null,
    });
    await expect(buy(kim, "elite", start)).rejects.toThrow("has no end date");
  });
});

describe("at the end", () => {
  test("a plan renews itself shortly before, seamlessly, once for any number of workers", async () => {
    const lea = await newAccount(fresh, "lea", { balanceMinor: 4000 });
    await buy(lea, "signals", start);
    const end = start + periodMs;
    expect((await endDue(end - renewAheadMs - 1)).renewed).not.toContain("lea");
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => endDue(end - renewAheadMs)));
    expect(outcomes.flatMap(({ renewed }) => renewed).filter((owner) => owner === "lea")).toHaveLength(1);
    expect(await readPlan(systemContext(fresh), "lea")).toMatchObject({ planUntil: end + periodMs, autoRenew: true });
    expect(await balance(lea)).toBe(200);
  });

  test("a plan that the balance does not cover is tried until its end, and then Free follows", async () => {
    const max = await newAccount(fresh, "max", { balanceMinor: 1900 });
    await buy(max, "signals", start);
    const end = start + periodMs;
    await endDue(end - minute);
    expect(await planAt(max, end - 1)).toBe("signals");
    expect((await endDue(end)).ended).toContain("max");
    expect(await readPlan(systemContext(fresh), "max")).toMatchObject({
      plan: "free",
      planUntil: null,
      autoRenew: false,
    });
    expect((await endDue(end + minute)).ended).not.toContain("max");
  });

  test("a cancelled plan ends, a resumed one renews", async () => {
    const [nan, oli] = [
      await newAccount(fresh, "nan", { balanceMinor: 9000 }),
      await newAccount(fresh, "oli", { balanceMinor: 9000 }),
    ];
    const end = start + periodMs;
    for (const each of [nan, oli]) {
      await buy(each, "signals", start);
      await cancelRenewal(ctx(each, start));
    }
    await resumeRenewal(ctx(oli, start));
    await endDue(end);
    expect([await planAt(nan, end), await planAt(oli, end)]).toEqual(["free", "signals"]);
    expect([await balance(nan), await balance(oli)]).toEqual([7100, 5200]);
    await expect(cancelRenewal(ctx(nan, end))).rejects.toThrow(Conflict);
    await expect(resumeRenewal(ctx(nan, end))).rejects.toThrow(Conflict);
  });

  test("a renewal that comes late begins when it comes, and is one", async () => {
    const pam = await newAccount(fresh, "pam", { balanceMinor: 9000 });
    await buy(pam, "signals", start);
    const late = start + periodMs + 100 * day;
    await endDue(late);
    await endDue(late + minute);
    expect(await readPlan(systemContext(fresh), "pam")).toMatchObject({ plan: "signals", planUntil: late + periodMs });
    expect(await balance(pam)).toBe(9000 - 2 * 1900);
  });

  test("a purchase after the end, before anybody noted it, begins anew", async () => {
    const quy = await newAccount(fresh, "quy", { balanceMinor: 9000 });
    await buy(quy, "signals", start);
    const late = start + periodMs + minute;
    expect(await buy(quy, "signals", late)).toMatchObject({ kind: "purchase", startsAt: late });
    await endDue(late);
    expect(await balance(quy)).toBe(9000 - 2 * 1900);
  });
});

describe("a grant", () => {
  test("of money is in the statement with its reason, and must be some", async () => {
    const ray = await newAccount(fresh, "ray");
    const grant = { owner: "ray", amountMinor: 500, reason: " for the trouble ", actor: "operator" };
    const context = { db: fresh.db, clock: fixedClock(start) };
    expect(await grantBalance(systemContext(context), grant)).toBe(500);
    expect(await listEntries(systemContext(fresh), { owner: ray.owner, cursor: null, limit: 9 })).toMatchObject({
      entries: [{ kind: "grant", memo: "for the trouble", amountMinor: 500 }],
    });
    for (const amountMinor of [0, -5, 1.5, Number.NaN, 1e12])
      await expect(grantBalance(systemContext(context), { ...grant, amountMinor })).rejects.toThrow(InvalidInput);
    await expect(grantBalance(systemContext(context), { ...grant, reason: " " })).rejects.toThrow(InvalidInput);
    await expect(grantBalance(systemContext(context), { ...grant, owner: "nobody" })).rejects.toThrow(NotFound);
  });

  test("of a plan is worth nothing in an upgrade", async () => {
    const sue = await newAccount(fresh, "sue", { balanceMinor: 7900 });
    await grantPlan(systemContext({ db: fresh.db, clock: fixedClock(start) }), {
      owner: "sue",
      plan: "signals",
      days: 14,
    });
    expect(await readPlan(systemContext(fresh), "sue")).toMatchObject({ plan: "signals", planUntil: start + 14 * day });
    expect(await buy(sue, "elite", start + day)).toMatchObject({ kind: "upgrade", creditMinor: 0, chargeMinor: 7900 });
  });
});

describe("any order of purchases, changes and time", () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant("buy" as const),
      plan: fc.constantFrom<Plan>("signals", "elite"),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ do: fc.constantFrom("cancel" as const, "resume" as const, "settle" as const) }),
    fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 45 * day }) }),
  );
  let runs = 0;

  propertyTest.prop([fc.integer({ min: 0, max: 40_000 }), fc.array(step, { minLength: 3, maxLength: 12 })], {
    numRuns: 30,
    seed: 5,
  })(
    "charges what its periods say, has no two periods at once, and never goes below zero",
    async (balanceMinor, steps) => {
      const actor = await newAccount(fresh, `random-${runs++}`, { balanceMinor });
      let now = start;
      for (const each of steps) {
        if (each.do === "wait") now += each.ms;
        else if (each.do === "settle") await endDue(now);
        else {
          const at = now;
          const once = () =>
            each.do === "buy"
              ? buy(actor, each.plan, at)
              : each.do === "cancel"
                ? cancelRenewal(ctx(actor, at))
                : resumeRenewal(ctx(actor, at));
          const ended = await Promise.allSettled(Array.from({ length: each.do === "buy" ? each.times : 1 }, once));
          for (const { reason } of ended.filter((end) => end.status === "rejected"))
            expect(reason instanceof InsufficientBalance || reason instanceof Conflict).toBe(true);
        }
      }
      const { periods, ...held } = await readPlan(systemContext(fresh), actor.owner);
      const charged = periods.reduce((sum, { priceMinor, creditMinor }) => sum + priceMinor - creditMinor, 0);
      expect(await balance(actor)).toBe(balanceMinor - charged);
      const effective = periods
        .map(({ startsAt, endsAt, cutAt }) => ({ from: startsAt, until: cutAt ?? endsAt ?? Infinity }))
        .filter(({ from, until }) => until > from)
        .toSorted((a, b) => a.from - b.from);
      for (const [i, { from }] of effective.entries())
        expect(from).toBeGreaterThanOrEqual(effective[i - 1]?.until ?? 0);
      // What is in force is what the present period is of.
      const open = await openPeriods(fresh.db.sql, actor.owner, now);
      const present = open.find(({ startsAt }) => startsAt <= now)?.plan ?? "free";
      expect(entitlementsAt(held, now).plan).toBe(present);
      for (const { priceMinor, plan } of periods) expect(priceMinor).toBe(plans[plan].priceMinor);
      await expectLedgerAddsUp(fresh);
    },
    120_000,
  );
});
