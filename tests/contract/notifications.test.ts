import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import type { NotificationSettings } from "#src/contract/accounts/users.ts";
import { listDevMails } from "#src/product/mail/queries/mails.ts";
import { fixedClock, systemClock, dayText } from "#src/core/clock.ts";
import { readQuota, buyPlan, cancelRenewal, grantBalance, grantPlan } from "#src/product/plans/plans.ts";
import { updateNotifications } from "#src/product/accounts/profile.ts";
import { cancelAnalysis, submitAnalysis } from "#src/product/analyses/submitting.ts";
import { finishJob } from "#src/product/analyses/running.ts";
import type { Context } from "#src/product/context.ts";
import { announceEnds, endDuePeriods } from "#src/product/plans/ending.ts";
import { attributeReferral, readReferralCode } from "#src/product/referrals/referrals.ts";
import { demoRun, fail, succeed } from "#tests/support/finished-job.ts";
import { openTestApp, type TestApp } from "#tests/support/front-door.ts";
import { newAccount } from "#tests/support/ledger.ts";
import { mailTo, startMailWorker, until } from "#tests/support/mail-worker.ts";
import { customerContext } from "#tests/support/contexts.ts";

const day = 86_400_000;
const now = systemClock.now();
const site = "http://localhost:4321";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.drop());

function as(owner: string, at = now): Context {
  return {
    db: testApp.db,
    queue: testApp.queue,
    clock: fixedClock(at),
    settings: {
      rounds: 1,
      riskRounds: 1,
      budgetUsd: null,
      maxConcurrency: 4,
      maxQueued: 100,
      jobTimeoutMs: 60_000,
      webhookAllowPrivate: false,
    },
    actor: { owner, plan: "elite", scopes: Scope.options },
    requestId: "req_test",
  };
}

const allOn: NotificationSettings = {
  sign_in: true,
  analysis_finished: true,
  signals: true,
  condition_broken: true,
  plan_ends: true,
  referral_reward: true,
  portfolio_alert: true,
};
const allOff: NotificationSettings = {
  sign_in: false,
  analysis_finished: false,
  signals: false,
  condition_broken: false,
  plan_ends: false,
  referral_reward: false,
  portfolio_alert: false,
};

/** A user with a confirmed address, every switch on, and so much on the balance, US cents. */
async function user(
  id: string,
  options: { readonly confirmed?: boolean; readonly settings?: NotificationSettings; readonly balance?: number } = {},
): Promise<string> {
  const { confirmed = true, settings = allOn, balance = 0 } = options;
  await testApp.db.pool.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ($1, $1, $1 || '@example.com', $2, now(), now())`,
    [id, confirmed],
  );
  await updateNotifications(customerContext(as(id), id), settings);
  if (balance > 0) await grantBalance(as(id), { owner: id, amountMinor: balance, reason: "test", actor: "operator" });
  return id;
}

/** The mails that were asked for in somebody's name, by kind. */
async function mailsOf(owner: string): Promise<string[]> {
  const { rows } = await testApp.db.pool.query<{ kind: string }>(
    "select event as kind from outbox where destination = 'mail' and owner = $1 order by created_at, once",
    [owner],
  );
  return rows.map(({ kind }) => kind);
}

async function submitted(owner: string): Promise<string> {
  const request = { ticker: "DEMO", trade_date: "2019-06-03", asset_type: "stock", analysts: ["market"] } as const;
  const job = { ...request, analysts: [...request.analysts], max_debate_rounds: 1 };
  return (await submitAnalysis({ ...as(owner), clock: systemClock }, { body: job, idempotencyKey: null })).job.id;
}

const buy = (owner: string, at: number, key = "1") => buyPlan(as(owner, at), { plan: "signals", idempotencyKey: key });
const settle = (at = now) => endDuePeriods({ ...testApp, clock: fixedClock(at) });
const announce = (at = now) => announceEnds({ ...testApp, clock: fixedClock(at) });

describe("an analysis that ended", () => {
  test("is told to its user once, well or not", async () => {
    const ada = await user("usr_ada");
    const good = await submitted(ada);
    await succeed(testApp, good);
    await fail(testApp, await submitted(ada), "the market data of DEMO is not there");
    expect(await mailsOf(ada)).toEqual(["analysis_ended", "analysis_ended"]);
    const again = { status: "failed", error: "again" } as const;
    expect(await finishJob({ ...testApp, clock: systemClock }, { id: good, end: again })).toBe(false);
    expect(await mailsOf(ada)).toHaveLength(2);
  });

  test("counts in the month, but not where it failed before anybody spoke, nor the rules on synthetic data", async () => {
    const kim = await user("usr_counted");
    const counted = async () => (await readQuota(as(kim))).submitted;
    const unheard = await submitted(kim);
    const heard = await submitted(kim);
    expect(await counted()).toBe(2);
    await fail(testApp, unheard, "no price source can be reached");
    expect(await counted()).toBe(1);
    await testApp.db.pool.query(
      "insert into analysis_events (analysis_id, seq, type, data, created_at) values ($1, 900, 'agent.finished', '{}', now())",
      [heard],
    );
    await fail(testApp, heard, "the model is gone");
    expect(await counted()).toBe(1);
    await succeed(testApp, await submitted(kim));
    expect(await counted()).toBe(1);
  });

  test("is told to nobody who cancelled it, has the switch off, has no confirmed address, or is no user", async () => {
    const bea = await user("usr_bea");
    await cancelAnalysis(as(bea), await submitted(bea));
    const cal = await user("usr_cal", { settings: { ...allOn, analysis_finished: false } });
    await succeed(testApp, await submitted(cal));
    const dee = await user("usr_dee", { confirmed: false });
    await succeed(testApp, await submitted(dee));
    await succeed(testApp, await submitted("local"));
    for (const owner of [bea, cal, dee, "local"]) expect(await mailsOf(owner)).toEqual([]);
  });

  test("is not told before the transaction that ends it commits", async () => {
    const eli = await user("usr_eli");
    const id = await submitted(eli);
    const broken = { ...testApp.queue, enqueueMail: () => Promise.reject(new Error("the queue is away")) };
    const ended = { status: "failed", error: "of no matter" } as const;
    await testApp.db.pool.query("update analyses set status = 'running', started_at = now() where id = $1", [id]);
    await expect(finishJob({ db: testApp.db, queue: broken, clock: systemClock }, { id, end: ended })).rejects.toThrow(
      "away",
    );
    const { rows } = await testApp.db.pool.query("select status from analyses where id = $1", [id]);
    expect(rows).toEqual([{ status: "running" }]);
    expect(await mailsOf(eli)).toEqual([]);
  });
});

describe("a plan", () => {
  test("that renewed itself is told once, and its purchase is not", async () => {
    const fay = await user("usr_fay", { balance: 3800 });
    await buy(fay, now - 30 * day);
    expect(await mailsOf(fay)).toEqual([]);
    await Promise.all([settle(), settle()]);
    await settle();
    expect(await mailsOf(fay)).toEqual(["plan_renewed"]);
  });

  test("that nothing renews is announced three days ahead, once for an end however many look", async () => {
    const gus = await user("usr_gus", { balance: 9000 });
    await buy(gus, now - 27 * day);
    await cancelRenewal(as(gus));
    await announce(now - 1);
    expect(await mailsOf(gus)).toEqual([]);
    await Promise.all([announce(), announce(), announce()]);
    await announce(now + day);
    expect(await mailsOf(gus)).toEqual(["plan_ends"]);
    // Another end is another event.
    await buy(gus, now + day, "2");
    await cancelRenewal(as(gus, now + day));
    await announce(now + day);
    expect(await mailsOf(gus)).toHaveLength(1);
    await announce(now + 31 * day);
    expect(await mailsOf(gus)).toHaveLength(2);
  });

  test("whose renewal the balance covers is not announced, and one that it does not is, and then ends", async () => {
    const hal = await user("usr_hal", { balance: 3800 });
    await buy(hal, now - 28 * day);
    const ida = await user("usr_ida", { balance: 3799 });
    await buy(ida, now - 28 * day);
    expect(await announce()).toEqual([ida]);
    expect(await mailsOf(hal)).toEqual([]);
    const late = now + 2 * day;
    await settle(late);
    expect(await mailsOf(hal)).toEqual(["plan_renewed"]);
    expect(await mailsOf(ida)).toEqual(["plan_ends", "plan_ended"]);
  });

  test("is told to nobody with the switch off, without a confirmed address, or who is no user", async () => {
    const jan = await user("usr_jan", { settings: allOff });
    const kim = await user("usr_kim", { confirmed: false });
    await newAccount(testApp, "key-of-the-operator");
    for (const owner of [jan, kim, "key-of-the-operator"])
      await grantPlan(as(owner, now - 28 * day), { owner, plan: "elite", days: 30 });
    await announce();
    await settle(now + 2 * day);
    for (const owner of [jan, kim, "key-of-the-operator"]) expect(await mailsOf(owner)).toEqual([]);
  });
});

describe("a referral reward", () => {
  test("is told to who gets it, once, and not where that is off", async () => {
    const lea = await user("usr_lea");
    const max = await user("usr_max", { settings: { ...allOn, referral_reward: false } });
    for (const [referrer, name] of [
      [lea, "usr_ned"],
      [max, "usr_oda"],
    ] as const) {
      const referred = await user(name, { balance: 4000 });
      const cookie = await readReferralCode(as(referrer), referrer);
      expect(await attributeReferral(as(referred), { account: referred, cookie })).toBe(true);
      await buy(referred, now);
      await buy(referred, now, "2");
      expect(await mailsOf(referred)).toEqual([]);
    }
    expect(await mailsOf(lea)).toEqual(["referral_rewarded"]);
    expect(await mailsOf(max)).toEqual([]);
  });
});

test("the mails say what came to pass, lead there and to their switch, and heed it until they are sent", async () => {
  const pat = await user("usr_pat", { balance: 1900 });
  const id = await submitted(pat);
  await succeed(testApp, id);
  await fail(testApp, await submitted(pat), "the market data of DEMO is not there");
  const ren = await user("usr_ren");
  await fail(testApp, await submitted(ren), "of no matter");
  await updateNotifications(customerContext(as(ren), ren), allOff);
  await buy(pat, now - 28 * day);
  await announce();
  const worker = startMailWorker(testApp, { PORT: "4321" });
  onTestFinished(() => worker.stop());
  const to = `${pat}@example.com`;
  const { rating } = (await demoRun()).result;
  const good = await mailTo(testApp, to, `DEMO: ${rating}`);
  expect(good.text).toContain(`\n${site}/analyses/${id}\n`);
  expect(good.html).toContain(`href="${site}/analyses/${id}"`);
  expect((await mailTo(testApp, to, "DEMO: the analysis failed")).text).toContain(
    "the market data of DEMO is not there",
  );
  const ends = dayText(now + 2 * day);
  const soon = await mailTo(testApp, to, `Your Signals plan ends on ${ends}`);
  expect(soon.text).toContain("$19.00 short");
  expect(soon.text).toContain(`\n${site}/billing\n`);
  expect((await mailTo(testApp, "usr_lea@example.com", /for a referral/)).text).toContain(
    "$3.80 was added to your balance",
  );
  for (const { text, html } of [good, soon]) {
    expect(text).toContain(`Turn off these emails in your settings:\n${site}/settings/notifications\n`);
    expect(html).toContain(`href="${site}/settings/notifications"`);
  }
  await until("all mails to be done", async () => {
    const { rows } = await testApp.db.pool.query(
      "select from outbox where destination = 'mail' and due_at is not null",
    );
    return rows.length === 0 ? true : null;
  });
  expect((await listDevMails(testApp.db.sql)).filter((mail) => mail.to === `${ren}@example.com`)).toEqual([]);
});
