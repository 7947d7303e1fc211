import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { desktop, phone, type Screen } from "#tests/support/screens.ts";
import { byteChanges, withByteChanged } from "#tests/support/proof-changes.ts";
import { proofFile, proofKey } from "#tests/support/proof-file.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { sharedReport } from "#tests/support/visitor.ts";

/* A shared report as a stranger reads it, and one that is a file and proves itself. */

const chromium = useChromium();
let app: App;
let shared: string;
beforeAll(async () => {
  app = await sharedApp();
  shared = await sharedReport(app, "shares@example.org");
}, startPatienceMs);

test("a number shows its evidence and leads to it, by keyboard alone", async () => {
  const page = await opened(desktop);
  const number = page.locator(".prose a.figure").first();
  const evidence = page.getByRole("dialog", { name: "Evidence" });
  await number.focus();
  await page.keyboard.press("Enter");
  await evidence.waitFor();
  const box = await evidence.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(desktop.width);
  await page.keyboard.press("Escape");
  await evidence.waitFor({ state: "hidden" });
  expect(await number.evaluate((link) => link === document.activeElement), "the focus is back").toBe(true);

  const id = (await number.getAttribute("data-evidence"))?.split(" ")[0] ?? "";
  await page.keyboard.press("Enter");
  await evidence.getByRole("button", { name: "Show in the table" }).first().press("Enter");
  await evidence.waitFor({ state: "hidden" });
  await page.waitForFunction((row) => document.activeElement?.id === row, id);
  expect(await isOnScreen(page, id)).toBe(true);
});

test("an address leads to a piece of evidence far down, on a phone", async () => {
  const page = await opened(phone);
  const last = (await page.locator("#evidence tbody tr").last().getAttribute("id")) ?? "";
  await page.goto("about:blank");
  await page.goto(`${shared}#${last}`);
  expect(await isOnScreen(page, last)).toBe(true);
});

test("who only reads is not sent the chart's library; who points at the chart is", async () => {
  const page = await opened(desktop);
  const chart = page.getByRole("img", { name: /Daily prices of DEMO/ });
  const scripts = new Set<string>();
  page.on("request", (request) => void (request.resourceType() === "script" && scripts.add(request.url())));
  await expect.poll(() => chart.getByText("as of 2019-06-03").filter({ visible: true }).count()).toBe(1);
  expect(await chart.locator("canvas").count()).toBe(0);
  expect([...scripts]).toEqual([]);
  await chart.hover();
  await chart.locator("canvas").first().waitFor();
  expect(scripts.size).toBeGreaterThan(0);
  await chart.getByText("as of 2019-06-03").filter({ visible: true }).waitFor({ state: "hidden" });
});

test("without a script the prices, the evidence and the links to it are there", async () => {
  const page = await chromium.open({ javaScriptEnabled: false });
  await page.goto(shared);
  const chart = page.getByRole("img", { name: /Daily prices of DEMO/ });
  await expect.poll(() => chart.getByText("as of 2019-06-03").filter({ visible: true }).count()).toBe(1);
  const number = page.locator(".prose a.figure").first();
  const target = (await number.getAttribute("href")) ?? "";
  await number.click();
  await page.locator(`${target}:target`).waitFor();
  expect(await page.locator(`${target}:target`).boundingBox()).not.toBeNull();
});

test("a statement opens to its points and its words without a script", async () => {
  const page = await chromium.open({ javaScriptEnabled: false });
  await page.goto(shared);
  const bear = page.locator("#bear-1");
  expect(await bear.isVisible()).toBe(false);
  await page.getByRole("heading", { name: "Bear", exact: true }).click();
  await bear.getByRole("listitem").first().waitFor();
  await page.goto(`${shared}#bull-1`);
  await page.locator("#bull-1").getByRole("listitem").first().waitFor();
});

test("the answer stands on the first screen, and the rest is short until it is opened", async () => {
  const page = await opened(desktop);
  const firstScreen = page.getByRole("region", { name: "Verdict" });
  for (const name of ["For", "Against"]) {
    const box = await firstScreen.getByRole("heading", { name, exact: true }).boundingBox();
    expect(box?.y, name).toBeLessThan(900);
  }
  const main = page.getByRole("main");
  expect((await main.innerText()).split(/\s+/).length).toBeLessThanOrEqual(900);
  const controls = main.locator("a, button, summary, input, select").filter({ visible: true });
  expect(await controls.count()).toBeLessThanOrEqual(250);
});

test("the outline marks where the reader is", async () => {
  const page = await opened(desktop);
  const here = page.getByRole("navigation", { name: "Parts of the report" }).locator("[aria-current]");
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => here.textContent()).toBe("Summary");
  await page.locator("#debate").evaluate((part) => part.scrollIntoView({ block: "start" }));
  await expect.poll(() => here.textContent()).toBe("The debate");
});

test("paper has every statement in full and the evidence that is named, and nothing to press", async () => {
  const page = await opened(desktop);
  await page.emulateMedia({ media: "print" });
  for (const gone of ["banner", "button", "navigation", "searchbox"] as const)
    expect(await page.getByRole(gone).filter({ visible: true }).count(), gone).toBe(0);
  for (const statement of await page.getByRole("article").all()) expect(await statement.isVisible()).toBe(true);
  const rows = page.locator("#evidence tbody tr");
  const printed = await rows.filter({ visible: true }).count();
  expect(printed).toBeGreaterThan(10);
  expect(printed).toBeLessThan(await rows.count());
});

async function opened(viewport: Screen): Promise<Page> {
  const page = await chromium.open({ viewport });
  await page.goto(shared);
  // The page is alive when its filter answers.
  const evidence = page.getByRole("heading", { name: "Evidence" });
  await evidence.click();
  const search = page.getByRole("searchbox", { name: "Search" });
  const count = page.locator("#evidence tbody tr");
  const all = await count.count();
  for (let few = all; few === all; few = await count.count()) {
    await search.fill("");
    await search.fill("nothing is called like this");
  }
  await search.fill("");
  await expect.poll(() => count.count()).toBe(all);
  await evidence.click();
  return page;
}

async function isOnScreen(page: Page, id: string): Promise<boolean> {
  return page.locator(`[id="${id}"]`).evaluate((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

test("a proof opened from a disk checks itself, shows the report, and tells a changed byte of each part", async () => {
  const folder = mkdtempSync(join(tmpdir(), "conclave-proof-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "proof.html");
  // A browser refuses a script that is not the one of the file's policy, and says so.
  const page = await chromium.open({ expectErrors: /Content Security Policy|Hash|sha256/ });
  const verdict = page.locator("#proof-verdict");
  const look = async (bytes: Uint8Array): Promise<unknown> => {
    writeFileSync(path, bytes);
    return page.goto(pathToFileURL(path).href);
  };
  const file = await proofFile();
  await look(file);
  await page.locator("#proof-verdict[data-state=unknown]").waitFor();
  await verdict.getByLabel("The operator's fingerprint").fill(proofKey.id);
  await page.locator("#proof-verdict[data-state=ok]").getByText("Verified", { exact: true }).waitFor();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("DEMO");
  expect(await page.locator("#proof-panel").getByText("pieces of evidence match their hashes").count()).toBe(1);
  await expectNoFaults(page);

  // Each byte is tried in src/proof; here one of each part, by the script in the file.
  for (const change of new Map(byteChanges.map((one) => [`${one.part} ${one.page}`, one])).values()) {
    await look(withByteChanged(file, change));
    const state = change.page ?? "wrong";
    await expect.poll(() => verdict.evaluate((box) => box.dataset["state"]), { message: change.name }).toBe(state);
    if (state !== "wrong") continue;
    expect(await verdict.getAttribute("data-part"), change.name).toBe(change.part);
    const said = (await verdict.locator("p").first().textContent()) ?? "";
    expect(said.slice(0, -1), change.name).toMatch(new RegExp(change.reason, "i"));
  }
});
