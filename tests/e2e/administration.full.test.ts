import type { Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { openDeposit, playPayer } from "#tests/support/deposit-pages.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { comeSignedIn, makeAdmin, openMail, waitingAnalysis } from "#tests/support/visitor.ts";

/* What administrators do, in a real browser, on the product as it is started. */

const chromium = useChromium();
const refusals = /status of (400|401|403|404|422)/;
let app: App;

beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

test("gives balance and plans, makes an administrator, cancels a job and resolves a deposit", async () => {
  const email = "customer@example.org";
  const page = await chromium.open({ expectErrors: refusals });
  const running = await waitingAnalysis(app, await comeSignedIn(page, app, email));
  const deposit = await openDeposit(page, app, "40");
  await playPayer(page, app, { deposit, act: "Underpay", shows: /^partially paid$/ });

  const adminPage = await chromium.open();
  await comeSignedIn(adminPage, app, "admin@example.org");
  await app.run("accounts", "admin", "admin@example.org");
  await adminPage.goto(`${app.url}/admin`);
  await adminPage.getByText("You have read-only access").waitFor();
  await makeAdmin(app, "admin@example.org");
  await adminPage.goto(`${app.url}/admin/accounts?q=customer`);
  await lookAt(adminPage, "accounts");
  await adminPage.getByRole("link", { name: email }).click();
  await adminPage.getByRole("heading", { name: "Add balance" }).waitFor();

  const giving = form(adminPage, "Add balance");
  await giving.getByLabel("Amount in dollars").fill("12,5x");
  await giving.getByLabel("Reason").fill("for the trouble");
  await giving.getByRole("button", { name: "Add balance" }).click();
  await giving.getByRole("alert").waitFor();
  await lookAt(adminPage, "account form refused");
  await giving.getByLabel("Amount in dollars").fill("12.50");
  await giving.getByRole("button", { name: "Add balance" }).click();
  await adminPage.getByText("The balance is now $12.50").first().waitFor();

  // Beyond what one may give alone: a second administrator is asked, and agrees.
  const other = await chromium.open();
  await comeSignedIn(other, app, "second@example.org");
  await makeAdmin(app, "second@example.org");
  await giving.getByLabel("Amount in dollars").fill("600");
  await giving.getByLabel("Reason").fill("a large claim");
  await giving.getByRole("button", { name: "Add balance" }).click();
  await adminPage.getByText("Waiting for a second administrator").first().waitFor();
  await adminPage.goto(`${app.url}/admin`);
  await adminPage.getByRole("button", { name: "Withdraw: gave $600.00" }).waitFor();
  expect(await adminPage.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
  await openMail(other, app, "second@example.org", /\$600\.00 needs a second administrator/);
  await other.goto(`${app.url}/admin`);
  await lookAt(other, "request of an administrator");
  await other.getByRole("button", { name: "Approve: gave $600.00" }).click();
  await other.getByText("Decision recorded").first().waitFor();
  await adminPage.goto(`${app.url}/admin/accounts?q=customer`);
  await adminPage.getByRole("link", { name: email }).click();
  await adminPage.getByText("gave $600.00: a large claim").waitFor();

  const planning = form(adminPage, "Grant a plan");
  await planning.getByLabel("Plan").selectOption("elite");
  await planning.getByLabel("Days").fill("9");
  await planning.getByRole("button", { name: "Grant plan" }).click();
  await planning.getByText("Enter a reason").waitFor();
  await planning.getByLabel("Reason").fill("a trial");
  await planning.getByRole("button", { name: "Grant plan" }).click();
  await adminPage.getByText("The plan is active").first().waitFor();
  await adminPage.getByText(/elite.*: a trial/i).waitFor();

  const role = form(adminPage, "Role");
  await role.getByLabel("Reason").fill("helps out");
  await role.getByRole("button", { name: "Make administrator" }).click();
  await adminPage.getByRole("button", { name: "Remove administrator role" }).waitFor();
  await lookAt(adminPage, "account");
  await page.goto(`${app.url}/admin`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goto(`${app.url}/billing`);
  await page.getByRole("banner").getByText("$612.50").waitFor();
  await page.getByRole("banner").getByText("Elite").waitFor();
  await role.getByLabel("Reason").fill("no longer");
  await role.getByRole("button", { name: "Remove administrator role" }).click();
  await adminPage.getByRole("button", { name: "Make administrator" }).waitFor();
  expect((await page.goto(`${app.url}/admin`))?.status()).toBe(404);

  await adminPage.goto(`${app.url}/admin/jobs`);
  const row = adminPage.getByRole("row").filter({ hasText: running.split("/").at(-1) ?? "" });
  await row.getByRole("button", { name: /^Cancel/ }).click();
  await adminPage.getByRole("button", { name: "Cancel analysis" }).click();
  await adminPage.getByRole("dialog").getByText("Enter a reason").waitFor();
  await lookAt(adminPage, "cancel a job");
  await adminPage.getByRole("dialog").getByLabel("Reason").fill("it hangs");
  await adminPage.getByRole("button", { name: "Cancel analysis" }).click();
  await row.getByText("cancelled").waitFor();
  await lookAt(adminPage, "jobs");

  await adminPage.goto(`${app.url}/admin/deposits`);
  await adminPage.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await adminPage.getByRole("radio", { name: /^Reject/ }).click();
  await adminPage.getByLabel("Reason").fill("It was sent to the wrong place.");
  await adminPage.getByRole("button", { name: "Resolve" }).click();
  await adminPage.getByText("Review resolved").first().waitFor();
  await adminPage.getByText("reject by admin@example.org").waitFor();
  await lookAt(adminPage, "review resolved");
  await page.goto(`${app.url}/deposits`);
  await page
    .getByRole("link", { name: /\$40\.00|dep_/ })
    .first()
    .click();
  await page.getByText("It was sent to the wrong place.").waitFor();
  await page.getByRole("banner").getByText("$612.50").waitFor();

  await adminPage.goto(`${app.url}/admin/accounts?q=customer`);
  await adminPage.getByRole("link", { name: email }).click();
  for (const done of ["for the trouble", "a trial", "helps out", "no longer", "it hangs"])
    await adminPage.getByText(done).first().waitFor();
});

/** The card of a form, by its heading. */
function form(page: Page, title: string) {
  return page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}
