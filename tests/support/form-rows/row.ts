import type { Page } from "@playwright/test";
import { expect } from "vitest";
import type { App } from "../app.ts";
import { openBrowser, type Browser } from "../browser.ts";
import type { FreshDatabase } from "../database.ts";
import { password } from "../visitor.ts";

/** Who meets a form, where, and with what. */
export interface Guest {
  readonly browser: Browser;
  readonly path: string;
  /** By the label. */
  readonly values: Readonly<Record<string, string>>;
  /** Where the browser sends it, where the address is another for each. */
  readonly sentTo?: string;
  /** Of these values those that are no secret of the form's and stand in addresses anyway, such as a symbol. */
  readonly open?: readonly string[];
  /** What there is one more of when it worked. */
  readonly count?: { readonly sql: string; readonly values: readonly string[] };
}

export interface FormRow {
  readonly name: string;
  /** Its source. */
  readonly file: string;
  readonly button: string | RegExp;
  /** Labels of what is typed, the one that Enter is pressed in last. */
  readonly typed: readonly string[];
  readonly ticked?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** Where the browser sends it, if that is not its page. */
  readonly sentTo?: string;
  /** It does nothing until a script runs: `always`, or only where one will come. */
  readonly waits?: "always" | "while it comes";
  /** Somebody new for each round, where what they do can be done once. */
  guest(round: string): Promise<Guest>;
  worked(page: Page, guest: Guest): Promise<unknown>;
  /** Where a script shows it otherwise. */
  readonly workedByScript?: (page: Page, guest: Guest) => Promise<unknown>;
  /** What the page makes of what was typed before it was alive. */
  readonly noticed?: (page: Page) => Promise<unknown>;
}

export interface FormSetup {
  readonly app: Pick<App, "url">;
  readonly database: FreshDatabase;
  readonly pages: ReadonlyMap<string, string>;
  readonly ada: Browser;
}

export const web = "web/components/";
export const said = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
/**
 * By the address alone: scripts may be held for as long as one looks, and Enter pressed twice starts two navigations
 * where nobody holds the second one back. The first is then aborted, which `waitForURL` would take for the end.
 */
export const at = (pattern: RegExp) => async (page: Page) => {
  await expect.poll(() => page.url()).toMatch(pattern);
};

/** Somebody whose address is confirmed, and who is signed in where `signIn` says so. */
export async function somebody({ app, database }: FormSetup, email: string, signIn: boolean): Promise<Browser> {
  const browser = openBrowser(app.url);
  const made = await browser.post("/api/auth/sign-up/email", { name: "Grace", email, password });
  if (made.status !== 200) throw new Error(`sign-up answered ${made.status}: ${made.text}`);
  await database.db.pool.query("update users set email_verified = true where email = $1", [email]);
  if (!signIn) return openBrowser(app.url);
  const answer = await browser.post("/api/auth/sign-in/email", { email, password });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  return browser;
}
