import { fc, test } from "@fast-check/vitest";
import { afterAll, beforeAll, expect } from "vitest";
import { depositRank, DepositState, ReviewAction } from "#src/contract/accounts/deposits.ts";
import type { Plan } from "#src/contract/accounts/plans.ts";
import type { Database } from "#src/core/db/database.ts";
import { fixedClock, systemClock, type Instant } from "#src/core/clock.ts";
import { isConclaveError, RateLimited } from "#src/core/errors.ts";
import type { ActingAdmin, Actor } from "#src/product/context.ts";
import { applyCallback } from "#src/product/deposits/apply-callback.ts";
import { listReviews, refundDeposit } from "#src/product/deposits/reviews.ts";
import { reconcileDeposits } from "#src/product/deposits/reconcile-deposits.ts";
import { resolveReview } from "#tests/support/resolve-review.ts";
import { creditDeposit } from "#src/product/deposits/credit-deposit.ts";
import { buyPlan } from "#src/product/plans/plans.ts";
import { endDuePeriods } from "#src/product/plans/ending.ts";
import { callbackBody, openDepositTestApp, sign, type DepositTestApp } from "#tests/support/deposit-test-app.ts";
import { expectLedgerAddsUp } from "#tests/support/ledger.ts";
import { pay, type NowPayment } from "#tests/support/processor-server.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const users = 2;

let testApp: DepositTestApp;
let admin: ActingAdmin;
beforeAll(async () => {
  testApp = await openDepositTestApp();
  admin = await testApp.newAdmin();
});
afterAll(() => testApp.drop());

/** Where a process dies: with its transaction, right behind its commit, or not at all. */
const crash = fc.constantFrom("none", "none", "none", "before commit", "after commit");
type Crash = "none" | "before commit" | "after commit";
class Killed extends Error {}

const which = fc.nat({ max: 30 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("open" as const),
      user: fc.nat({ max: users - 1 }),
      minor: fc.integer({ min: 1500, max: 12_000 }),
      // And pays at once, of which the processor tells; the work is left to whoever comes.
      paid: fc.option(fc.constantFrom(1, 1, 1, 0.5, 1.3), { freq: 5 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      which,
      status: fc.constantFrom(
        "confirming",
        "confirmed",
        "finished",
        "finished",
        "partially_paid",
        "expired",
        "failed",
        "refunded",
      ),
      share: fc.constantFrom(1, 1, 1, 0.5, 1.3),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("call back" as const),
      which,
      crash,
      // A status of its own is late, early or a lie; none is what the processor reports.
      status: fc.option(fc.constantFrom("waiting", "confirming", "finished", "refunded", "expired", "partially_paid"), {
        freq: 3,
      }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant("work" as const), which, crash, times: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("buy" as const),
      user: fc.nat({ max: users - 1 }),
      plan: fc.constantFrom<Plan>("signals", "elite"),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("refund" as const), which, crash }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("resolve" as const),
      which,
      crash,
      action: fc.constantFrom(...ReviewAction.options),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reconcile" as const), crash }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: minute, max: 6 * day }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Made {
  readonly id: string;
  readonly owner: string;
  readonly priceMinor: number;
  readonly payment: NowPayment;
}

interface World {
  now: Instant;
  readonly actors: readonly Actor[];
  readonly deposits: Made[];
  key: number;
}

function dying(db: Database, at: Crash): Database {
  return {
    ...db,
    async transaction(work) {
      const value = await db.transaction(async (tx) => {
        const done = await work(tx);
        if (at === "before commit") throw new Killed(at);
        return done;
      });
      if (at === "after commit") throw new Killed(at);
      return value;
    },
  };
}

async function survived(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // What is refused for a reason, and who dies, changes nothing that must not be.
    if (!(error instanceof Killed) && !isConclaveError(error)) throw error;
  }
}

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];

async function jobs(): Promise<{ id: string; depositId: string }[]> {
  const { rows } = await testApp.db.pool.query<{ id: string; inputs: string }>(
    `select w.workflow_uuid as id, to_jsonb(i)::text as inputs from dbos.workflow_status w
     join dbos.workflow_input i using (workflow_uuid) where w.name = 'settlement' and w.status = 'ENQUEUED' order by 1`,
  );
  return rows.map(({ id, inputs }) => ({ id, depositId: /dep_\w+/.exec(inputs)?.[0] ?? "" }));
}

/** A worker does a job; one that dies over it leaves it to the next. */
async function work(job: { readonly id: string; readonly depositId: string }, now: Instant, at: Crash): Promise<void> {
  const tools = { ...testApp, db: dying(testApp.db, at), clock: fixedClock(now) };
  try {
    await creditDeposit(tools, { paymentGateway: testApp.paymentGateway, depositId: job.depositId });
    await testApp.db.pool.query("update dbos.workflow_status set status = 'SUCCESS' where workflow_uuid = $1", [
      job.id,
    ]);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

async function callBack({ now }: World, body: string, at: Crash): Promise<void> {
  const tools = { ...testApp, db: dying(testApp.db, at), clock: fixedClock(now) };
  const callback = {
    signatures: [sign(body)],
    body: Buffer.from(body),
    refused: null,
    requestId: "r",
    keepUnsigned: true,
  };
  await survived(
    applyCallback(tools, { ...callback, paymentGateway: testApp.paymentGateway, processor: "nowpayments" }),
  );
}

async function take(world: World, each: Step): Promise<void> {
  const clock = fixedClock(world.now);
  switch (each.do) {
    case "open": {
      const actor = pick(world.actors, each.user);
      if (actor === undefined) return;
      const opened = await testApp.newDeposit(actor, each.minor, clock).catch((error: unknown) => {
        if (error instanceof RateLimited) return null;
        throw error;
      });
      if (opened === null) return;
      const { deposit, payment } = opened;
      world.deposits.push({ id: deposit.id, owner: actor.owner, priceMinor: each.minor, payment });
      if (each.paid === null) return;
      pay(payment, each.paid < 1 ? "partially_paid" : "finished", each.paid);
      return callBack(world, callbackBody(payment), "none");
    }
    case "pay": {
      const made = pick(world.deposits, each.which);
      // What was sent back stays so; the chain takes nothing back.
      if (made === undefined || made.payment.payment_status === "refunded") return;
      const before = made.payment.actually_paid / made.payment.pay_amount;
      const share = /finished|partially/.test(each.status) ? Math.max(before, each.share) : before;
      return pay(made.payment, each.status, share);
    }
    case "call back": {
      const made = pick(world.deposits, each.which);
      if (made === undefined) return;
      const changes = each.status === null ? {} : { payment_status: each.status };
      const body = callbackBody(made.payment, changes);
      await Promise.all(Array.from({ length: each.times }, () => callBack(world, body, each.crash)));
      return;
    }
    case "work": {
      const job = pick(await jobs(), each.which);
      if (job === undefined) return;
      await Promise.all(Array.from({ length: each.times }, () => work(job, world.now, each.crash)));
      return;
    }
    case "buy": {
      const actor = pick(world.actors, each.user);
      world.key += 1;
      if (actor !== undefined)
        await survived(
          buyPlan(customerContext({ ...testApp, clock, actor }), { plan: each.plan, idempotencyKey: `k${world.key}` }),
        );
      return;
    }
    case "refund": {
      const made = pick(world.deposits, each.which);
      const tools = { db: dying(testApp.db, each.crash), clock };
      if (made !== undefined)
        await survived(
          refundDeposit({ ...systemContext(tools), by: admin }, { depositId: made.id, reason: "sent back" }),
        );
      return;
    }
    case "resolve": {
      const { reviews } = await listReviews(
        { ...systemContext(testApp), by: admin },
        { open: true, cursor: null, limit: 100 },
      );
      const ours = reviews.filter(({ depositId }) => world.deposits.some(({ id }) => id === depositId));
      const review = pick(ours, each.which);
      if (review === undefined) return;
      const amountMinor = each.action === "credit" && review.receivedMinor === null ? 700 : null;
      const resolution = { reviewId: review.id, action: each.action, reason: "seen", amountMinor };
      await survived(
        resolveReview({ ...systemContext({ db: dying(testApp.db, each.crash), clock }), by: admin }, resolution),
      );
      return;
    }
    case "reconcile":
      return survived(
        reconcileDeposits({ ...testApp, db: dying(testApp.db, each.crash), clock }, testApp.paymentGateway),
      );
    case "wait":
      world.now += each.ms;
      await endDuePeriods({ ...testApp, clock: fixedClock(world.now) });
  }
}

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly state: string;
  readonly credited: string;
  readonly refunded: string;
}

async function expectTruth(world: World): Promise<void> {
  const owners = world.actors.map(({ owner }) => owner);
  const query = async <R extends object>(sql: string) => (await testApp.db.pool.query<R>(sql, [owners])).rows;
  await expectLedgerAddsUp(testApp);
  const deposits = await query<Row>("select id, owner, state, credited, refunded from deposits where owner = any($1)");

  // Each booking once, and the deposit says what the ledger says.
  const booked = await query<{ reference: string; kind: string; count: number; minor: string }>(
    `select reference, t.kind, count(distinct t.id)::int as count, -sum(e.amount) as minor from ledger_transfers t
     join ledger_entries e on e.transfer = t.id join ledger_accounts a on a.id = e.account and a.kind = 'deposits'
     join deposits d on d.id = t.reference where d.owner = any($1) group by 1, 2`,
  );
  expect(booked.filter(({ count }) => count !== 1)).toEqual([]);
  for (const { id, credited, refunded } of deposits) {
    const minor = (kinds: readonly string[]) =>
      booked.reduce(
        (sum, row) => (row.reference === id && kinds.includes(row.kind) ? sum + Number(row.minor) : sum),
        0,
      );
    expect([minor(["deposit", "deposit_excess"]), 0 - minor(["deposit_refund"])]).toEqual([
      Number(credited),
      Number(refunded),
    ]);
  }

  // What an owner has and owes is what came, less what went back, less what its plans cost.
  const sums = await query<{ owner: string; held: string; spent: string }>(
    `select o as owner,
       (select coalesce(sum(balance), 0) from ledger_accounts where owner = o) as held,
       (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_accounts a on a.id = e.account and a.owner = o
         join ledger_transfers t on t.id = e.transfer and t.kind in ('plan', 'plan_refund')) as spent
     from unnest($1::text[]) as o`,
  );
  for (const { owner, held, spent } of sums) {
    const came = deposits.reduce(
      (sum, row) => (row.owner === owner ? sum + Number(row.credited) - Number(row.refunded) : sum),
      0,
    );
    expect(Number(held)).toBe(came + Number(spent));
  }
  const { rows: below } = await testApp.db.pool.query(
    "select 1 from ledger_accounts where (kind = 'customer' and balance < 0) or (kind = 'debt' and balance > 0)",
  );
  expect(below).toEqual([]);

  // The stream tells every change of state once, in order and without gaps.
  const events = await query<{
    owner: string;
    seq: number;
    deposit_id: string;
    state: DepositState;
    previous: string | null;
  }>("select owner, seq, deposit_id, state, previous from deposit_events where owner = any($1) order by owner, seq");
  for (const [, of] of Map.groupBy(events, ({ owner }) => owner))
    expect(of.map(({ seq }) => seq)).toEqual(of.map((_, i) => i + 1));
  for (const { id, state } of deposits) {
    const told = events.filter(({ deposit_id: of }) => of === id);
    expect(told.map(({ previous }) => previous)).toEqual([null, ...told.slice(0, -1).map((event) => event.state)]);
    expect(told.at(-1)?.state).toBe(state);
    const ranks = told.map((event) => depositRank[DepositState.parse(event.state)]);
    expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b));
  }
}

/** When nobody dies any more and everybody has done what is to be done. */
async function expectSettled(world: World): Promise<void> {
  for (const job of await jobs()) await work(job, world.now, "none");
  for (let run = 0; run < 3; run += 1) {
    world.now += 2 * day;
    await reconcileDeposits({ ...testApp, clock: fixedClock(world.now) }, testApp.paymentGateway);
  }
  const { rows } = await testApp.db.pool.query<Row & { decided: boolean }>(
    `select id, owner, state, credited, refunded, exists (select from deposit_audit a
       where a.deposit_id = deposits.id and a.actor <> 'system') as decided from deposits where id = any($1)`,
    [world.deposits.map(({ id }) => id)],
  );
  for (const { id, priceMinor, payment } of world.deposits) {
    const row = rows.find((each) => each.id === id);
    if (row === undefined || row.decided) continue;
    const held = Number(row.credited) - Number(row.refunded);
    const whole = payment.actually_paid >= payment.pay_amount;
    const { payment_status: status } = payment;
    if (status === "refunded") expect([held, row.state]).toEqual([0, "refunded"]);
    else if (whole && (status === "finished" || status === "partially_paid")) {
      expect([held, row.state]).toEqual([priceMinor, "finished"]);
    } else if (status !== "finished" && Number(row.credited) === 0) expect(row.state).not.toBe("finished");
  }
}

test.prop([fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 25, maxLength: 40, size: "max" })], {
  numRuns: Number(process.env["PROPERTY_RUNS"] ?? 8),
  seed: 5,
})(
  "whatever comes in whatever order, and whoever dies over it: money is booked once, adds up, and is told as it is",
  async (batches) => {
    await testApp.db.pool.query("update dbos.workflow_status set status = 'SUCCESS' where name = 'settlement'");
    const actors = await Promise.all(Array.from({ length: users }, () => testApp.newUser()));
    const world: World = { now: systemClock.now(), actors, deposits: [], key: 0 };
    // Steps of one batch go on at the same time.
    for (const batch of batches) await Promise.all(batch.map((each) => take(world, each)));
    await expectTruth(world);
    await expectSettled(world);
    await expectTruth(world);
  },
  240_000,
);
