import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { startApp } from "#tests/support/app.ts";
import { pictureName } from "#tests/support/built-pages.ts";
import { desktop, openPage, phone } from "#tests/support/chromium.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { guestPages, makeEveryPage } from "#tests/support/every-page.ts";
import { startAnalysis } from "#tests/support/visitor.ts";

/*
 * Makes the pictures in docs/screenshots from the running product, on the archive that ships and the rules engine:
 * `node scripts/make-screenshots.ts`. Every page at a desk, in the dark and on a phone.
 */
const folder = join(import.meta.dirname, "../docs/screenshots");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const database = await freshDatabase();
const app = await startApp({ DATABASE_URL: database.url });
const { page, close } = await openPage();
try {
  const paths = await makeEveryPage(page, { app, database });
  // A later run, by which the report knows what came after its date.
  await startAnalysis(page, app, { ticker: "DEMO", date: "2019-07-05" });
  await page.getByRole("button", { name: "Download" }).waitFor();
  for (const [path, address] of paths) await take(page, path, address);
  await page.context().clearCookies();
  for (const path of guestPages) await take(page, path, path);
} finally {
  await close();
  await app.stop();
  await database.drop();
}

async function take(of: Page, path: string, address: string): Promise<void> {
  for (const [view, colorScheme, size] of [
    ["desktop", "light", desktop],
    ["dark", "dark", desktop],
    ["phone", "light", phone],
  ] as const) {
    await of.setViewportSize(size);
    await of.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await of.goto(`${app.url}${address}`, { waitUntil: "load" });
    await of.evaluate(() => document.fonts.ready);
    const picture = await of.screenshot({ animations: "disabled" });
    // A palette is enough for flat colours, and a quarter of the size.
    await sharp(picture)
      .png({ palette: true, colours: 128, effort: 10 })
      .toFile(join(folder, `${pictureName(path)}-${view}.png`));
  }
}
