import type { Page } from "@playwright/test";
import { beforeAll, expect, test } from "vitest";
import { alive } from "#tests/support/alive.ts";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { expectNoFaults } from "#tests/support/axe.ts";
import { crosshairColumn } from "#tests/support/crosshair.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { desktop, phone } from "#tests/support/screens.ts";
import { bytesOf } from "#tests/support/downloaded.ts";
import { picture } from "#tests/support/picture.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { sharedReport } from "#tests/support/visitor.ts";

/* The chart of a report, by keyboard, by touch and as a table. */

const chromium = useChromium();
let app: App;
let shared: string;
beforeAll(async () => {
  app = await sharedApp();
  shared = await sharedReport(app, "charts@example.org");
}, startPatienceMs);

function parts(page: Page) {
  const figure = page.getByRole("figure", { name: /Prices of DEMO/ });
  return {
    figure,
    image: figure.getByRole("img", { name: /Daily prices of DEMO/ }),
    slider: figure.getByRole("slider", { name: "Session on the chart" }),
    button: (name: string) => figure.getByRole("button", { name, exact: true }),
  };
}

/** Presses until the page answers: before it is alive a button does nothing. */
async function press(page: Page, name: string): Promise<void> {
  const { button } = parts(page);
  await expect
    .poll(async () => {
      if ((await button(name).getAttribute("aria-pressed")) !== "true") await button(name).click();
      return button(name).getAttribute("aria-pressed");
    })
    .toBe("true");
}

test("arrow keys move the crosshair and tell the figures of the session", async () => {
  const page = await chromium.open();
  await page.goto(shared);
  const { image, slider } = parts(page);
  await press(page, "1M");
  await image.locator("canvas").first().waitFor();
  const before = await slider.getAttribute("aria-valuetext");
  expect(before).toMatch(/^2019-06-03, open [\d.,]+, high [\d.,]+, low [\d.,]+, close [\d.,]+, change /);
  await slider.press("ArrowLeft");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toMatch(/^2019-05-31, open/);
  await slider.press("Home");
  // The range grows until it holds the session.
  await expect.poll(() => parts(page).button("All").getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => crosshairColumn(image)).not.toBeNull();
  expect(await crosshairColumn(image), "at the left edge").toBeLessThan(10);
  await expectNoFaults(page);
});

test("indicators, the logarithmic scale and the table are a press away, and the picture can be saved", async () => {
  const page = await chromium.open();
  await page.goto(shared);
  const { figure, image, button } = parts(page);
  await press(page, "Log");
  await image.locator("canvas").first().waitFor();
  const indicators = figure.getByRole("group", { name: "Cited indicators" }).getByRole("button");
  for (const indicator of await indicators.all())
    if ((await indicator.getAttribute("aria-pressed")) !== "true") await indicator.click();
  await picture(page, "chart with indicators");
  await press(page, "1M");
  await press(page, "Table");
  const rows = figure.getByRole("region", { name: "Prices of DEMO in USD" }).getByRole("row");
  // The sessions of the range, and the head.
  await expect.poll(() => rows.count()).toBe(22);
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^2019-06-03/);
  await expectNoFaults(page);
  const [download] = await Promise.all([page.waitForEvent("download"), button("PNG").click()]);
  expect(download.suggestedFilename()).toBe("DEMO-2019-06-03.png");
  const file = await bytesOf(download);
  expect(file.subarray(1, 4).toString()).toBe("PNG");
  expect(file.length).toBeGreaterThan(5000);
});

test("a tap on a phone tells the figures of a session, and nothing moves when the chart comes alive", async () => {
  const page = await chromium.open({ viewport: phone, hasTouch: true, isMobile: true });
  await page.goto(shared);
  const { figure, image } = parts(page);
  await image.scrollIntoViewIfNeeded();
  const before = await image.boundingBox();
  await page.evaluate(() => {
    Reflect.set(window, "shifts", []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, "shifts").push(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift" });
  });
  await image.tap({ position: { x: 100, y: 100 } });
  await image.locator("canvas").first().waitFor();
  await expect
    .poll(async () => {
      await image.tap({ position: { x: 100, y: 100 } });
      return figure.getByText(/^DEMO 2019-0/).innerText();
    })
    .not.toMatch(/2019-06-03/);
  const after = await image.boundingBox();
  expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
  expect(await page.evaluate(() => Reflect.get(window, "shifts"))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  await picture(page, "chart on a phone");
});

test("two fingers on a phone zoom the chart, and the page stays as it is", async () => {
  const page = await chromium.open({ viewport: phone, hasTouch: true, isMobile: true });
  await page.goto(shared);
  const { figure, image } = parts(page);
  await press(page, "All");
  await image.locator("canvas").first().waitFor();
  await image.scrollIntoViewIfNeeded();
  const box = await image.boundingBox();
  if (box === null) throw new Error("the chart is not on the page");
  /** The session at the left edge, as a tap on it tells. */
  const atLeftEdge = async (): Promise<string> => {
    await image.tap({ position: { x: 4, y: 100 } });
    return (await figure.getByText(/^DEMO 20\d\d-/).innerText()).slice(5, 15);
  };
  const lastKnown = "2019-06-03";
  await expect.poll(atLeftEdge).not.toBe(lastKnown);
  const before = await atLeftEdge();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Input.synthesizePinchGesture", {
    x: box.x + box.width / 2,
    y: box.y + box.height / 3,
    scaleFactor: 2.5,
    gestureSourceType: "touch",
  });
  // Fingers apart: the edge shows a later session than before.
  await expect.poll(async () => (await atLeftEdge()) > before).toBe(true);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
});

test("the as-of line stands in every pane, those of indicators that are cited included", async () => {
  const page = await chromium.open({ viewport: desktop });
  await page.goto(shared);
  const { figure, image } = parts(page);
  await press(page, "3M");
  await image.locator("canvas").first().waitFor();
  const indicators = figure.getByRole("group", { name: "Cited indicators" }).getByRole("button");
  for (const indicator of await indicators.all())
    if ((await indicator.getAttribute("aria-pressed")) !== "true") await indicator.click();
  await expect
    .poll(async () => {
      const places = await image.evaluate(asOfColumns);
      return places.length > 0 && places.every((place) => place !== null && place === places[0]);
    })
    .toBe(true);
});

/** Of each pane of a chart, the column that is of the accent's colour from top to bottom. Runs in the page. */
function asOfColumns(image: Element): (number | null)[] {
  const [red = 0, green = 0, blue = 0] =
    getComputedStyle(document.documentElement)
      .getPropertyValue("--color-accent")
      .match(/[\da-f]{2}/gi)
      ?.map((part) => Number.parseInt(part, 16)) ?? [];
  const isAccent = (pixels: Uint8ClampedArray, at: number): boolean =>
    (pixels[at + 3] ?? 0) > 100 &&
    Math.abs((pixels[at] ?? 0) - red) +
      Math.abs((pixels[at + 1] ?? 0) - green) +
      Math.abs((pixels[at + 2] ?? 0) - blue) <
      180;
  // The panes are the wide cells of the library's table; the last row is the time scale.
  return [...image.querySelectorAll("tr")].flatMap((row) => {
    const canvas = [...row.querySelectorAll("canvas")].find(({ width, height }) => width > 300 && height > 60);
    const context = canvas?.getContext("2d") ?? null;
    if (canvas === undefined || context === null) return [];
    const { width, height } = canvas;
    const { data } = context.getImageData(0, 0, width, height);
    const columns = Array.from({ length: width }, (_, x) => x).filter((x) => {
      const hits = Array.from({ length: height }, (_unused, y) => isAccent(data, (y * width + x) * 4)).filter(Boolean);
      return hits.length > height * 0.9;
    });
    return [columns[0] ?? null];
  });
}

test("a piece of evidence is shown on the chart", async () => {
  const page = await chromium.open({ viewport: desktop });
  await page.goto(shared);
  // Not the range that it opens with: that one is pressed before the page is alive, when nobody hears the wish.
  await press(page, "3M");
  const { slider } = parts(page);
  const id = await page
    .locator("#evidence tbody tr")
    .filter({ hasText: "Lowest price of 252 sessions" })
    .first()
    .getAttribute("id");
  await page.evaluate((detail) => window.dispatchEvent(new CustomEvent("conclave:show-on-chart", { detail })), id);
  await expect.poll(() => slider.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await slider.getAttribute("aria-valuetext")).toMatch(/^2019-06-03, open/);
});

test("a range that is pressed before the page is alive is shown once it is", async () => {
  const page = await chromium.open();
  const scripts = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(shared, { waitUntil: "commit" });
  const { button } = parts(page);
  await button("1M").click();
  await button("Log").click();
  expect(await button("1M").getAttribute("aria-pressed")).toBe("false");
  scripts.resolve();
  for (const name of ["1M", "Log"]) await expect.poll(() => button(name).getAttribute("aria-pressed")).toBe("true");
});

test("while the page behind a link is on its way, a line and a word say so", async () => {
  const page = await chromium.open();
  const next = Promise.withResolvers<void>();
  await page.route("**/pricing?_rsc=*", async (route) => {
    await next.promise;
    await route.continue();
  });
  await page.goto(shared);
  await alive(page);
  await page.getByRole("link", { name: "Pricing" }).first().click();
  const loading = page.getByRole("status").getByText("Loading");
  await expect.poll(() => loading.count()).toBe(1);
  next.resolve();
  await page.waitForURL("**/pricing");
  await expect.poll(() => loading.count()).toBe(0);
});
