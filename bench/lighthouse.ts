import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { startApp } from "#tests/support/app.ts";
import { chromiumPath, openPage } from "#tests/support/chromium.ts";
import { shareReport, signUp, startAnalysis } from "#tests/support/visitor.ts";
import { report } from "./setup.ts";

/*
 * Lighthouse, as it judges a phone on a slow network, on the pages that strangers see first: landing, pricing, a
 * shared report, the track record, an article of the help and a post. One line for each; needs a Chromium.
 */
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

const app = await startApp();
const { page, close } = await openPage();
await signUp(page, app, "ada@example.org");
await startAnalysis(page, app, { ticker: "DEMO", date: "2019-06-03" });
await page.getByRole("button", { name: "Download" }).waitFor();
const shared = await shareReport(page);
await close();
const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: ["--headless=new", "--no-sandbox"] });
try {
  for (const [name, path] of [
    ["landing", "/"],
    ["pricing", "/pricing"],
    ["report", shared],
    ["track record", "/track-record"],
    ["help", "/help"],
    ["help article", "/help/as-of"],
    ["blog", "/blog"],
    ["post", "/blog/review-is-not-hold"],
  ] as const) {
    const run = await lighthouse(`${app.url}${path}`, {
      port: chrome.port,
      output: "json",
      logLevel: "error",
      onlyCategories: [...categories],
      // A shared report is for those who have its link, and says so to search engines.
      ...(name === "report" ? { skipAudits: ["is-crawlable"] } : {}),
    });
    const scores = Object.fromEntries(
      categories.map((each) => [each.replace("-", "_"), Math.round((run?.lhr.categories[each]?.score ?? 0) * 100)]),
    );
    report(
      `Lighthouse of the page ${name}`,
      { ...scores, target: "performance >= 95, the others 100" },
      categories.every((each) => (scores[each.replace("-", "_")] ?? 0) >= (each === "performance" ? 95 : 100)),
    );
  }
} finally {
  chrome.kill();
  await app.stop();
}
