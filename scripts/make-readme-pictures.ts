import { join } from "node:path";
import sharp from "sharp";
import { startApp } from "#tests/support/app.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { openPage } from "#tests/support/launch-chromium.ts";
import { comeSignedIn, startAnalysis } from "#tests/support/visitor.ts";

/*
 * Makes docs/report-light.png and docs/report-dark.png, which README shows: the page of the run whose end it prints, by
 * the rules engine on the archive that ships. `node scripts/make-readme-pictures.ts`
 */
const docs = join(import.meta.dirname, "../docs");
const size = { width: 1440, height: 900 };

const database = await freshDatabase();
const app = await startApp({ DATABASE_URL: database.url, SERVICE_LLM_PROVIDER: "rules" });
const { page, close } = await openPage({ viewport: size, deviceScaleFactor: 1.5 });
try {
  await comeSignedIn(page, app, "ada@example.com");
  await startAnalysis(page, app, { ticker: "DEMO", date: "2019-06-03" });
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.reload({ waitUntil: "load" });
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForFunction(() => document.querySelector("main .animate-pulse.bg-sunken") === null);
    await page.evaluate(() => document.fonts.ready);
    const picture = await page.screenshot({ animations: "disabled" });
    await sharp(picture)
      .png({ palette: true, colours: 128, effort: 10 })
      .toFile(join(docs, `report-${colorScheme}.png`));
  }
} finally {
  await close();
  await app.stop();
  await database.drop();
}
