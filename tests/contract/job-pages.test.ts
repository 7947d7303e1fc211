import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JobList } from "#src/contract/jobs/jobs.ts";
import { apple, ask, errorsOf, submit } from "#tests/support/api-client.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { demoRun, fail, succeed } from "#tests/support/finished-job.ts";

let testApp: TestApp;
let door: FrontDoor;
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

const page = async (query: string) => JobList.parse((await ask(door.url, "GET", `/v1/analyses${query}`)).body);

describe("a page of jobs", () => {
  test("has each result without its reports, and is small", async () => {
    const [succeeded, failed, queued] = [await submit(door.url), await submit(door.url), await submit(door.url)];
    await succeed(testApp, succeeded.id);
    await fail(testApp, failed.id, "no");
    const { result } = await demoRun();
    const { reports: _reports, ...lean } = result;
    const { data } = await page("");
    expect(data.map(({ id, result: shown, error }) => ({ id, shown, error }))).toEqual([
      { id: queued.id, shown: null, error: null },
      { id: failed.id, shown: null, error: "no" },
      { id: succeeded.id, shown: lean, error: null },
    ]);
    expect(JSON.stringify(data).length).toBeLessThan(3000);
    expect(JSON.stringify(result).length).toBeGreaterThan(5000);
  });

  test("has the whole jobs with include=reports", async () => {
    const { id } = await submit(door.url, { ...apple, ticker: "WHOLE" });
    await succeed(testApp, id);
    const { data } = await page("?ticker=WHOLE&include=reports");
    expect(data).toEqual([(await ask(door.url, "GET", `/v1/analyses/${id}`)).body]);
    expect(data[0]?.result?.reports).toEqual((await demoRun()).result.reports);
  });

  test("includes nothing else", async () => {
    expect(errorsOf(await ask(door.url, "GET", "/v1/analyses?include=everything"))).toMatchObject([
      { type: "enum", loc: ["query", "include"], msg: "Input should be 'reports'", input: "everything" },
    ]);
  });
});
