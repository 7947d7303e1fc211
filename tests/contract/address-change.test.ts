import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SessionInfo } from "#src/contract/accounts/users.ts";
import { systemClock } from "#src/core/clock.ts";
import { readProfile } from "#src/product/accounts/profile.ts";
import { openBrowser, type Browser } from "#tests/support/browser.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { linkIn, mailsTo, mailTo, startMailWorker, type MailWorker } from "#tests/support/mail-worker.ts";
import { confirmedUser, password, signIn, userIdOf } from "#tests/support/sign-in.ts";
import { customerContext } from "#tests/support/contexts.ts";

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  worker = startMailWorker(testApp);
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
});
beforeEach(() => testApp.db.pool.query("delete from auth_limits"));

const ask = (browser: Browser, newEmail: string) => browser.post("/api/auth/change-email", { newEmail });
const agreeLink = async (email: string, nth = 1) =>
  linkIn(await mailTo(testApp, email, "Confirm your email address change", nth)).href;
const confirmLink = async (email: string, nth = 1) =>
  linkIn(await mailTo(testApp, email, "Confirm your new email address", nth)).href;
const follow = async (browser: Browser, link: string) => (await browser.get(link)).headers.get("location");
const addressOf = async (browser: Browser): Promise<string | null> =>
  SessionInfo.nullable().parse((await browser.get("/api/auth/session")).body)?.user.email ?? null;

describe("the address of an account", () => {
  test("changes once the old mailbox and the new have agreed; other sessions and old links end", async () => {
    const [old, fresh] = ["ann@example.com", "ann@new.example"];
    const browser = await confirmedUser(testApp, door, old);
    const other = openBrowser(door.url);
    expect(await signIn(other, old)).toBe(200);
    await openBrowser(door.url).post("/api/auth/request-password-reset", { email: old });
    const reset = linkIn(await mailTo(testApp, old, "Choose a new password"));

    const answer = await ask(browser, "Ann@New.example");
    expect([answer.status, answer.body]).toEqual([200, { status: true }]);
    const agree = await agreeLink(old);
    expect(new URL(agree).origin).toBe(door.url);
    // What looks through mail for harm opens links too, and agrees to nothing; somebody else signs in first.
    expect(await follow(openBrowser(door.url), agree)).toBe(
      `/sign-in?next=${encodeURIComponent(agree.slice(door.url.length))}`,
    );
    expect(await mailsTo(testApp, fresh, /./)).toEqual([]);
    expect(await follow(browser, agree)).toBe("/settings?address=confirmed");
    const confirm = await confirmLink(fresh);
    expect(await addressOf(browser)).toBe(old);
    expect(await addressOf(other)).toBe(old);

    expect(await follow(browser, confirm)).toBe("/settings?address=changed");
    expect(await addressOf(browser)).toBe(fresh);
    expect(await addressOf(other)).toBeNull();
    expect(await signIn(openBrowser(door.url), old)).toBe(401);
    expect(await signIn(openBrowser(door.url), fresh)).toBe(200);
    expect((await browser.get(reset.href)).headers.get("location")).toContain("error=INVALID_TOKEN");
    expect((await mailTo(testApp, old, "Your email address was changed")).text).toContain(fresh);
    // One request was one mail to the new address, however often the first link was opened.
    expect(await mailsTo(testApp, fresh, /Confirm/)).toHaveLength(1);
    for (const link of [agree, confirm]) expect(await follow(browser, link)).toBe("/settings?address=ended");
  });

  test("is not changed by a link that another took the place of, that is too old, or that somebody else made", async () => {
    const browser = await confirmedUser(testApp, door, "cal@example.com");
    const userId = await userIdOf(browser);
    await ask(browser, "first@new.example");
    const first = await agreeLink("cal@example.com");
    await ask(browser, "second@new.example");
    const second = await agreeLink("cal@example.com", 2);
    const awaited = async () =>
      (await readProfile(customerContext({ db: testApp.db, clock: systemClock }, userId))).awaitedEmail;
    expect(await awaited()).toBe("second@new.example");
    expect(await follow(browser, first)).toBe("/settings?address=ended");
    const stranger = await confirmedUser(testApp, door, "eve@example.com");
    expect(await follow(stranger, second)).toBe("/settings?address=other");
    expect(await follow(browser, `${second}x`)).toBe("/settings?address=ended");
    // The first link is no second one.
    const url = new URL(second);
    const [value = "", tag = ""] = url.searchParams.get("token")?.split(".") ?? [];
    const forged = Buffer.from(Buffer.from(value, "base64url").toString().replace("old ", "new ")).toString(
      "base64url",
    );
    url.searchParams.set("token", `${forged}.${tag}`);
    expect(await follow(browser, url.href)).toBe("/settings?address=ended");
    await testApp.db.pool.query("update verifications set expires_at = now() where identifier = $1", [
      `change-email ${userId}`,
    ]);
    expect(await follow(browser, second)).toBe("/settings?address=ended");
    expect(await awaited()).toBeNull();
    expect(await addressOf(browser)).toBe("cal@example.com");
  });
});

describe("nobody learns who has an address", () => {
  test("a taken one answers as a free one does, and its owner alone gets a note", async () => {
    const browser = await confirmedUser(testApp, door, "dan@example.com");
    const owner = await confirmedUser(testApp, door, "owner@example.com");
    const free = await ask(browser, "free@new.example");
    await agreeLink("dan@example.com");
    const taken = await ask(browser, "owner@example.com");
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect(await follow(browser, await agreeLink("dan@example.com", 2))).toBe("/settings?address=confirmed");
    const note = await mailTo(testApp, "owner@example.com", "This email address already has an account");
    expect(note.text).not.toContain("token=");
    expect([await addressOf(browser), await addressOf(owner)]).toEqual(["dan@example.com", "owner@example.com"]);
  });

  test("one that was taken while the mail was on its way stays its owner's", async () => {
    const browser = await confirmedUser(testApp, door, "fay@example.com");
    await ask(browser, "late@example.com");
    await follow(browser, await agreeLink("fay@example.com"));
    const confirm = await confirmLink("late@example.com");
    await confirmedUser(testApp, door, "late@example.com");
    expect(await follow(browser, confirm)).toBe("/settings?address=taken");
    expect(await addressOf(browser)).toBe("fay@example.com");
  });

  test("a sign-up that nobody confirmed does not keep the owner of the mailbox from it", async () => {
    const browser = await confirmedUser(testApp, door, "gil@example.com");
    await openBrowser(door.url).post("/api/auth/sign-up/email", { name: "Eve", email: "gil@new.example", password });
    await ask(browser, "gil@new.example");
    await follow(browser, await agreeLink("gil@example.com"));
    expect(await follow(browser, await confirmLink("gil@new.example"))).toBe("/settings?address=changed");
  });
});

test("it takes a session, another address than one's own, and counts as the mails that it is", async () => {
  expect((await ask(openBrowser(door.url), "x@new.example")).status).toBe(401);
  const browser = await confirmedUser(testApp, door, "hal@example.com");
  const same = await ask(browser, "HAL@example.com");
  expect([same.status, same.body]).toMatchObject([400, { message: "newEmail is already your email address" }]);
  expect((await ask(browser, "none")).status).toBe(400);
  await testApp.db.pool.query("delete from auth_limits");
  const statuses: number[] = [];
  for (let asked = 0; asked < 7; asked += 1) statuses.push((await ask(browser, `n${asked}@new.example`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  // The one address too, whoever asks.
  await testApp.db.pool.query("delete from auth_limits");
  const [ida, jan] = [
    await confirmedUser(testApp, door, "ida@example.com"),
    await confirmedUser(testApp, door, "jan@example.com"),
  ];
  const seen: number[] = [];
  for (const one of [ida, jan, ida, jan, ida, jan, ida, jan]) seen.push((await ask(one, "victim@new.example")).status);
  expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
});
