import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, startPatienceMs, type App } from "#tests/support/app.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { openDeposit, playPayer } from "#tests/support/deposit-pages.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { makeAdmin, openMail, signUp, startAnalysis } from "#tests/support/visitor.ts";

/* What administrators do, in a real browser, on the product as it is started, with a model that never answers. */

const chromium = useChromium();
const demo = { ticker: "DEMO", date: "2019-06-03" };
const refusals = /status of (400|401|403|404|422)/;
let app: App;
let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer({ plan: () => ({ kind: "hang" }) });
  app = await startApp({
    ...askingModel(model.url),
    MARKET_ARCHIVES: join(import.meta.dirname, "../../demo"),
  });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await model.close();
});

test(
  "gives balance and plans, makes an administrator, cancels a job and resolves a deposit",
  { timeout: 400_000 },
  async () => {
    const email = "customer@example.org";
    const page = await chromium.open({ expectErrors: refusals });
    await signUp(page, app, email);
    const running = await startAnalysis(page, app, demo);
    await openDeposit(page, app, "40");
    await playPayer(page, app, "Pay a part", /^partially paid$/);

    const desk = await chromium.open();
    await signUp(desk, app, "admin@example.org");
    await app.run("accounts", "admin", "admin@example.org");
    await desk.goto(`${app.url}/admin`);
    await desk.getByText("You can look, but not change anything").waitFor();
    await makeAdmin(app, "admin@example.org");
    await desk.goto(`${app.url}/admin/accounts?q=customer`);
    await lookAt(desk, "accounts");
    await desk.getByRole("link", { name: email }).click();
    await desk.getByRole("heading", { name: "Give balance" }).waitFor();

    const giving = form(desk, "Give balance");
    await giving.getByLabel("Amount in dollars").fill("12,5x");
    await giving.getByLabel("Reason").fill("for the trouble");
    await giving.getByRole("button", { name: "Give" }).click();
    await giving.getByRole("alert").waitFor();
    await lookAt(desk, "account form refused");
    await giving.getByLabel("Amount in dollars").fill("12.50");
    await giving.getByRole("button", { name: "Give" }).click();
    await desk.getByText("The balance is $12.50 now").first().waitFor();

    // Beyond what one may give alone: a second administrator is asked, and agrees.
    const other = await chromium.open();
    await signUp(other, app, "second@example.org");
    await makeAdmin(app, "second@example.org");
    await giving.getByLabel("Amount in dollars").fill("600");
    await giving.getByLabel("Reason").fill("a large claim");
    await giving.getByRole("button", { name: "Give" }).click();
    await desk.getByText("Waiting for a second administrator").first().waitFor();
    await desk.goto(`${app.url}/admin`);
    await desk.getByRole("button", { name: "Take back: gave $600.00" }).waitFor();
    expect(await desk.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
    await openMail(other, app, "second@example.org", /\$600\.00 needs a second administrator/);
    await other.goto(`${app.url}/admin`);
    await lookAt(other, "request of an administrator");
    await other.getByRole("button", { name: "Approve: gave $600.00" }).click();
    await other.getByText("Decided").first().waitFor();
    await desk.goto(`${app.url}/admin/accounts?q=customer`);
    await desk.getByRole("link", { name: email }).click();
    await desk.getByText("gave $600.00: a large claim").waitFor();

    const planning = form(desk, "Give a plan");
    await planning.getByLabel("Plan").selectOption("elite");
    await planning.getByLabel("Days").fill("9");
    await planning.getByRole("button", { name: "Put on plan" }).click();
    await planning.getByText("Give a reason").waitFor();
    await planning.getByLabel("Reason").fill("a trial");
    await planning.getByRole("button", { name: "Put on plan" }).click();
    await desk.getByText("The plan is in force").first().waitFor();
    await desk.getByText(/elite.*: a trial/i).waitFor();

    const role = form(desk, "Role");
    await role.getByLabel("Reason").fill("helps out");
    await role.getByRole("button", { name: "Make an administrator" }).click();
    await desk.getByRole("button", { name: "Make a user" }).waitFor();
    await lookAt(desk, "account");
    await page.goto(`${app.url}/admin`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.goto(`${app.url}/billing`);
    await page.getByRole("banner").getByText("$612.50").waitFor();
    await page.getByRole("banner").getByText("Elite").waitFor();
    await role.getByLabel("Reason").fill("no longer");
    await role.getByRole("button", { name: "Make a user" }).click();
    await desk.getByRole("button", { name: "Make an administrator" }).waitFor();
    expect((await page.goto(`${app.url}/admin`))?.status()).toBe(404);

    await desk.goto(`${app.url}/admin/jobs`);
    const row = desk.getByRole("row").filter({ hasText: running.split("/").at(-1) ?? "" });
    await row.getByRole("button", { name: /^Cancel/ }).click();
    await desk.getByRole("button", { name: "Cancel analysis" }).click();
    await desk.getByRole("dialog").getByText("Give a reason").waitFor();
    await lookAt(desk, "cancel a job");
    await desk.getByRole("dialog").getByLabel("Reason").fill("it hangs");
    await desk.getByRole("button", { name: "Cancel analysis" }).click();
    await row.getByText("cancelled").waitFor();
    await lookAt(desk, "jobs");

    await desk.goto(`${app.url}/admin/deposits`);
    await desk.getByRole("row").filter({ hasText: email }).getByRole("link").click();
    await desk.getByRole("radio", { name: /^Reject/ }).click();
    await desk.getByLabel("Reason").fill("It was sent to the wrong place.");
    await desk.getByRole("button", { name: "Resolve" }).click();
    await desk.getByText("The review is resolved").first().waitFor();
    await desk.getByText("reject by admin@example.org").waitFor();
    await lookAt(desk, "review resolved");
    await page.goto(`${app.url}/deposits`);
    await page
      .getByRole("link", { name: /\$40\.00|dep_/ })
      .first()
      .click();
    await page.getByText("It was sent to the wrong place.").waitFor();
    await page.getByRole("banner").getByText("$612.50").waitFor();

    await desk.goto(`${app.url}/admin/accounts?q=customer`);
    await desk.getByRole("link", { name: email }).click();
    for (const done of ["for the trouble", "a trial", "helps out", "no longer", "it hangs"])
      await desk.getByText(done).first().waitFor();
  },
);

/** The card of a form, by its heading. */
function form(page: Page, title: string) {
  return page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}
