import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UsageReport } from "#src/contract/jobs.ts";
import { Run } from "#src/contract/run.ts";
import { ask, submit } from "#tests/support/api-client.ts";
import { openHouse, type FrontDoor, type House } from "#tests/support/front-door.ts";
import { demoRun, fail, start, succeed } from "#tests/support/finished-job.ts";

let house: House;
let door: FrontDoor;
let id: string;
const demo = { ticker: "DEMO", trade_date: "2019-06-03", max_debate_rounds: 1 };
beforeAll(async () => {
  house = await openHouse();
  door = await house.open();
  id = (await submit(door.url, demo)).id;
  await succeed(house, id);
});
afterAll(() => house.drop());

const report = (ending: string, of = id) => ask(door.url, "GET", `/v1/analyses/${of}/report.${ending}`);

describe("GET /v1/analyses/{id}/report.*", () => {
  test(".md is the report as text", async () => {
    const { status, headers, body } = await report("md");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('inline; filename="DEMO-2019-06-03.md"');
    const { result } = await demoRun();
    expect(body).toMatch(new RegExp(`^# DEMO: ${result.rating} as of 2019-06-03`));
  });

  test(".html is a page that may load and run nothing", async () => {
    const { headers, body } = await report("html");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
    expect(body).toContain("<!doctype html>");
    expect(body).not.toContain("<script");
  });

  test(".json is what the command line prints with --json", async () => {
    const { headers, body } = await report("json");
    expect(headers.get("content-type")).toBe("application/json");
    const run = await demoRun();
    const read = Run.parse(body);
    expect(read).toEqual(Run.parse({ ...run, request: { ...run.request, ...demo } }));
  });

  test(".pdf is a document", async () => {
    const reply = await fetch(`${door.url}/v1/analyses/${id}/report.pdf`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
    expect(bytes.subarray(-8).toString("latin1")).toContain("%%EOF");
  });

  test.each(["md", "html", "json", "pdf"])(
    ".%s: 404 for an unknown id, 409 with the state for a job that has not succeeded",
    async (ending) => {
      expect((await report(ending, "ana_none")).status).toBe(404);
      const job = await submit(door.url, demo);
      const refusal = async () => {
        const { status, body } = await report(ending, job.id);
        return { status, body };
      };
      const said = (state: string) => ({
        status: 409,
        body: { detail: `the analysis is ${state}; there is a report when one has succeeded` },
      });
      expect(await refusal()).toEqual(said("queued"));
      await start(house, job.id);
      expect(await refusal()).toEqual(said("running"));
      await ask(door.url, "DELETE", `/v1/analyses/${job.id}`);
      expect(await refusal()).toEqual(said("cancelled"));
    },
  );

  test("a success that is cancelled afterwards has no report any more", async () => {
    const job = await submit(door.url, demo);
    await succeed(house, job.id);
    expect((await report("md", job.id)).status).toBe(200);
    await ask(door.url, "DELETE", `/v1/analyses/${job.id}`);
    expect((await report("md", job.id)).status).toBe(409);
  });
});

describe("GET /v1/usage", () => {
  test("sums what the owner's own jobs of the time used", async () => {
    const [key, other] = [await house.newKey("sums"), await house.newKey("other")];
    const headers = { "x-api-key": key };
    for (const bring of [succeed, succeed, start, (_house: House, _id: string) => Promise.resolve()])
      await bring(house, (await submit(door.url, demo, headers)).id);
    const failed = await submit(door.url, demo, headers);
    await fail(house, failed.id, "no");
    await succeed(house, (await submit(door.url, demo, { "x-api-key": other })).id);
    await house.db.pool.query(
      `update analyses set usage = usage || '{"input_tokens": 1000000000000, "output_tokens": 7, "cost_usd": "0.1"}' where owner = 'sums' and usage is not null`,
    );
    const usage = async (query: string) =>
      UsageReport.parse((await ask(door.url, "GET", `/v1/usage${query}`, { headers })).body);
    expect(await usage("")).toMatchObject({
      jobs: { queued: 1, running: 1, succeeded: 2, failed: 1, cancelled: 0 },
      input_tokens: 2_000_000_000_000,
      output_tokens: 14,
      cost_usd: "0.2",
    });
    expect(await usage("?from=2020-01-01&to=2020-02-01T00:00:00%2B02:00")).toEqual({
      from: "2020-01-01T00:00:00.000Z",
      to: "2020-01-31T22:00:00.000Z",
      jobs: { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 },
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: "0",
    });
    const month = await usage("");
    expect(month.from).toMatch(/^\d{4}-\d{2}-01T00:00:00\.000Z$/);
    expect(month.to > month.from).toBe(true);
  });
});
