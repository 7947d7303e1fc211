import { parseArgs } from "node:util";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { startApp } from "#tests/support/app.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { makeEveryPage } from "#tests/support/every-page.ts";
import { chromiumPath, openPage } from "#tests/support/launch-chromium.ts";
import { report } from "./setup.ts";

/*
 * Lighthouse, as it judges a phone on a slow network, on the pages that strangers see first and on those that whoever
 * is signed in uses most. One line for each, with the median of five visits, as its authors advise, and the lowest and
 * highest performance; needs a Chromium. `--page dashboard`, once or several times, tries these alone.
 */
const visits = 5;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const pages = [
  ["landing", "/"],
  ["pricing", "/pricing"],
  ["shared report", "/shared/[token]"],
  ["track record", "/track-record"],
  ["help", "/help"],
  ["help article", "/help/as-of"],
  ["API reference", "/docs/api"],
  ["blog", "/blog"],
  ["post", "/blog/review-is-not-hold"],
  ["dashboard", "/dashboard"],
  ["new analysis", "/analyses/new"],
  ["report", "/analyses/[id]"],
  ["signals", "/signals"],
  ["signal", "/signals/[id]"],
] as const;
/** They tell search engines to keep away. */
const unlisted: readonly string[] = ["shared report", "dashboard", "new analysis", "report", "signals", "signal"];
const signedIn = unlisted.filter((name) => name !== "shared report");

const { page: asked = [] } = parseArgs({ options: { page: { type: "string", multiple: true } } }).values;
const database = await freshDatabase();
const app = await startApp({ DATABASE_URL: database.url });
const { page, close } = await openPage();
const made = await makeEveryPage(page, { app, database });
const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
await close();
const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: ["--headless=new", "--no-sandbox"] });
try {
  for (const [name, path] of pages.filter(([one]) => asked.length === 0 || asked.includes(one))) {
    const seen: Record<string, number[]> = {};
    for (let visit = 0; visit < visits; visit += 1) {
      const address = `${app.url}${made.get(path) ?? path}`;
      const run = await lighthouse(address, {
        port: chrome.port,
        output: "json",
        logLevel: "error",
        onlyCategories: [...categories],
        ...(unlisted.includes(name) && { skipAudits: ["is-crawlable"] }),
        ...(signedIn.includes(name) && { extraHeaders: { Cookie: cookie }, disableStorageReset: true }),
      });
      if (run?.lhr.finalDisplayedUrl !== address) throw new Error(`${name} led to ${run?.lhr.finalDisplayedUrl}`);
      for (const each of categories)
        (seen[each.replace("-", "_")] ??= []).push(Math.round((run.lhr.categories[each]?.score ?? 0) * 100));
    }
    const sorted = Object.entries(seen).map(([each, scores]) => [each, scores.toSorted((x, y) => x - y)] as const);
    const medians = Object.fromEntries(sorted.map(([each, scores]) => [each, scores[Math.floor(visits / 2)] ?? 0]));
    const performances = Object.fromEntries(sorted)["performance"] ?? [];
    report(
      {
        figure: `Lighthouse of the page ${name}, performance`,
        value: medians["performance"] ?? 0,
        unit: "of 100",
        target: ">= 95, the others 100",
        met: Object.entries(medians).every(([each, score]) => score >= (each === "performance" ? 95 : 100)),
      },
      { ...medians, performance_least: performances[0], performance_most: performances.at(-1) },
    );
  }
} finally {
  chrome.kill();
  await app.stop();
  await database.drop();
}
