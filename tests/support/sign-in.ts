import { SessionInfo } from "#src/contract/accounts/users.ts";
import { openBrowser, type Browser } from "./browser.ts";
import type { FrontDoor, TestApp } from "./front-door.ts";
import { linkIn, mailTo } from "./mail-worker.ts";

export const password = "correct horse battery";

/** Signs somebody up and confirms the address by the mailed link. @returns the browser, signed in */
export async function newUser(
  testApp: Pick<TestApp, "db">,
  door: Pick<FrontDoor, "url">,
  email: string,
  browser: Browser = openBrowser(door.url),
): Promise<Browser> {
  const { status, text } = await browser.post("/api/auth/sign-up/email", { name: "Ada", email, password });
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${text}`);
  const link = linkIn(await mailTo(testApp, email, "Confirm your email address"));
  const confirmed = await browser.get(link.href);
  if (confirmed.status !== 302) throw new Error(`the link answered ${confirmed.status}: ${confirmed.text}`);
  return browser;
}

export async function signIn(browser: Browser, email: string, given = password): Promise<number> {
  return (await browser.post("/api/auth/sign-in/email", { email, password: given })).status;
}

/** As `newUser`, where no worker sends mail: the address is confirmed in the database. */
export async function confirmedUser(
  testApp: Pick<TestApp, "db">,
  door: Pick<FrontDoor, "url">,
  email: string,
  browser: Browser = openBrowser(door.url),
): Promise<Browser> {
  const { status, text } = await browser.post("/api/auth/sign-up/email", { name: "Ada", email, password });
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${text}`);
  await testApp.db.pool.query("update users set email_verified = true where email = $1", [email]);
  const answer = await signIn(browser, email);
  if (answer !== 200) throw new Error(`sign-in answered ${answer}`);
  return browser;
}

/** The id of whoever is signed in. */
export async function userIdOf(browser: Browser): Promise<string> {
  return SessionInfo.parse((await browser.get("/api/auth/session")).body).user.id;
}
