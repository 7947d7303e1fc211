import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { readProfile, updateNotifications } from "#src/product/accounts/profile.ts";
import { signedToken } from "#src/product/accounts/public/signed-requests.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { testSecret } from "#tests/support/database.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { mailServer, type Taken } from "#tests/support/mail-server.ts";
import { startMailWorker, until } from "#tests/support/mail-worker.ts";
import { confirmedUser, userIdOf } from "#tests/support/sign-in.ts";
import { customerContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open({ auth: { mail: "smtp" } });
});
afterAll(() => testApp.drop());

const allOn = {
  sign_in: true,
  analysis_finished: true,
  signals: true,
  condition_broken: true,
  plan_ends: true,
  referral_reward: true,
  portfolio_alert: true,
};

const settingsOf = async (userId: string) =>
  (await readProfile(customerContext({ db: testApp.db, clock: systemClock }, userId))).notifications;

/** @returns the value of a header, put together again where it was broken into lines */
function headerOf({ data }: Taken, name: string): string | null {
  const [head = ""] = data.split("\r\n\r\n");
  return new RegExp(`^${name}: (.*)$`, "im").exec(head.replaceAll(/\r\n(?=[ \t])/g, ""))?.[1]?.trim() ?? null;
}

/** As a mail program does it: a form, no cookie, no origin. */
async function oneClick(url: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
}

test("a mail that was asked for carries the way out of its kind; one that protects the account has none", async () => {
  const browser = await confirmedUser(testApp, door, "ada@example.com");
  const userId = await userIdOf(browser);
  await updateNotifications(customerContext({ db: testApp.db, clock: systemClock }, userId), allOn);
  await testApp.db.transaction(async (tx) => {
    await testApp.queue.enqueueMail(tx, { kind: "referral_rewarded", userId, once: "ref_1", minor: 380 });
    const at = systemClock.now();
    await testApp.queue.enqueueMail(tx, { kind: "account_changed", userId, origin: door.url, at, change: "password" });
  });
  const server = await mailServer();
  const worker = startMailWorker(testApp, {
    SMTP_URL: server.url,
    MAIL_FROM: "Conclave <hello@conclave.example>",
    PORT: String(door.port),
    LOG_LEVEL: "silent",
  });
  onTestFinished(() => worker.stop());
  const mailAbout = (subject: RegExp) =>
    until(`a mail about ${subject}`, async () => server.taken.find(({ data }) => subject.test(data)));
  const security = await mailAbout(/^Subject: Your password was changed/m);
  expect([headerOf(security, "List-Unsubscribe"), headerOf(security, "List-Unsubscribe-Post")]).toEqual([null, null]);

  const reward = await mailAbout(/^Subject: .*for a referral/m);
  expect(headerOf(reward, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
  const url = /^<(http:\/\/localhost:\d+\/api\/unsubscribe\/[\w.-]+)>$/.exec(
    headerOf(reward, "List-Unsubscribe") ?? "",
  )?.[1];
  if (url === undefined) throw new Error(`no address in ${reward.data}`);

  // Whoever opens the address sees the switches, and has turned off nothing.
  const opened = await fetch(url, { redirect: "manual" });
  expect([opened.status, opened.headers.get("location")]).toEqual([302, "/settings/notifications"]);
  expect(await settingsOf(userId)).toEqual(allOn);

  expect((await oneClick(url)).status).toBe(204);
  expect((await oneClick(url)).status).toBe(204);
  expect(await settingsOf(userId)).toEqual({ ...allOn, referral_reward: false });
});

test("an address that was not ours from end to end turns off nothing, and says nothing", async () => {
  const userId = await userIdOf(await confirmedUser(testApp, door, "bob@example.com"));
  await updateNotifications(customerContext({ db: testApp.db, clock: systemClock }, userId), allOn);
  const good = signedToken(testSecret, "unsubscribe", `plan_ends ${userId}`);
  const [value = "", tag = ""] = good.split(".");
  const other = Buffer.from(`signals ${userId}`).toString("base64url");
  const wrong = [
    "none",
    value,
    `${value}.`,
    `${other}.${tag}`,
    `${value}.${tag.slice(1)}`,
    `${good}.x`,
    // Of another secret, another purpose, and of a note that protects the account.
    signedToken("another secret of 32 characters!", "unsubscribe", `plan_ends ${userId}`),
    signedToken(testSecret, "change address", `plan_ends ${userId}`),
    signedToken(testSecret, "unsubscribe", `sign_in ${userId}`),
  ];
  for (const token of wrong) {
    const answer = await oneClick(`${door.url}/api/unsubscribe/${token}`);
    expect([answer.status, await answer.json()], token).toEqual([404, { detail: "there is no such address" }]);
  }
  expect(await settingsOf(userId)).toEqual(allOn);
  // Of somebody who is gone: it was ours, and there is nothing left to turn off.
  const gone = signedToken(testSecret, "unsubscribe", "plan_ends usr_gone");
  expect((await oneClick(`${door.url}/api/unsubscribe/${gone}`)).status).toBe(204);
  expect((await openBrowser(door.url).send("PUT", `/api/unsubscribe/${good}`)).status).toBe(405);
});
