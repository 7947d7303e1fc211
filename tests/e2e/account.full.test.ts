import type { Page } from "@playwright/test";
import { beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "#src/core/clock.ts";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { totp } from "#tests/support/browser.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { phone } from "#tests/support/screens.ts";
import { bytesOf } from "#tests/support/downloaded.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import {
  comeSignedIn,
  finishedReport,
  newPerson,
  openMail,
  password,
  signOut,
  waitingAnalysis,
} from "#tests/support/visitor.ts";
import { openDeposit, playPayer } from "#tests/support/deposit-pages.ts";

/* Accounts, in a real browser, on the product as it is started. */

const chromium = useChromium();
let app: App;

beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

/** Refused on the way, as a wrong code is. */
const refusals = /status of (400|401|403|404|422)/;

async function fillSignIn(page: Page, email: string, given = password): Promise<void> {
  await page.goto(`${app.url}/sign-in`);
  await fillHere(page, email, given);
}

/** On the page that one was led to. */
async function fillHere(page: Page, email: string, given = password): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(given);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const onDashboard = (page: Page): Promise<void> => page.waitForURL("**/dashboard");

describe("signing in", () => {
  test("by a mailed link, which works once", async () => {
    const page = await chromium.open();
    await newPerson(app, "link@example.org");
    await page.goto(`${app.url}/magic-link?next=/keys`);
    await page.getByLabel("Email address").fill("link@example.org");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("we sent an email").waitFor();
    await openMail(page, app, "link@example.org", /sign-in link/i);
    await page.waitForURL("**/keys");
    await signOut(page);
    await openMail(page, app, "link@example.org", /sign-in link/i);
    await page.getByText("This link is invalid or has already been used").waitFor();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });

  test("with a second factor: a code of the app, a backup code once, also behind a mailed link", async () => {
    const page = await chromium.open({ expectErrors: refusals });
    await comeSignedIn(page, app, "codes@example.org");
    await page.goto(`${app.url}/settings/security`);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Incorrect password").waitFor();
    await page.getByRole("dialog").getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
    const key = page.locator("code");
    await key.waitFor();
    const secret = (await key.textContent()) ?? "";
    const shown = (later = 0): string =>
      totp(`otpauth://totp/Conclave?secret=${secret}`, systemClock.now() + later * 1000);
    await lookAt(page, "second factor set up");
    await page.getByLabel("Code from your app").fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("This code is incorrect").waitFor();
    await page.getByLabel("Code from your app").fill(shown());
    await page.getByRole("button", { name: "Turn on" }).click();
    const heading = page.getByText("Save these backup codes now");
    await heading.waitFor();
    const codes = await page.locator("ul.font-mono li").allTextContents();
    expect(new Set(codes).size).toBe(10);
    // It is on from here, whether the codes were kept or not.
    await page.getByRole("heading", { name: "Two-factor authentication On" }).waitFor();
    await lookAt(page, "backup codes");
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.getByRole("button", { name: "New backup codes" }).waitFor();

    await signOut(page);
    await fillSignIn(page, "codes@example.org");
    await page.waitForURL("**/two-factor**");
    await expectNoFaults(page);
    await page.getByLabel("Code from your app").fill("123");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("This code is incorrect").waitFor();
    // Each works once: this is the next one, which a clock that is ahead shows.
    await page.getByLabel("Code from your app").fill(shown(30));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await onDashboard(page);

    await signOut(page);
    await page.goto(`${app.url}/magic-link?next=/settings/security`);
    await page.getByLabel("Email address").fill("codes@example.org");
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("we sent an email").waitFor();
    await openMail(page, app, "codes@example.org", /sign-in link/i);
    await page.waitForURL("**/two-factor**");
    await page.getByRole("button", { name: "Use a backup code instead" }).click();
    await page.getByLabel("Backup code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    // Where the link was to lead.
    await page.waitForURL("**/settings/security");

    await signOut(page);
    await fillSignIn(page, "codes@example.org");
    await page.waitForURL("**/two-factor**");
    await page.getByRole("button", { name: "Use a backup code instead" }).click();
    await page.getByLabel("Backup code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("This backup code is incorrect or has already been used").waitFor();
    await page.getByLabel("Backup code").fill(codes[1] ?? "");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await onDashboard(page);

    await page.goto(`${app.url}/settings/security`);
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill(password);
    await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Set up" }).waitFor();
    await signOut(page);
    await fillSignIn(page, "codes@example.org");
    await onDashboard(page);
  });
});

describe("settings", () => {
  test("a passkey is renamed, signs in and is removed; another session is ended, and is signed out", async () => {
    const page = await chromium.open({ expectErrors: refusals });
    const client = await page.context().newCDPSession(page);
    await client.send("WebAuthn.enable");
    await client.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await comeSignedIn(page, app, "ways@example.org");
    await page.goto(`${app.url}/settings/security`);
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByText("Enter a name, such as the device it is on").waitFor();
    await page.getByLabel("Passkey name").fill("laptop");
    await page.getByRole("button", { name: "Add passkey" }).click();
    await page.getByRole("button", { name: "Rename the passkey laptop" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("  ");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The name is required.").waitFor();
    await lookAt(page, "passkey without a name");
    await dialog.getByLabel("Name").fill("old laptop");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("listitem").filter({ hasText: "old laptop" }).waitFor();
    await signOut(page);
    await page.goto(`${app.url}/sign-in`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await onDashboard(page);
    await page.goto(`${app.url}/settings/security`);
    await page.getByRole("button", { name: "Remove the passkey old laptop" }).click();
    await page.getByRole("button", { name: "Remove passkey" }).click();
    await page.getByText("No passkeys yet").waitFor();

    const other = await chromium.open({ viewport: phone, userAgent: "Mozilla/5.0 (iPhone) Mobile Safari" });
    await fillSignIn(other, "ways@example.org");
    await onDashboard(other);
    await page.reload();
    const sessions = page.getByRole("listitem").filter({ hasText: "signed in" });
    await page.getByText("This browser").waitFor();
    await expect.poll(() => sessions.count()).toBe(2);
    await lookAt(page, "security");
    await sessions
      .filter({ hasNotText: "This browser" })
      .getByRole("button", { name: /^Sign out/ })
      .click();
    await page.getByRole("button", { name: "Sign out session" }).click();
    await page.getByText("Session signed out").first().waitFor();
    await sessions.nth(1).waitFor({ state: "detached" });
    await other.goto(`${app.url}/settings`);
    await other.waitForURL("**/sign-in?**");
  });

  test("the address changes when both mailboxes have agreed, and signs in from then on", async () => {
    const page = await chromium.open({ expectErrors: refusals });
    await comeSignedIn(page, app, "before@example.org");
    await page.goto(`${app.url}/settings`);
    const field = page.getByLabel("New email address");
    await field.fill("before@example.org");
    await page.getByRole("button", { name: "Change email address" }).click();
    await page.getByText("The email address is already your email address").waitFor();
    await field.fill("after@example.org");
    await page.getByRole("button", { name: "Change email address" }).click();
    await page.getByText("Change pending: after@example.org").waitFor();
    await lookAt(page, "profile");
    await openMail(page, app, "before@example.org", /email address change/i);
    await page.getByText("We sent a link to your new email address").waitFor();
    await openMail(page, app, "after@example.org", /confirm your new email address/i);
    await page.getByText("Your email address has changed").waitFor();
    await page.getByText("Your email address is after@example.org").waitFor();
    expect(await page.getByText("Change pending:").count()).toBe(0);
    await lookAt(page, "profile changed");
    await signOut(page);
    await openMail(page, app, "after@example.org", /confirm your new email address/i);
    // A link is followed by who is signed in: the page to sign in at leads back to it.
    await page.waitForURL("**/sign-in?next=**");
    await fillHere(page, "before@example.org");
    await page.getByText("You are not signed in").waitFor();
    await fillHere(page, "after@example.org");
    await page.getByText("This link no longer works").waitFor();
    await expectNoFaults(page);
  });

  test("one's data is one file; the account goes with all that opens it, and its books stay", async () => {
    const email = "leaver@example.org";
    const page = await chromium.open({ expectErrors: refusals });
    const leaver = await comeSignedIn(page, app, email);
    await finishedReport(app, leaver);
    await pay(page, "30");
    await watch(page);
    await askAssistant(page);

    await page.goto(`${app.url}/settings/data`);
    await lookAt(page, "your data");
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).click();
    const got = await file;
    expect(got.suggestedFilename()).toBe("conclave-account.json");
    const data: unknown = JSON.parse((await bytesOf(got)).toString());
    expect(data).toMatchObject({
      user: [{ email }],
      analyses: [{ status: "succeeded", request: { ticker: "DEMO" } }],
      deposits: [{ state: "finished", price: 3000, credited: 3000 }],
      ledger: [{ kind: "deposit", amount: 3000, balance_after: 3000 }],
      watchlists: [{ name: "Large caps" }],
      alerts: [{ webhook_url: "https://hooks.example.org/me", symbols: ["DEMO"] }],
      conversations: [{}],
      assistant: [{ question: "What does REVIEW mean?", vote: "up" }],
    });

    const running = await waitingAnalysis(app, leaver);
    await page.goto(`${app.url}/settings/data`);
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await dialog.getByText("Enter your email address exactly as shown above").waitFor();
    await lookAt(page, "delete account");
    await dialog.getByRole("textbox", { name: /to confirm/ }).fill(email);
    await dialog.getByLabel("Password").fill("not the password");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await dialog.getByText("Incorrect password").waitFor();
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.getByText("Your account has been deleted").waitFor();
    await expectNoFaults(page);
    await page.goto(`${app.url}/dashboard`);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await fillSignIn(page, email);
    await page.getByText("You are not signed in").waitFor();

    // What stays, an administrator sees: the books under a bare number, the job cancelled.
    const adminPage = await chromium.open();
    await comeSignedIn(adminPage, app, "auditor@example.org");
    await app.run("accounts", "admin", "auditor@example.org");
    await adminPage.goto(`${app.url}/admin/jobs?status=cancelled`);
    await adminPage.getByText(running.split("/").at(-1) ?? "").waitFor();
    await adminPage
      .getByRole("row")
      .filter({ hasText: running.split("/").at(-1) ?? "" })
      .getByRole("link")
      .click();
    await adminPage.getByText("API keys only").waitFor();
    await adminPage.getByRole("row").filter({ hasText: "$30.00" }).first().waitFor();
    expect(await adminPage.getByText(email).count()).toBe(0);
    await lookAt(adminPage, "account nobody signs in to");
  });
});

async function pay(page: Page, amount: string): Promise<void> {
  const deposit = await openDeposit(page, app, amount);
  await playPayer(page, app, { deposit, act: "Pay the exact amount", shows: /^finished$/ });
  await page.getByRole("banner").getByText(`$${amount}.00`).waitFor();
}

async function watch(page: Page): Promise<void> {
  await page.goto(`${app.url}/signals/lists`);
  await page.getByRole("button", { name: "New watchlist" }).click();
  await page.getByLabel("Name").fill("Large caps");
  await page.getByLabel("Stocks and funds").fill("DEMO");
  await page.getByRole("button", { name: "Create watchlist" }).click();
  await page.getByRole("button", { name: "Delete the list Large caps" }).waitFor();
  await page.goto(`${app.url}/settings/notifications`);
  await page.getByLabel("Webhook").fill("https://hooks.example.org/me");
  await page.getByLabel("Only these symbols").fill("demo");
  await page.getByRole("button", { name: "Save alerts" }).click();
  await page.getByText("Signing secret").waitFor();
}

async function askAssistant(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Assistant" }).click();
  const panel = page.getByRole("dialog", { name: "Assistant" });
  await panel.getByRole("textbox", { name: "Your question" }).fill("What does REVIEW mean?");
  await page.keyboard.press("Enter");
  const up = panel.getByRole("button", { name: "Helpful", exact: true });
  await up.click({ timeout: 60_000 });
  await expect.poll(() => up.getAttribute("aria-pressed")).toBe("true");
}
