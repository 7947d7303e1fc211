import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, startPatienceMs, type App } from "#tests/support/app.ts";
import { archivePath } from "#tests/support/archives.ts";
import { desktop, phone, useChromium, type Screen } from "#tests/support/chromium.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { openMail, password, signOut, signUp, startAnalysis } from "#tests/support/visitor.ts";

/* The product as somebody uses it who has just started it: real processes, real pages, a real browser. */

const archive = archivePath("djia-2025");
const run =
  archive === null
    ? { ticker: "DEMO", date: "2019-06-03", archive: join(import.meta.dirname, "../../demo") }
    : { ticker: "AAPL", date: "2025-06-02", archive };

const chromium = useChromium();
let app: App;
let model: ModelServer;
/** While it is true the model says nothing more. */
let mute = false;

beforeAll(async () => {
  model = await startModelServer({
    latencyMs: 120,
    plan: () => (mute ? { kind: "hang" } : { kind: "answer" }),
  });
  app = await startApp({ ...askingModel(model.url), MARKET_ARCHIVES: run.archive });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await model.close();
});

const long = { timeout: 180_000 };

test.each<[string, Screen]>([
  ["at a desk", desktop],
  ["on a phone", phone],
])("from sign-up to sign-out %s", long, async (name, viewport) => {
  mute = false;
  const email = `${name.replaceAll(" ", "-")}@example.org`;
  const page = await chromium.open({ viewport });
  await signUp(page, app, email);
  await expectNoFaults(page);

  await startAnalysis(page, app, run);
  await page
    .getByText(/of 12|of \d+/)
    .first()
    .waitFor();
  // The agents are heard as they speak, then the page is the report.
  await page.getByRole("button", { name: "Download" }).waitFor({ timeout: 90_000 });
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(run.ticker);
  await expectNoFaults(page);

  await app.run("accounts", "plan", email, "elite");
  await page.goto(`${app.url}/keys`);
  await page.getByLabel("Name").fill("laptop");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.locator("code", { hasText: /^cnc_/ }).first().textContent()) ?? "";
  expect(await listed(key)).toMatchObject([{ status: "succeeded", request: { ticker: run.ticker } }]);

  mute = true;
  await startAnalysis(page, app, run);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Cancel the analysis" }).click();
  await page
    .getByText(/cancelled/i)
    .first()
    .waitFor();
  expect((await listed(key)).map(({ status }) => status)).toEqual(["cancelled", "succeeded"]);

  await signOut(page);
  await page.goto(`${app.url}/dashboard`);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
});

test("a passkey signs in without a password", long, async () => {
  const page = await chromium.open();
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
  await signUp(page, app, "key@example.org");
  await page.goto(`${app.url}/settings/security`);
  await page.getByLabel("Name of a new passkey").fill("laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("listitem").filter({ hasText: "laptop" }).waitFor();
  await signOut(page);
  await page.goto(`${app.url}/sign-in`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/dashboard");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Dashboard");
});

test("a forgotten password is set anew by the mailed link", long, async () => {
  const page = await chromium.open({ expectErrors: /401/ });
  await signUp(page, app, "lost@example.org");
  await signOut(page);
  await page.goto(`${app.url}/forgot`);
  await page.getByLabel("E-mail address").fill("lost@example.org");
  await page.getByRole("button", { name: /mail me|send/i }).click();
  await openMail(page, app, "lost@example.org", /password/i);
  await page.waitForURL("**/reset**");
  await page
    .getByLabel(/new password/i)
    .first()
    .fill(`${password} anew`);
  await page.getByRole("button", { name: /password/i }).click();
  await page.waitForURL("**/sign-in**");
  await page.getByLabel("E-mail address").fill("lost@example.org");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("You are not signed in").waitFor();
  await page.getByLabel("Password").fill(`${password} anew`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Dashboard");
});

async function listed(key: string): Promise<{ status: string; request: { ticker: string } }[]> {
  const answer = await fetch(`${app.url.replace("localhost", "127.0.0.1")}/v1/analyses`, {
    headers: { "x-api-key": key },
  });
  expect(answer.status).toBe(200);
  const { data } = JSON.parse(await answer.text());
  return data;
}
