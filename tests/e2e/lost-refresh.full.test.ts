import { beforeAll, expect, test } from "vitest";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { comeSignedIn, startAnalysis } from "#tests/support/visitor.ts";

const chromium = useChromium();
let app: App;
beforeAll(async () => {
  app = await sharedApp();
}, startPatienceMs);

test("a live page whose news of the end is lost turns into the report all the same", async () => {
  const page = await chromium.open();
  await comeSignedIn(page, app, "lost-refresh@example.org");
  const loads: string[] = [];
  let asked = 0;
  await page.route("**/analyses/ana_*", async (route) => {
    const request = route.request();
    if (request.resourceType() === "document") loads.push(request.url());
    // The way to the page is answered; what it asks for from there on never is.
    else if ((await request.headerValue("rsc")) !== null && ++asked > 1) return;
    await route.continue();
  });
  await startAnalysis(page, app, { ticker: "DEMO", date: "2019-06-03" });
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  expect(loads.length > 0 || asked === 1, "loaded anew, or done before the page was there").toBe(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
