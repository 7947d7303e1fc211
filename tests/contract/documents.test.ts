import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, submit } from "#tests/support/api-client.ts";
import { demoRun } from "#tests/support/finished-job.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";

let testApp: TestApp;
let door: FrontDoor;
const demo = { ticker: "DEMO", trade_date: "2019-06-03", max_debate_rounds: 1 };
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
});
afterAll(() => testApp.drop());

/** Analyses that have succeeded, each with a run of its own. @returns their ids */
async function finished(count: number, headers: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await submit(door.url, demo, headers)).id);
  const { result, usage, manifest } = await demoRun();
  await testApp.db.pool.query(
    `update analyses set status = 'succeeded', started_at = created_at, finished_at = now(), result = $2, usage = $3,
      manifest = $4::jsonb || jsonb_build_object('run_id', id) where id = any($1)`,
    [ids, result, usage, manifest],
  );
  return ids;
}

async function pdf(id: string, headers: Readonly<Record<string, string>> = {}, { url } = door) {
  const reply = await fetch(`${url}/v1/analyses/${id}/report.pdf`, { headers });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}

describe("PDFs beside everything else", () => {
  test("the same one is made once: later it comes from the database, the same bytes under the same ETag", async () => {
    const [id = ""] = await finished(1);
    const first = await Promise.all([pdf(id), pdf(id), pdf(id)]);
    const { rows } = await testApp.db.pool.query("select size from rendered_documents where bytes = $1", [
      first[0].bytes,
    ]);
    expect(rows).toEqual([{ size: first[0].bytes.length }]);
    // What is kept is what is sent: nothing is made for this answer.
    await testApp.db.pool.query("update rendered_documents set bytes = '%PDF-kept' where bytes = $1", [first[0].bytes]);
    const later = await pdf(id);
    expect(later.bytes.toString("latin1")).toBe("%PDF-kept");
    expect(later.headers.get("etag")).toBe(first[0].headers.get("etag"));
    expect(new Set(first.map(({ bytes }) => bytes.toString("latin1"))).size).toBe(1);
  });

  test.each(["md", "html", "json", "pdf"])(".%s: 304 to whoever has it", async (ending) => {
    const [id = ""] = await finished(1);
    const path = `/v1/analyses/${id}/report.${ending}`;
    const etag = (await ask(door.url, "GET", path)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^(?:W\/)?"\w{32}"$/);
    for (const given of [etag, `"other", ${etag}`, "*"]) {
      const again = await ask(door.url, "GET", path, { headers: { "if-none-match": given } });
      expect([again.status, again.body]).toEqual([304, null]);
    }
    expect((await ask(door.url, "GET", path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test("what is kept is shown to nobody else, and not after a cancel", async () => {
    const [mine, other] = [await testApp.newKey("ann"), await testApp.newKey("ben")];
    const [id = ""] = await finished(1, { "x-api-key": mine });
    const { status, headers } = await pdf(id, { "x-api-key": mine });
    expect(status).toBe(200);
    const known = { "if-none-match": headers.get("etag") ?? "" };
    expect((await pdf(id, { "x-api-key": other, ...known })).status).toBe(404);
    await ask(door.url, "DELETE", `/v1/analyses/${id}`, { headers: { "x-api-key": mine } });
    expect((await pdf(id, { "x-api-key": mine, ...known })).status).toBe(409);
  });
});
