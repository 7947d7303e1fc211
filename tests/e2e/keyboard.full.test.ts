import type { BrowserContext, Locator, Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { alive } from "#tests/support/alive.ts";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import type { Browser } from "#tests/support/browser.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { bring, finishedReport, newPerson } from "#tests/support/visitor.ts";

/* The journeys of a day by keys alone: what is used is reached by Tab, and shows that it has the focus. */

const chromium = useChromium();
const email = "keys@example.org";
let app: App;
let person: Browser;
let signedIn: BrowserContext;
beforeAll(async () => {
  app = await sharedApp();
  signedIn = await chromium.newContext();
  person = await newPerson(app, email);
  await bring(signedIn, app, person);
}, startPatienceMs);

async function at(path: string): Promise<Page> {
  const page = await chromium.open({ within: signedIn });
  await page.goto(`${app.url}${path}`);
  await alive(page);
  return page;
}

const mostStops = 80;

/** Goes on by Tab until this has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let stops = 0; stops < mostStops; stops += 1) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluate((one) => one === document.activeElement)) {
      expect(await wanted.evaluate((one) => one.matches(":focus-visible")), "it shows its focus").toBe(true);
      return;
    }
  }
  throw new Error(`not reached by ${mostStops} Tabs: ${String(wanted)}`);
}

test("an analysis is started and its report read, to the chart and the evidence", async () => {
  const page = await at("/analyses/new");
  // Its first question has the focus.
  await expect.poll(() => page.getByLabel("Symbol").evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("dem");
  await page.getByRole("option", { name: /^DEMO/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByLabel("Symbol").inputValue()).toBe("DEMO");
  await tabTo(page, page.getByLabel("As of"));
  await page.keyboard.type("06032019");
  await expect.poll(() => page.getByLabel("As of").inputValue()).toBe("2019-06-03");
  await tabTo(page, page.getByRole("button", { name: "Start analysis" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/analyses\/ana_/);
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  await alive(page);

  await tabTo(page, page.getByRole("button", { name: "More", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /Markdown/ }).waitFor();
  await page.keyboard.press("Escape");
  await tabTo(page, page.getByRole("region", { name: "Verdict" }).locator(".prose a").first());
  await page.keyboard.press("Enter");
  const evidence = page.getByRole("dialog", { name: "Evidence" });
  await evidence.waitFor();
  await page.keyboard.press("Escape");
  await evidence.waitFor({ state: "hidden" });

  const slider = page.getByRole("slider").first();
  await tabTo(page, slider);
  const before = await slider.getAttribute("aria-valuetext");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).not.toBe(before);
});

test("a watchlist is made in a dialog that keeps the focus and gives it back", async () => {
  await app.run("accounts", "plan", email, "signals");
  const page = await at("/signals/lists");
  const open = page.getByRole("button", { name: "New watchlist" });
  await tabTo(page, open);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New watchlist" });
  await tabTo(page, dialog.getByLabel("Name"));
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => open.evaluate((one) => one === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByLabel("Name"));
  await page.keyboard.type("By keys");
  await tabTo(page, dialog.getByLabel("Stocks and funds"));
  await page.keyboard.type("DEMO");
  await dialog.getByRole("list", { name: "Next runs" }).getByRole("listitem").nth(4).waitFor();
  await tabTo(page, dialog.getByRole("button", { name: "Create watchlist" }));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "By keys" }).waitFor();
});

test("a report is asked about itself, and compared with another one", async () => {
  await finishedReport(app, person, "2019-05-06");
  const page = await at(await finishedReport(app, person, "2019-07-05"));
  const parts = page.getByRole("navigation", { name: "Parts of the report" });
  await tabTo(page, parts.getByRole("link", { name: "Ask", exact: true }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Your question about this report"));
  await page.keyboard.type("Which evidence speaks against it?");
  await page.keyboard.press("Enter");
  const answers = page.getByRole("log", { name: "Questions and answers" });
  await answers.getByRole("link").first().waitFor();
  await expect.poll(() => answers.getAttribute("aria-busy")).toBe("false");
  // The examples are one stop, and the arrows lead from one to the next.
  await tabTo(page, page.getByRole("button", { name: "Which evidence speaks against it?" }));
  await page.keyboard.press("ArrowRight");
  const next = page.getByRole("button", { name: "What would change your mind?" });
  await expect.poll(() => next.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await answers.getByText("What would change your mind?").waitFor();
  const cited = answers.getByRole("link").first();
  await cited.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#./);

  await page.goto(`${app.url}/analyses/compare`);
  await alive(page);
  for (const [field, downs] of [
    ["First", 1],
    ["Second", 2],
  ] as const) {
    await tabTo(page, page.getByLabel(field));
    for (let down = 0; down < downs; down += 1) await page.keyboard.press("ArrowDown");
  }
  await tabTo(page, page.getByRole("button", { name: "Compare" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/id=ana_\w+&id=ana_/);
  await page
    .getByRole("img", { name: /^Price change since/ })
    .first()
    .waitFor();
});

test("the assistant is asked beside a page, and gives the focus back", async () => {
  const page = await at("/dashboard");
  await page.keyboard.press("Control+j");
  const panel = page.getByRole("dialog", { name: "Assistant" });
  const question = panel.getByLabel("Your question");
  await expect.poll(() => question.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("What does REVIEW mean?");
  await page.keyboard.press("Enter");
  await panel.getByRole("log").getByRole("button").first().waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
});

test("the API reference is searched, its samples chosen, and a request sent", async () => {
  const page = await at("/docs/api");
  const sidebar = page.getByRole("navigation", { name: "API reference (sidebar)" });
  await tabTo(page, page.getByLabel("Search the API reference").last());
  await page.keyboard.type("listAnalyses");
  await expect.poll(() => sidebar.getByRole("link").count()).toBe(2);
  await tabTo(page, sidebar.getByRole("link").last());
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/api/listAnalyses");
  const first = page.getByRole("tab", { selected: true }).first();
  const before = await first.innerText();
  await tabTo(page, first);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.getByRole("tab", { selected: true }).first().innerText()).not.toBe(before);
  await tabTo(page, page.locator("summary", { hasText: "Try it" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "Send request" }));
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Response", exact: true }).getByText("200", { exact: true }).waitFor();
});
