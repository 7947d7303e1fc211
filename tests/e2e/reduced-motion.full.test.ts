import type { Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { motionOf, watchMotion } from "#tests/support/moving.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { bringSession, finishedReport, newPerson, startAnalysis } from "#tests/support/visitor.ts";

/* For readers who ask their system for less motion, nothing moves by itself. */

const chromium = useChromium();
const email = "still@example.org";
let app: App;
let report: string;
beforeAll(async () => {
  app = await sharedApp();
  report = await finishedReport(app, await newPerson(app, email));
}, startPatienceMs);

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`${app.url}${path}`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

/** Presses until it opens: before the page is alive a button does nothing. */
async function open(page: Page, button: string, opened: string): Promise<void> {
  const box = page.getByRole("dialog", { name: opened });
  await expect
    .poll(async () => {
      if (!(await box.isVisible())) await page.getByRole("button", { name: button, exact: true }).click();
      return box.isVisible();
    })
    .toBe(true);
}

test("with reduced motion nothing moves on a page, in a dialog or in the assistant", async () => {
  const page = await chromium.open({ reducedMotion: "reduce" });
  await watchMotion(page);
  for (const path of ["/", "/pricing"]) {
    await visit(page, path);
    expect(await motionOf(page), path).toEqual([]);
  }
  await bringSession(page, app, email);
  for (const path of ["/dashboard", "/signals", "/analyses/new", report]) {
    await visit(page, path);
    expect(await motionOf(page), path).toEqual([]);
  }
  // On the report: a dialog, the assistant, and a menu.
  await open(page, "Share", "Share this report");
  expect(await motionOf(page), "dialog").toEqual([]);
  await page.keyboard.press("Escape");
  await open(page, "Assistant", "Assistant");
  expect(await motionOf(page), "assistant").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /account/i }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  expect(await motionOf(page), "menu").toEqual([]);
  await page.keyboard.press("Escape");

  // What is under way has a still sign, and the page of a run one for each voice.
  await startAnalysis(page, app, { ticker: "DEMO", date: "2019-05-31" });
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  expect(await motionOf(page), "run").toEqual([]);
});

test("without that wish a dialog appears, and the same watch sees it", async () => {
  const page = await chromium.open({ reducedMotion: "no-preference" });
  await watchMotion(page);
  await bringSession(page, app, email);
  await visit(page, report);
  await open(page, "Share", "Share this report");
  expect(await motionOf(page)).toContain("appear");
});
