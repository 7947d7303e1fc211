import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { startApp } from "#tests/support/app.ts";
import { chromiumPath, openPage } from "#tests/support/launch-chromium.ts";
import { shareReport, signUp, startAnalysis } from "#tests/support/visitor.ts";
import { report } from "./setup.ts";

/*
 * Lighthouse, as it judges a phone on a slow network, on the pages that strangers see first: landing, pricing, a
 * shared report, the track record, an article of the help and a post. One line for each, with the median of five
 * visits, as its authors advise, and the lowest and highest performance; needs a Chromium.
 */
const visits = 5;
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

const app = await startApp();
const { page, close } = await openPage();
await signUp(page, app, "ada@example.org");
await startAnalysis(page, app, { ticker: "DEMO", date: "2019-06-03" });
await page.getByRole("button", { name: "Share" }).waitFor();
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
    const seen: Record<string, number[]> = {};
    for (let visit = 0; visit < visits; visit += 1) {
      const run = await lighthouse(`${app.url}${path}`, {
        port: chrome.port,
        output: "json",
        logLevel: "error",
        onlyCategories: [...categories],
        // A shared report is for those who have its link, and says so to search engines.
        ...(name === "report" ? { skipAudits: ["is-crawlable"] } : {}),
      });
      for (const each of categories)
        (seen[each.replace("-", "_")] ??= []).push(Math.round((run?.lhr.categories[each]?.score ?? 0) * 100));
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
}
