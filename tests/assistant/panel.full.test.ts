import { beforeAll, expect, test } from "vitest";
import { alive } from "#tests/support/alive.ts";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { desktop, phone, type Screen } from "#tests/support/screens.ts";
import { picture } from "#tests/support/picture.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { comeSignedIn, shareReport, startAnalysis } from "#tests/support/visitor.ts";

/* The panel as somebody uses it: the product as `npm start` runs it, without a model, and a real browser. */

const chromium = useChromium();
let app: App;

beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

const screens: readonly [string, Screen][] = [
  ["at a desk", desktop],
  ["on a phone", phone],
];

test.each(screens)("asking, citations, votes and earlier conversations %s", async (name, viewport) => {
  const page = await chromium.open({ viewport });
  await comeSignedIn(page, app, `asks-${name.replaceAll(" ", "-")}@example.org`);
  await page.goto(`${app.url}/dashboard`);
  await alive(page);
  const panel = page.getByRole("dialog", { name: "Assistant" });
  const field = panel.getByRole("textbox", { name: "Your question" });

  await page.getByRole("button", { name: "Assistant" }).click();
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
  await picture(page, `welcome ${name}`);
  await expectNoFaults(page);

  // By keyboard alone: Enter sends, and the next question can be typed at once.
  await page.keyboard.type("What is it about when a figure is marked as unsupported?");
  await page.keyboard.press("Enter");
  const log = panel.getByRole("log");
  const source = log.getByRole("button", { name: /^Source 1: / });
  await source.waitFor();
  expect(await log.getAttribute("aria-live")).toBe("polite");
  expect(await log.textContent()).toContain("No language model is set up");
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
  await picture(page, `answer ${name}`);
  await expectNoFaults(page);

  // The citation opens its passage with the quote marked, and the way to the page; and back to the same answer.
  await source.click();
  const back = panel.getByRole("button", { name: "Back to the answer" });
  await expect.poll(() => back.evaluate((each) => each === document.activeElement)).toBe(true);
  await panel.locator("mark").waitFor();
  const link = panel.getByRole("link", { name: "Open the page at this place" });
  expect(await link.getAttribute("href")).toMatch(/^\/help\/unsupported-numbers/);
  await picture(page, `passage ${name}`);
  await expectNoFaults(page);
  await back.press("Enter");
  await source.waitFor();

  const up = panel.getByRole("button", { name: "Helpful", exact: true });
  await up.click();
  await expect.poll(() => up.getAttribute("aria-pressed")).toBe("true");

  await field.fill("What is my balance?");
  await field.press("Enter");
  // The page opens beside the panel, and on a phone in its place; the conversation stays.
  await log.getByRole("link", { name: "Plan and billing" }).click();
  await page.waitForURL("**/billing");
  if (viewport === phone) {
    await panel.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Assistant" }).click();
  }
  await field.fill("Who won the world cup in 2022?");
  await field.press("Enter");
  await log.getByText("I could not find an answer in the help centre").waitFor();
  await picture(page, `refusal ${name}`);

  // Escape closes, and the focus is back where it was; the shortcut opens the same conversation.
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  const button = page.getByRole("button", { name: "Assistant" });
  await expect.poll(() => button.evaluate((each) => each === document.activeElement)).toBe(true);
  await page.keyboard.press("Control+j");
  await log.getByText("I could not find an answer in the help centre").waitFor();

  // What was asked is kept, with its vote, and can be deleted.
  await page.reload();
  await page.getByRole("button", { name: "Assistant" }).click();
  await panel.getByRole("button", { name: "Earlier conversations" }).click();
  const earlier = panel.getByRole("button", { name: /^What is it about when a figure/ });
  await earlier.waitFor();
  await picture(page, `history ${name}`);
  await expectNoFaults(page);
  await earlier.click();
  await source.waitFor();
  expect(await up.first().getAttribute("aria-pressed")).toBe("true");
  await panel.getByRole("button", { name: "Earlier conversations" }).click();
  await panel.getByRole("button", { name: /^Delete the conversation/ }).click();
  await panel.getByText("No earlier conversations.").waitFor();
});

test.each(screens)("a report is asked, and shows where each sentence stands, %s", async (name, viewport) => {
  const page = await chromium.open({ viewport });
  await comeSignedIn(page, app, `asks-a-report-${name.replaceAll(" ", "-")}@example.org`);
  await startAnalysis(page, app, { ticker: "DEMO", date: "2019-06-03" });
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  const box = page.getByRole("region", { name: "Ask this report" });
  const field = box.getByRole("textbox", { name: "Your question about this report" });
  const log = box.getByRole("log");

  // By keyboard, and the next question can be typed at once.
  await field.focus();
  await page.keyboard.type("What did the bear say about the benchmark?");
  await page.keyboard.press("Enter");
  await log.getByText("Bear: The shares swung").waitFor();
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(
    await log
      .getByRole("link", { name: /^Source: Bear/ })
      .first()
      .getAttribute("href"),
  ).toBe("#bear-1");

  await box.getByRole("button", { name: "Which evidence speaks against it?" }).click();
  const evidence = log.getByRole("link", { name: /^Source: Evidence M/ }).first();
  await evidence.waitFor();
  await field.fill("Who is the chief executive?");
  await field.press("Enter");
  await log.getByText("This report does not say.").waitFor();
  await box.scrollIntoViewIfNeeded();
  await picture(page, `ask report ${name}`);
  await expectNoFaults(page);
  const place = (await evidence.getAttribute("href")) ?? "";
  await evidence.click();
  expect(new URL(page.url()).hash).toBe(place);
  expect(await page.locator(place).count()).toBe(1);

  if (viewport !== desktop) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await box.scrollIntoViewIfNeeded();
  await picture(page, "ask report dark");
  const shared = await shareReport(page);
  const reader = await chromium.open({ viewport });
  await reader.goto(`${app.url}${shared}`);
  await reader.getByRole("heading", { level: 1 }).waitFor();
  expect(await reader.getByRole("region", { name: "Ask this report" }).count()).toBe(0);
  await comeSignedIn(reader, app, "reads-a-shared-report@example.org");
  await reader.goto(`${app.url}${shared}`);
  await reader.getByRole("button", { name: "Who disagreed?" }).click();
  await reader.getByRole("log").getByText("score").first().waitFor();
});
