import type { BrowserContext, Locator, Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { alive } from "#tests/support/alive.ts";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import type { Browser } from "#tests/support/browser.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { phone } from "#tests/support/screens.ts";
import { picture } from "#tests/support/picture.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { bring, finishedReport, newPerson } from "#tests/support/visitor.ts";

/*
 * The journeys of a day on a phone, by taps and its keys alone, but for the date, whose picker is the phone's own. Two
 * fingers on a chart are in chart.full.test.ts.
 */

const chromium = useChromium();
const email = "touch@example.org";
let app: App;
let person: Browser;
let onPhone: BrowserContext;
beforeAll(async () => {
  app = await sharedApp();
  onPhone = await chromium.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  person = await newPerson(app, email);
  await bring(onPhone, app, person);
}, startPatienceMs);

async function at(path: string): Promise<Page> {
  const page = await chromium.open({ within: onPhone });
  await page.goto(`${app.url}${path}`);
  await alive(page);
  return page;
}

/** By the keys of the phone, in the field that was tapped. */
async function type(field: Locator, text: string): Promise<void> {
  await field.tap();
  await field.pressSequentially(text);
}

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
}

test("an analysis is started and its report read, to the evidence of a number", async () => {
  const page = await at("/analyses/new");
  await type(page.getByLabel("Symbol"), "dem");
  await page.getByRole("option", { name: /^DEMO/ }).tap();
  await expect.poll(() => page.getByLabel("Symbol").inputValue()).toBe("DEMO");
  await page.getByLabel("As of").fill("2019-06-03");
  await page.getByRole("button", { name: "Start analysis" }).tap();
  await page.waitForURL(/\/analyses\/ana_/);
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  await alive(page);
  await fits(page);

  await page.getByRole("navigation", { name: "Parts of the report" }).getByRole("link", { name: "The debate" }).tap();
  await expect.poll(() => page.getByRole("heading", { name: "The debate" }).evaluate(isInView)).toBe(true);

  const figure = page.getByRole("region", { name: "Verdict" }).locator(".prose a.figure").first();
  const evidence = page.getByRole("dialog", { name: "Evidence" });
  await figure.tap();
  await evidence.waitFor();
  const box = await evidence.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width);
  expect(await figure.evaluate(isInView), "the page stays where it was").toBe(true);
  expect(await evidence.evaluate(isInView)).toBe(true);
  await picture(page, "evidence by touch");
  // Beside it.
  await page.getByRole("heading", { level: 1 }).tap({ position: { x: 2, y: 2 } });
  await evidence.waitFor({ state: "hidden" });
  const id = (await figure.getAttribute("data-evidence"))?.split(" ")[0] ?? "";
  await figure.tap();
  await evidence.getByRole("button", { name: "Show in the table" }).first().tap();
  await evidence.waitFor({ state: "hidden" });
  await expect.poll(() => page.locator(`#${id}`).evaluate(isInView)).toBe(true);
  // Far down, too.
  await page.locator("#debate summary").last().tap();
  const deep = page.locator("#debate .prose a.figure").filter({ visible: true }).last();
  await deep.tap();
  await evidence.waitFor();
  expect(await deep.evaluate(isInView)).toBe(true);
  expect(await evidence.evaluate(isInView)).toBe(true);
});

/** Runs in the page. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

test("the menu leads everywhere, and a tap beside it closes it", async () => {
  const page = await at("/dashboard");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: "Menu" }).tap();
  await menu.waitFor();
  await picture(page, "menu by touch");
  await page.touchscreen.tap(phone.width - 10, phone.height / 2);
  await menu.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Menu" }).tap();
  await menu.getByRole("link", { name: "Analyses", exact: true }).tap();
  await page.waitForURL("**/analyses");
  await menu.waitFor({ state: "hidden" });
  await page.getByRole("heading", { level: 1, name: "Analyses" }).waitFor();
  await fits(page);
  await expectNoFaults(page);
});

test("a watchlist is made, and its card leads to the instrument and its chart", async () => {
  await app.run("accounts", "plan", email, "signals");
  const page = await at("/signals/lists");
  await page.getByRole("button", { name: "New watchlist" }).tap();
  await type(page.getByLabel("Name"), "On the train");
  await type(page.getByLabel("Stocks and funds"), "DEMO");
  await page.getByRole("button", { name: "Create watchlist" }).tap();
  await page.getByText("Next run of On the train").tap();
  await page.getByRole("list", { name: "Next runs of On the train" }).waitFor();

  await page.goto(`${app.url}/dashboard`);
  await alive(page);
  // The whole card is the link.
  const card = page.getByRole("region", { name: "On the train" }).getByRole("article");
  await card.tap({ position: { x: 40, y: 80 } });
  await page.waitForURL("**/instruments/DEMO");
  const chart = page.getByRole("figure", { name: /^Prices of DEMO/ });
  const image = chart.getByRole("img", { name: /^Daily prices of DEMO/ });
  const last = /^DEMO 2019-06-03/;
  await chart.getByText(last).waitFor();
  await alive(page);
  await expect
    .poll(async () => {
      await image.tap({ position: { x: 60, y: 100 } });
      return chart.getByText(/^DEMO 20\d\d-/).innerText();
    })
    .not.toMatch(last);
  await fits(page);
});

test("a report is asked about itself, and compared with another one", async () => {
  await finishedReport(app, person, "2019-05-06");
  const page = await at(await finishedReport(app, person, "2019-07-05"));
  await page
    .getByRole("navigation", { name: "Parts of the report" })
    .getByRole("link", { name: "Ask", exact: true })
    .tap();
  await page.getByRole("button", { name: "Which evidence speaks against it?" }).tap();
  const answers = page.getByRole("log", { name: "Questions and answers" });
  await answers.getByRole("link").first().waitFor();
  await fits(page);
  await answers.getByRole("link").first().tap();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#./);

  await page.goto(`${app.url}/analyses`);
  await alive(page);
  const runs = page.getByRole("checkbox", { name: /DEMO/ });
  await runs.nth(0).tap();
  await runs.nth(1).tap();
  await page.getByRole("button", { name: "Compare" }).tap();
  await page.waitForURL(/id=ana_\w+&id=ana_/);
  await page
    .getByRole("img", { name: /^Price change since/ })
    .first()
    .waitFor();
  await fits(page);
});

test("the assistant is asked over a page", async () => {
  const page = await at("/dashboard");
  await page.getByRole("button", { name: "Assistant" }).tap();
  const panel = page.getByRole("dialog", { name: "Assistant" });
  await type(panel.getByLabel("Your question"), "What does REVIEW mean?");
  await panel.getByRole("button", { name: "Send" }).tap();
  await panel.getByRole("log").getByRole("button").first().waitFor();
  await fits(page);
  await panel.getByRole("button", { name: "Close the assistant" }).tap();
  await expect.poll(() => panel.isVisible()).toBe(false);
});

test("the API reference is searched, its samples chosen, and a request sent", async () => {
  const page = await at("/docs/api");
  await page.locator("summary", { hasText: "Operations and schemas" }).tap();
  await type(page.getByLabel("Search the API reference").first(), "listAnalyses");
  await page.getByRole("navigation", { name: "API reference" }).getByRole("link").last().tap();
  await page.waitForURL("**/docs/api/listAnalyses");
  await page.getByRole("tab", { name: "Python" }).tap();
  await expect.poll(() => page.getByRole("tab", { name: "Python" }).getAttribute("aria-selected")).toBe("true");
  await page.locator("summary", { hasText: "Try it" }).tap();
  await page.getByRole("button", { name: "Send request" }).tap();
  await page.getByRole("region", { name: "Response", exact: true }).getByText("200", { exact: true }).waitFor();
  await fits(page);
});

test("whoever is done signs out", async () => {
  const page = await at("/dashboard");
  await page.getByRole("button", { name: "Account" }).tap();
  await page.getByRole("menuitem", { name: "Sign out" }).tap();
  await page.waitForURL((url) => url.pathname === "/" || url.pathname.startsWith("/sign-in"));
  await page.goto(`${app.url}/dashboard`);
  await page.waitForURL("**/sign-in**");

  // The menu of those who are signed out is another one.
  await page.goto(app.url);
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Sign in" }).tap();
  await page.waitForURL("**/sign-in");
  await expect.poll(() => page.getByRole("navigation", { name: "Menu" }).isVisible()).toBe(false);
});
