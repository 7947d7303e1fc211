import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { BrowserContext, Page } from "@playwright/test";
import { z } from "zod";
import { startApp } from "#tests/support/app.ts";
import { pagesOnDisk } from "#tests/support/built-pages.ts";
import { openPage } from "#tests/support/launch-chromium.ts";
import { desktop, phone } from "#tests/support/screens.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { guestPages, makeEveryPage } from "#tests/support/every-page.ts";
import { bringSession } from "#tests/support/visitor.ts";
import { report } from "./setup.ts";

/*
 * Web Vitals of every page, as Google's own library measures them: how far its parts move while it loads, is scrolled
 * and used (CLS), and how long the slowest press waits for the next picture (INP). At a desk with a mouse, and on a
 * phone by touch with a processor four times as slow. What each page gave goes to stderr as it comes; at the end a
 * line of JSON for each of the two figures, the first with all pages. Needs a Chromium.
 * `--page /dashboard`, once or several times, tries these pages alone and prints one object without a figure.
 */
const library = readFileSync(new URL("web-vitals.iife.js", import.meta.resolve("web-vitals")), "utf8");
const measuring = `${library};
  window.vitals = { cls: 0, inp: 0 };
  webVitals.onCLS(({ value }) => { vitals.cls = value; }, { reportAllChanges: true });
  webVitals.onINP(({ value }) => { vitals.inp = value; }, { reportAllChanges: true, durationThreshold: 16 });`;
const Vitals = z.object({ cls: z.number(), inp: z.number() });

/** What opens, closes or switches something in its place, and sends nothing. */
const harmless =
  "main summary, main [role=tab], main [aria-expanded], main [aria-pressed], header [aria-haspopup], main input[type=text], main input[type=search]";
const pressesAtMost = 8;
const mostCls = 0.02;
const mostInpMs = 200;

async function measured(context: BrowserContext, url: string, isPhone: boolean) {
  const page = await context.newPage();
  try {
    await page.addInitScript(measuring);
    if (isPhone) {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    }
    await page.goto(url, { waitUntil: "load" });
    await page.waitForLoadState("networkidle");
    const presses = await use(page, isPhone);
    for (let screen = 0; screen < 5; screen += 1) {
      await page.mouse.wheel(0, 800);
      await painted(page);
    }
    const { cls, inp } = Vitals.parse(await page.evaluate(() => Reflect.get(window, "vitals")));
    return { cls: Number(cls.toFixed(4)), inp_ms: Math.round(inp), presses };
  } finally {
    await page.close();
  }
}

/** @returns how many things were pressed or typed into */
async function use(page: Page, isPhone: boolean): Promise<number> {
  const url = page.url();
  let presses = 0;
  const found = page.locator(harmless);
  const many = Math.min(await found.count(), pressesAtMost);
  for (let index = 0; index < many && page.url() === url; index += 1) {
    const one = found.nth(index);
    const press = isPhone ? one.tap({ timeout: 2000 }) : one.click({ timeout: 2000 });
    // Some are hidden at this width, or are covered by what another one has opened.
    if (
      !(await press.then(
        () => true,
        () => false,
      ))
    )
      continue;
    presses += 1;
    await painted(page);
    await page.keyboard.press("Escape");
    await painted(page);
  }
  return presses;
}

/** What was pressed has been drawn, and its time is known. */
function painted(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)))),
  );
}

const every = pagesOnDisk().toSorted();
const { page: asked = [] } = parseArgs({ options: { page: { type: "string", multiple: true } } }).values;
const unknown = asked.filter((name) => !every.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no page ${unknown.join(", ")}. There are: ${every.join(", ")}\n`);
  process.exit(2);
}

const database = await freshDatabase();
const app = await startApp({ DATABASE_URL: database.url });
const { page, close } = await openPage();
const browser = page.context().browser();
if (browser === null) throw new Error("the page has no browser");
try {
  const made = [...(await makeEveryPage(page, { app, database })), ...guestPages.map((one) => [one, one] as const)];
  const wanted = made.filter(([path]) => asked.length === 0 || asked.includes(path));
  const worst = { cls: 0, inp_ms: 0 };
  const pages: Record<string, Record<string, Awaited<ReturnType<typeof measured>>>> = {};
  for (const [path, address] of wanted) {
    const seen: Record<string, Awaited<ReturnType<typeof measured>>> = {};
    for (const [name, options] of [
      ["desk", { viewport: desktop }],
      ["phone", { viewport: phone, hasTouch: true, isMobile: true }],
    ] as const) {
      const context = await browser.newContext(options);
      // A session each: what one page fetches ahead counts against the limit of one.
      if (!guestPages.includes(path)) await bringSession(await context.newPage(), app, "ada@example.org");
      seen[name] = await measured(context, `${app.url}${address}`, name === "phone");
      await context.close();
    }
    const cls = Math.max(...Object.values(seen).map((one) => one.cls));
    const inp = Math.max(...Object.values(seen).map((one) => one.inp_ms));
    worst.cls = Math.max(worst.cls, cls);
    worst.inp_ms = Math.max(worst.inp_ms, inp);
    process.stderr.write(`${JSON.stringify({ [path]: seen })}\n`);
    pages[path] = seen;
  }
  const met = { cls: worst.cls <= mostCls, inp: worst.inp_ms <= mostInpMs };
  if (asked.length > 0) {
    process.stdout.write(`${JSON.stringify({ pages, worst, met: met.cls && met.inp })}\n`);
    if (!met.cls || !met.inp) process.exitCode = 1;
  } else {
    report(
      {
        figure: "layout shift (CLS) of the worst page, at a desk and on a phone",
        value: worst.cls,
        unit: "score",
        target: `<= ${mostCls}`,
        met: met.cls,
      },
      { pages },
    );
    report({
      figure: "next paint after an interaction (INP) of the worst page, at a desk and on a phone",
      value: worst.inp_ms,
      unit: "ms",
      target: `<= ${mostInpMs}`,
      met: met.inp,
    });
  }
} finally {
  await close();
  await app.stop();
  await database.drop();
}
