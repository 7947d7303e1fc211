import { mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { startApp } from "#tests/support/app.ts";
import { desktop, openPage, phone } from "#tests/support/chromium.ts";
import { signUp, startAnalysis } from "#tests/support/visitor.ts";

/*
 * Makes the pictures in docs/screenshots from the running product, on the archive that ships and the rules engine:
 * `node scripts/make-screenshots.ts`. Each page at a desk, in the dark and on a phone.
 */
const folder = join(import.meta.dirname, "../docs/screenshots");
const pages = [
  ["landing", "/"],
  ["pricing", "/pricing"],
  ["dashboard", "/dashboard"],
  ["new-analysis", "/analyses/new?ticker=DEMO"],
  ["analyses", "/analyses"],
  ["keys", "/keys"],
  ["webhooks", "/webhooks"],
  ["billing", "/billing"],
  ["deposits", "/deposits"],
  ["referrals", "/referrals"],
  ["signals", "/signals"],
  ["settings", "/settings"],
  ["security", "/settings/security"],
  ["admin", "/admin"],
  ["help", "/help"],
] as const;

mkdirSync(folder, { recursive: true });
const app = await startApp();
const { page, close } = await openPage();
try {
  await signUp(page, app, "ada@example.org");
  await app.run("accounts", "admin", "ada@example.org");
  await app.run("accounts", "grant", "ada@example.org", "100", "--reason", "for the pictures");
  const paths: (readonly [string, string])[] = [...pages];
  for (const date of ["2019-03-04", "2019-06-03", "2019-09-27"]) {
    const path = await startAnalysis(page, app, { ticker: "DEMO", date });
    await page.getByRole("button", { name: "Download" }).waitFor();
    if (date === "2019-09-27") paths.push(["report", path]);
  }
  for (const [name, path] of paths) {
    for (const [view, colorScheme, size] of [
      ["desktop", "light", desktop],
      ["dark", "dark", desktop],
      ["phone", "light", phone],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.goto(`${app.url}${path}`, { waitUntil: "load" });
      await page.evaluate(() => document.fonts.ready);
      const picture = await page.screenshot({ animations: "disabled" });
      // A palette is enough for flat colours, and a quarter of the size.
      await sharp(picture)
        .png({ palette: true, colours: 128, effort: 10 })
        .toFile(join(folder, `${name}-${view}.png`));
    }
  }
} finally {
  await close();
  await app.stop();
}
