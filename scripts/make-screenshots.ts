import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { startApp } from "#tests/support/app.ts";
import { pictureName } from "#tests/support/built-pages.ts";
import { openPage } from "#tests/support/launch-chromium.ts";
import { desktop, phone } from "#tests/support/screens.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { guestPages, makeEveryPage } from "#tests/support/every-page.ts";
import { housePast } from "#tests/support/house-past.ts";
import { longArguments } from "#tests/support/long-arguments.ts";
import { startModelServer } from "#tests/support/model-server.ts";
import { startAnalysis } from "#tests/support/visitor.ts";

/*
 * Makes the pictures in docs/screenshots from the running product, on the archive that ships: every page at a desk, in
 * the dark and on a phone, and states of a page that no address leads to. A model server of the tests argues at length,
 * so that pages stand as with a real model's text; backtests are decided by the rules engine, and the house list has
 * signals on made-up prices.
 * `node scripts/make-screenshots.ts [FOLDER]`; into another folder, whole pages, for whoever wants to look at them.
 */
const [elsewhere] = process.argv.slice(2);
const folder = elsewhere ?? join(import.meta.dirname, "../docs/screenshots");
const views = [
  ["desktop", "light", desktop],
  ["dark", "dark", desktop],
  ["phone", "light", phone],
] as const;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let speaksSlowly = false;
const model = await startModelServer({
  script: longArguments(),
  plan: ({ index }) => (speaksSlowly ? { kind: "trickle", delayMs: 150 + (index % 5) * 40 } : { kind: "answer" }),
});
const database = await freshDatabase();
const app = await startApp({ DATABASE_URL: database.url, ...askingModel(model.url) });
const { page, close } = await openPage();
page.setDefaultTimeout(120_000);
try {
  const paths = await makeEveryPage(page, { app, database });
  // A track record and a ranking to look at, of made-up instruments.
  await housePast(database);
  // A later run, by which the report knows what came after its date.
  const later = await startAnalysis(page, app, { ticker: "DEMO", date: "2019-07-05" });
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  const report = paths.get("/analyses/[id]") ?? "";
  const idOf = (path: string): string => path.split("/").at(-1) ?? "";
  paths.set("/analyses/compare", `/analyses/compare?id=${idOf(report)}&id=${idOf(later)}`);
  for (const [path, address] of paths) await take(pictureName(path), address);
  await take("analyses-id-debate", report, { at: page.locator("#debate") });
  await take("analyses-id-asked", report, { at: page.getByRole("heading", { name: "Ask this report" }), before: ask });
  speaksSlowly = true;
  const live = await startAnalysis(page, app, { ticker: "DEMO", date: "2019-05-06" });
  const bear = page.getByRole("region", { name: "Bear", exact: true });
  await take("analyses-id-live", live, { at: bear, before: () => bear.getByRole("listitem").first().waitFor() });
  speaksSlowly = false;
  await page.context().clearCookies();
  for (const path of guestPages) await take(pictureName(path), path);
} finally {
  await close();
  await app.stop();
  await database.drop();
  await model.close();
}

async function ask(): Promise<void> {
  const answers = page.getByRole("log", { name: "Questions and answers" });
  for (const [index, question] of ["Which evidence speaks against it?", "What if the stop is 5% lower?"].entries()) {
    await page.getByRole("button", { name: question }).click();
    await answers.getByText(question).waitFor();
    await page.waitForFunction((asked) => document.querySelectorAll("[role=log] > div").length > asked, index);
    await page.getByRole("button", { name: question, disabled: false }).waitFor();
  }
}

/** @param at what stands at the top of the picture; otherwise it is the page's top */
async function take(
  name: string,
  address: string,
  { at, before }: { readonly at?: Locator; readonly before?: () => Promise<void> } = {},
): Promise<void> {
  for (const [view, colorScheme, size] of views) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(`${app.url}${address}`, { waitUntil: "load" });
    // A busy machine is still at the skeleton when the document has loaded.
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForFunction(() => document.querySelector("main .animate-pulse.bg-sunken") === null);
    await before?.();
    await page.evaluate(() => document.fonts.ready);
    await at?.evaluate((one) => one.scrollIntoView({ block: "start" }));
    const picture = await page.screenshot({ animations: "disabled", fullPage: elsewhere !== undefined });
    // A palette is enough for flat colours, and a quarter of the size.
    await sharp(picture)
      .png({ palette: true, colours: 128, effort: 10 })
      .toFile(join(folder, `${name}-${view}.png`));
  }
}
