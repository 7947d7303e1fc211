import { join } from "node:path";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, startPatienceMs, type StartedApp } from "#tests/support/app.ts";
import { archivePath } from "#tests/support/archives.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { phone } from "#tests/support/screens.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { longArguments } from "#tests/support/long-arguments.ts";
import { lookAt } from "#tests/support/look-at.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { picture } from "#tests/support/picture.ts";
import { comeSignedIn, startAnalysis } from "#tests/support/visitor.ts";

/* A debate as somebody follows it who reads along. The whole day around it is in day.test.ts. */

const archive = archivePath("djia-2025");
const run =
  archive === null
    ? { ticker: "DEMO", date: "2019-06-03", archive: join(import.meta.dirname, "../../demo") }
    : { ticker: "AAPL", date: "2025-06-02", archive };

const chromium = useChromium();
let app: StartedApp;
let model: ModelServer;
/** Between two pieces of what it says, while somebody follows. */
let pauseMs = 0;

beforeAll(async () => {
  model = await startModelServer({
    latencyMs: 120,
    script: longArguments(),
    plan: () => (pauseMs > 0 ? { kind: "trickle", delayMs: pauseMs } : { kind: "answer" }),
  });
  app = await startApp({ ...askingModel(model.url), MARKET_ARCHIVES: run.archive });
}, startPatienceMs);
afterAll(async () => {
  await app.stop();
  await model.close();
});

test("a run is followed to its report on a phone, and nothing moves but by the reader", async () => {
  pauseMs = 250;
  const page = await chromium.open({ viewport: phone, hasTouch: true });
  await comeSignedIn(page, app, "follows@example.org");
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
  await picture(page, "live on a phone");
  await page.mouse.move(phone.width / 2, phone.height / 2);
  await page.mouse.wheel(0, -4000);
  const follow = page.getByRole("button", { name: "Follow" });
  await follow.waitFor();
  await market.getByRole("button", { name: /^Read all/ }).tap();
  expect(await market.getByRole("button", { name: /^Show less/ }).getAttribute("aria-expanded")).toBe("true");
  await picture(page, "live on a phone, read");
  await expectNoFaults(page);
  await follow.tap();
  await follow.waitFor({ state: "detached" });
  pauseMs = 0;
  await rail.getByRole("listitem").filter({ hasText: "Plan" }).getByText("done").waitFor({ state: "attached" });
  expect(await shiftsOf(page)).toBeLessThan(0.02);

  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  await expect.poll(() => title.evaluate(isInView), { message: "the report begins at its top" }).toBe(true);
  // What is there for a moment, such as a message, may be one more.
  await expect.poll(() => tabStops(page)).toBeLessThan(90);
  await lookAt(page, "report on a phone");
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
