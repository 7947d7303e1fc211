import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
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

async function healthTimes(
  { url }: FrontDoor,
  until: Promise<unknown>,
  atLeast: number,
): Promise<{ ms: number[]; statuses: Set<number> }> {
  const ms: number[] = [];
  const statuses = new Set<number>();
  const over = new AbortController();
  void until.finally(() => over.abort());
  while (!over.signal.aborted || ms.length < atLeast) {
    const began = performance.now();
    const reply = await fetch(`${url}/api/health`);
    await reply.arrayBuffer();
    statuses.add(reply.status);
    ms.push(performance.now() - began);
    await pause(10);
  }
  return { ms, statuses };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

describe("PDFs beside everything else", () => {
  test("eight different ones at once leave the health check quick, and each ends", async () => {
    const ids = await finished(8);
    // However long one takes on a machine that does other things as well.
    const door = await testApp.open({ rendering: { mostOfOwner: 4, withinMs: 600_000 } });
    const idle = await healthTimes(door, Promise.resolve(), 40);
    const all = Promise.all(ids.map((id) => pdf(id, {}, door)));
    const loaded = await healthTimes(door, all, 40);
    for (const { status, headers, bytes } of await all)
      if (status === 200) expect(bytes.subarray(0, 5).toString("latin1")).toBe("%PDF-");
      else {
        expect([429, 503]).toContain(status);
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
    expect([...idle.statuses, ...loaded.statuses].every((status) => status === 200)).toBe(true);
    expect(median(loaded.ms), `idle: ${median(idle.ms)} ms`).toBeLessThan(Math.max(250, 20 * median(idle.ms)));
  });

  test("a report that no PDF can be made of fails alone and says so", async () => {
    const [bad = "", good = ""] = await finished(2);
    await testApp.db.pool.query(
      `update analyses set result = jsonb_set(result, '{reports,market,turns,0,text}', to_jsonb(repeat('One word and another. ', 200000)))
       where id = $1`,
      [bad],
    );
    const narrow = await testApp.open({ rendering: { heapMb: 128, threads: 1 } });
    const at = (id: string, ending: string) => ask(narrow.url, "GET", `/v1/analyses/${id}/report.${ending}`);
    const [refused, made] = await Promise.all([at(bad, "pdf"), at(good, "pdf")]);
    expect(refused).toMatchObject({
      status: 500,
      body: { detail: expect.stringMatching(/too much memory|within 30 s/) },
    });
    expect(made.status).toBe(200);
    expect(narrow.logged()).toContain("a request failed");
  });

  test("whoever leaves before their turn costs nothing", async () => {
    const ids = await finished(6);
    const slow = await testApp.open({ rendering: { threads: 1 } });
    const leave = new AbortController();
    const at = (id: string, signal?: AbortSignal) =>
      fetch(`${slow.url}/v1/analyses/${id}/report.pdf`, { ...(signal && { signal }) });
    const [kept = "", ...left] = ids;
    const answered = at(kept);
    const gone = left.map((id) => at(id, leave.signal).catch(() => null));
    await expect.poll(() => slow.meters.inFlight.get().then(({ values }) => values[0]?.value)).toBe(6);
    leave.abort();
    await Promise.all(gone);
    expect((await answered).status).toBe(200);
    await expect.poll(() => slow.logged().match(/"cut":true/g)?.length).toBe(5);
    const { rows } = await testApp.db.pool.query("select count(*)::int as n from rendered_documents where size > 0");
    const before = rows[0];
    expect((await at(kept)).status).toBe(200);
    expect(
      (await testApp.db.pool.query("select count(*)::int as n from rendered_documents where size > 0")).rows[0],
    ).toEqual(before);
  });
});
