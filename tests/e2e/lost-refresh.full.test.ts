import { beforeAll, expect, test } from "vitest";
import { startPatienceMs, type App } from "#tests/support/app.ts";
import { useChromium } from "#tests/support/chromium.ts";
import { sharedApp } from "#tests/support/shared-app.ts";
import { actingAs, comeSignedIn, finishedReport, startAnalysis } from "#tests/support/visitor.ts";

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

test("a page that was drawn between a run's last event and its end turns into the report", async () => {
  const page = await chromium.open();
  const person = await comeSignedIn(page, app, "between@example.org");
  const path = await finishedReport(app, person);
  const id = path.split("/").at(-1) ?? "";
  const ended = await actingAs(app, person, async ({ db }) => {
    const { rows } = await db.pool.query("select result, finished_at from analyses where id = $1", [id]);
    await db.pool.query("update analyses set status = 'running', result = null, finished_at = null where id = $1", [
      id,
    ]);
    return rows[0];
  });
  await page.goto(`${app.url}${path}`);
  await page.getByRole("region", { name: "Progress" }).waitFor();
  await actingAs(app, person, ({ db }) =>
    db.pool.query("update analyses set status = 'succeeded', result = $2, finished_at = $3 where id = $1", [
      id,
      JSON.stringify(ended.result),
      ended.finished_at,
    ]),
  );
  await page.getByRole("button", { name: "More", exact: true }).waitFor();
  expect(await page.getByRole("region", { name: "Progress" }).count()).toBe(0);
});
