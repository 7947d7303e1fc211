import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { comeSignedIn, openMail, password, signOut } from "#tests/support/visitor.ts";

/* What asks for a fresh sign-in, and what recovery takes back, in a real browser. */

const chromium = useChromium();
let app: App;
let db: Database;
beforeAll(async () => {
  app = await sharedApp();
  db = openDatabase(app.databaseUrl, 1);
}, startPatienceMs);
afterAll(() => db.close());

const refusals = /status of (400|401|403)/;

/** As if they had signed in an hour ago. */
async function anHourLater(email: string): Promise<void> {
  await db.pool.query(
    `update sessions set created_at = created_at - interval '1 hour', confirmed_at = null
     where user_id = (select id from users where email = $1)`,
    [email],
  );
}

async function newKey(page: Page, name: string): Promise<void> {
  await page.goto(`${app.url}/keys`);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
}

test("a key is made once its maker has confirmed who they are; a reset takes it back", async () => {
  const email = "confirms@example.org";
  const page = await chromium.open({ expectErrors: refusals });
  await comeSignedIn(page, app, email);
  await anHourLater(email);
  await newKey(page, "nightly");
  const dialog = page.getByRole("dialog", { name: "Confirm your identity" });
  await dialog.waitFor();
  await expectNoFaults(page);
  await dialog.getByLabel("Your password").fill("not the password");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("Incorrect password").waitFor();
  const shows = dialog.getByRole("button", { name: "Show what you typed" });
  await shows.click();
  await dialog.getByLabel("Your password").fill(password);
  expect(await dialog.getByLabel("Your password").getAttribute("type")).toBe("text");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  // The form is sent again by itself, as it was.
  await page.getByText("Copy the key “nightly” now").waitFor();
  const key = (await page.locator("code", { hasText: "cnc_" }).first().textContent()) ?? "";
  await openMail(page, app, email, /an api key was created/i);

  // For ten minutes nobody asks again.
  await newKey(page, "weekly");
  await page.getByText("Copy the key “weekly” now").waitFor();
  // That is all that the plan has.
  await newKey(page, "yearly");
  await page.getByText("Your plan allows 2 API keys").waitFor();

  await anHourLater(email);
  await newKey(page, "not made");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Confirm your identity, then try again.").waitFor();

  await signOut(page);
  await page.goto(`${app.url}/forgot`);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: /send/i }).click();
  await page.getByText("we sent an email").waitFor();
  await openMail(page, app, email, /choose a new password/i);
  const field = page.getByLabel("New password");
  await field.fill("Password1234!");
  await page.getByText("The password is too easy to guess").waitFor();
  await expectNoFaults(page);
  await field.fill("some better words here");
  await page.getByText("The password is too easy to guess").waitFor({ state: "detached" });
  for (const kind of ["Revoke API keys", "Remove webhooks", "Remove passkeys"])
    await expect.poll(() => page.getByRole("checkbox", { name: kind }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL("**/sign-in?notice=reset");
  const answer = await fetch(`${app.url}/v1/usage`, { headers: { "x-api-key": key } });
  expect(answer.status).toBe(401);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill("some better words here");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.goto(`${app.url}/keys`);
  await expect.poll(() => page.getByRole("cell", { name: "revoked" }).count()).toBe(2);
});

test("signing out everywhere says what else it revokes", async () => {
  const page = await chromium.open({ expectErrors: refusals });
  await comeSignedIn(page, app, "everywhere@example.org");
  await newKey(page, "kept");
  await page.getByText("Copy the key “kept” now").waitFor();
  await page.goto(`${app.url}/settings/security`);
  await page.getByRole("button", { name: "Sign out everywhere else" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Revoke API keys" }).click();
  await expectNoFaults(page);
  await dialog.getByRole("button", { name: "Sign out everywhere else" }).click();
  await page.getByText("0 sessions signed out").first().waitFor();
  await page.goto(`${app.url}/keys`);
  await page.getByRole("button", { name: "Revoke the key kept" }).waitFor();
});
