import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { archivePath } from "#tests/support/archives.ts";
import { desktop, phone, useChromium, type Screen } from "#tests/support/chromium.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { longArguments } from "#tests/support/long-arguments.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { picture } from "#tests/support/picture.ts";
import { comeSignedIn, openMail, password, signOut, signUp, startAnalysis } from "#tests/support/visitor.ts";

/* The product as somebody uses it who has just started it: real processes, real pages, a real browser. */

const archive = archivePath("djia-2025");
const run =
  archive === null
    ? { ticker: "DEMO", date: "2019-06-03", archive: join(import.meta.dirname, "../../demo") }
    : { ticker: "AAPL", date: "2025-06-02", archive };

const chromium = useChromium({ fetchesAhead: "always" });
let app: StartedApp;
let model: ModelServer;
/** While it is true the model says nothing more. */
let mute = false;
/** Between two pieces of what it says, while somebody follows. */
let pauseMs = 0;

beforeAll(async () => {
  model = await startModelServer({
    latencyMs: 120,
    script: longArguments(),
    plan: () => (mute ? { kind: "hang" } : pauseMs > 0 ? { kind: "trickle", delayMs: pauseMs } : { kind: "answer" }),
  });
  app = await startApp({ ...askingModel(model.url), MARKET_ARCHIVES: run.archive });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await model.close();
});

test.each<[string, Screen]>([
  ["at a desk", desktop],
  ["on a phone", phone],
])("from sign-up to sign-out %s", async (name, viewport) => {
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
  await page.getByRole("button", { name: "Download" }).waitFor();
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toContain(run.ticker);
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

test.each<[string, Screen]>([
  ["at a desk", desktop],
  ["on a phone", phone],
])("a run is followed to its report, and nothing moves but by the reader, %s", async (name, viewport) => {
  mute = false;
  pauseMs = 250;
  onTestFinished(() => {
    pauseMs = 0;
  });
  const byTouch = viewport === phone;
  const page = await chromium.open({ viewport, hasTouch: byTouch });
  // At a desk by keys, on a phone by touch.
  const press = (button: Locator) => (byTouch ? button.tap() : button.press("Enter"));
  await comeSignedIn(page, app, `follows-${name.replaceAll(" ", "-")}@example.org`);
  await countShifts(page);
  await startAnalysis(page, app, run);
  const title = page.getByRole("heading", { level: 1 });
  await title.getByText("Running").waitFor();
  // Who speaks is seen, with what was written as markdown drawn.
  const bull = page.getByRole("region", { name: "Bull", exact: true });
  await bull.getByRole("heading", { name: "Why it is worth owning" }).waitFor();
  await expect.poll(() => bull.evaluate(isInView)).toBe(true);
  const rail = page.getByRole("list", { name: "Stages" });
  expect(await rail.evaluate(isInView), "how far the run is stays in view").toBe(true);
  const market = page.getByRole("region", { name: "Market", exact: true });
  await expect
    .poll(() => market.locator(".prose strong").count(), { message: "what was said stays" })
    .toBeGreaterThan(0);
  // On a phone the prices are folded away.
  await page
    .getByRole("img", { name: /^Daily prices of/, includeHidden: true })
    .first()
    .waitFor({ state: "attached" });
  // Its numbers are marked once it has ended, and its points stand by their side; on a phone they are folded away.
  await market.locator(".prose .figure[title^='Evidence: ']").first().waitFor();
  const points = page.getByRole("region", { name: "Points by side", includeHidden: true }).first();
  await expect.poll(() => points.getByRole("listitem", { includeHidden: true }).count()).toBeGreaterThan(0);
  await picture(page, `live ${name}`);
  await page.mouse.move(viewport.width / 2, viewport.height / 2);
  await page.mouse.wheel(0, -4000);
  const follow = page.getByRole("button", { name: "Follow" });
  await follow.waitFor();
  await press(market.getByRole("button", { name: /^Read all/ }));
  expect(await market.getByRole("button", { name: /^Show less/ }).getAttribute("aria-expanded")).toBe("true");
  await picture(page, `live ${name} read`);
  await expectNoFaults(page);
  await press(follow);
  await follow.waitFor({ state: "detached" });
  pauseMs = 0;
  await rail.getByRole("listitem").filter({ hasText: "Plan" }).getByText("done").waitFor({ state: "attached" });
  expect(await shiftsOf(page)).toBeLessThan(0.02);

  await page.getByRole("button", { name: "Download" }).waitFor();
  await expect.poll(() => title.evaluate(isInView), { message: "the report begins at its top" }).toBe(true);
  expect(await tabStops(page)).toBeLessThan(95);
  await lookAt(page, `report ${name}`);
});

test("a passkey signs in without a password", async () => {
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
  await comeSignedIn(page, app, "key@example.org");
  await page.goto(`${app.url}/settings/security`);
  await page.getByLabel("Passkey name").fill("laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("listitem").filter({ hasText: "laptop" }).waitFor();
  await signOut(page);
  await page.goto(`${app.url}/sign-in`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/dashboard");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Dashboard");
});

/** Of the live view: from here on, and what came after a press or a key is the reader's own. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (
          "value" in entry &&
          "hadRecentInput" in entry &&
          entry.hadRecentInput !== true &&
          !document.querySelector("#evidence")
        )
          sum += Number(entry.value);
      document.documentElement.dataset["shifts"] = String(sum);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

async function shiftsOf(page: Page): Promise<number> {
  return Number((await page.locator("html").getAttribute("data-shifts")) ?? 0);
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** How often Tab is pressed from the top of the page to its end. */
function tabStops(page: Page): Promise<number> {
  return page
    .locator("a[href], button, input, select, textarea, summary, [tabindex]")
    .evaluateAll(
      (all) =>
        all.filter(
          (one) =>
            one instanceof HTMLElement && one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility(),
        ).length,
    );
}

test("a forgotten password is set anew by the mailed link", async () => {
  const page = await chromium.open({ expectErrors: /401/ });
  await comeSignedIn(page, app, "lost@example.org");
  await signOut(page);
  await page.goto(`${app.url}/forgot`);
  await page.getByLabel("Email address").fill("lost@example.org");
  await page.getByRole("button", { name: /mail me|send/i }).click();
  await page.getByText("we sent an email").waitFor();
  await openMail(page, app, "lost@example.org", /password/i);
  await page.waitForURL("**/reset**");
  await page
    .getByLabel(/new password/i)
    .first()
    .fill(`${password} anew`);
  await page.getByRole("button", { name: /password/i }).click();
  await page.waitForURL("**/sign-in**");
  await page.getByLabel("Email address").fill("lost@example.org");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("You are not signed in").waitFor();
  await page.getByLabel("Password").fill(`${password} anew`);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Dashboard");
});

async function listed(key: string): Promise<{ status: string; request: { ticker: string } }[]> {
  const answer = await fetch(`${app.url.replace("localhost", "127.0.0.1")}/v1/analyses`, {
    headers: { "x-api-key": key },
  });
  expect(answer.status).toBe(200);
  const { data } = JSON.parse(await answer.text());
  return data;
}
