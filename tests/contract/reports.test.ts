import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { UsageReport } from "#src/contract/jobs/jobs.ts";
import { Run } from "#src/contract/run/run.ts";
import { PublishedProofKeys } from "#src/contract/api/proof.ts";
import { insertDay } from "#src/product/signals/queries/signal-days.ts";
import { appendEntry, noteHeads } from "#src/product/signals/queries/signals.ts";
import { verifyProof, type ProofVerdict } from "#src/cli/commands/prove.ts";
import { emptyHouseList, publish, signalEntry } from "#tests/support/signals.ts";
import { keepSpent } from "#src/product/usage/queries/usage.ts";
import { ask, submit } from "#tests/support/api-client.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { testSecret } from "#tests/support/database.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { demoRun, fail, start, succeed } from "#tests/support/finished-job.ts";

let testApp: TestApp;
let door: FrontDoor;
let id: string;
const demo = { ticker: "DEMO", trade_date: "2019-06-03", max_debate_rounds: 1 };
beforeAll(async () => {
  testApp = await openTestApp();
  door = await testApp.open();
  id = (await submit(door.url, demo)).id;
  await succeed(testApp, id, [{ kind: "news", source: "press", reason: "later", count: 3, sha256: "ab".repeat(32) }]);
});
afterAll(() => testApp.drop());

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

  test("/proof is a signed file by the key that the server publishes, to be kept", async () => {
    const reply = await fetch(`${door.url}/v1/analyses/${id}/proof`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(reply.headers.get("content-disposition")).toBe('attachment; filename="DEMO-2019-06-03.proof.html"');
    expect(reply.headers.get("content-security-policy")).toContain("sandbox");
    const { body } = await ask(door.url, "GET", "/.well-known/conclave-keys.json");
    const { keys } = PublishedProofKeys.parse(body);
    const file = new Uint8Array(await reply.arrayBuffer());
    const verdict = await verifyProof(file, { key: keys[0]?.id ?? "", codeVersion: "test" });
    expect(verdict).toMatchObject({ ok: true, reason: null });
    expect(verdict.checks).toContain("The report is what this version of the code makes of the result.");
    expect(new TextDecoder().decode(file)).toContain('"reason":"later"');
    const { rows } = await testApp.db.pool.query("select sealed_seed from proof_keys");
    expect(rows).toEqual([{ sealed_seed: expect.stringMatching(/^sealed\.1\./) }]);
    const again = await testApp.open();
    expect((await ask(again.url, "GET", "/.well-known/conclave-keys.json")).body).toEqual({ keys });
  });

  test("a new key of the service signs from now on, and the old one is published for what it signed", async () => {
    const proof = async (): Promise<Uint8Array> =>
      new Uint8Array(await (await fetch(`${door.url}/v1/analyses/${id}/proof`)).arrayBuffer());
    const published = async () =>
      PublishedProofKeys.parse((await ask(door.url, "GET", "/.well-known/conclave-keys.json")).body).keys;
    const check = async (file: Uint8Array) =>
      verifyProof(file, { key: null, keys: await published(), codeVersion: "test" });
    const before = await proof();
    const [first] = await published();
    const cli = conclaveHome({ DATABASE_URL: testApp.url, AUTH_SECRET: testSecret });
    // Under another secret the key does not open, and nothing is replaced.
    const wrong = conclaveHome({ DATABASE_URL: testApp.url, AUTH_SECRET: "another secret of 32 characters!" });
    expect((await wrong.call("proof-keys", "rotate", "--service")).code).not.toBe(0);
    expect(await published()).toEqual([first]);
    expect(await cli.call("proof-keys", "rotate", "--service")).toMatchObject({ code: 0 });
    const [active, old] = await published();
    expect(active).toMatchObject({ status: "active", retired_at: null });
    expect(old).toMatchObject({ id: first?.id, public_key: first?.public_key, status: "retired" });
    const after = await proof();
    expect(await check(before)).toMatchObject({ ok: true, key: old?.id });
    expect(await check(after)).toMatchObject({ ok: true, key: active?.id });
    const { rows } = await testApp.db.pool.query("select sealed_seed from proof_keys");
    expect(rows).toHaveLength(1);

    const reason = "the server was broken into";
    expect(await cli.call("proof-keys", "rotate", "--service", "--revoke", reason)).toMatchObject({ code: 0 });
    expect((await published()).map(({ status }) => status)).toEqual(["active", "revoked", "retired"]);
    expect(await check(after)).toMatchObject({ ok: false, part: "key", reason: expect.stringContaining(reason) });
    expect(await check(before)).toMatchObject({ ok: true });
    const more = ["proof-keys", "revoke", old?.id ?? "", "--reason", "a copy was found", "--service"];
    expect(await cli.call(...more)).toMatchObject({ code: 0 });
    expect(await check(before)).toMatchObject({ ok: false });
    expect(await cli.call(...more)).toMatchObject({ code: 1 });
  });

  test("/proof of a signal has its entry, and the way to the head of its day once all of it is public", async () => {
    await emptyHouseList(testApp);
    const { result } = await demoRun();
    const job = (await submit(door.url, demo)).id;
    await succeed(testApp, job);
    await testApp.db.pool.query(
      "insert into accounts (id, plan, created_at) values ('house', 'elite', now()) on conflict do nothing",
    );
    await testApp.db.pool.query(
      `update analyses set owner = 'house', manifest = jsonb_set(manifest, '{run_id}', to_jsonb(id)) where id = $1`,
      [job],
    );
    const at = Date.parse("2025-06-02T20:40:00Z");
    const rating = Opinion.parse(result.rating);
    const entry = signalEntry("DEMO", rating, { analysis_id: job, session: "2019-06-03" });
    await testApp.db.transaction((tx) => appendEntry(tx, "house", entry, at));
    const later = await publish(testApp, "AAA", "Buy", { at });
    const proof = async (): Promise<ProofVerdict> => {
      const reply = await fetch(`${door.url}/v1/signals/${entry.id}/proof`);
      expect(reply.status).toBe(200);
      return verifyProof(new Uint8Array(await reply.arrayBuffer()), { key: null, codeVersion: "test" });
    };
    expect(await proof()).toMatchObject({ ok: true });
    await noteHeads(testApp.db.sql, "2025-06-02", Date.parse("2025-06-03T00:00:00Z"), at);
    const sealed = await proof();
    expect(sealed.checks).toContain('It is entry 1 of the signal chain "house".');
    expect(sealed.unchecked.join(" ")).toContain("No head of a day covers this entry yet");
    const price = { open: 100, close: 101.5 };
    const day = { session: "2025-06-03", opensAt: at + 60_000, price, split: 1, dividend: 0 };
    for (const symbol of ["AAA", "DEMO"]) await insertDay(testApp.db, symbol, day, "own", at + 120_000);
    const open = await proof();
    expect(open).toMatchObject({ ok: true });
    expect(open.checks).toContain("The entries up to the head of 2025-06-02 follow from each other.");
    expect(open.unchecked.join(" ")).toContain(`compare entry ${later},`);
    const chain = await ask(door.url, "GET", "/.well-known/conclave-chain.json");
    expect(chain.body).toEqual((await ask(door.url, "GET", "/api/signal-engine/heads")).body);
  });

  test.each(["md", "html", "pdf"])(
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
        body: { detail: `the analysis is ${state}; only succeeded analyses have a report` },
      });
      expect(await refusal()).toEqual(said("queued"));
      await start(testApp, job.id);
      expect(await refusal()).toEqual(said("running"));
      await ask(door.url, "DELETE", `/v1/analyses/${job.id}`);
      expect(await refusal()).toEqual(said("cancelled"));
    },
  );

  test(".json: 409 while the job is open; then what a job without a result has used", async () => {
    expect((await report("json", "ana_none")).status).toBe(404);
    const job = await submit(door.url, demo);
    const open = (state: string) => ({
      status: 409,
      body: { detail: `the analysis is ${state}; the report is available once it has ended` },
    });
    expect(await report("json", job.id)).toMatchObject(open("queued"));
    await start(testApp, job.id);
    expect(await report("json", job.id)).toMatchObject(open("running"));
    await fail(testApp, job.id, "the budget of $1 does not cover trader/1");
    const nothing = { result: null, manifest: null, request: { ...demo, asset_type: "stock" } };
    const failed = { ...nothing, status: "failed", error: "the budget of $1 does not cover trader/1" };
    expect((await report("json", job.id)).body).toMatchObject({ ...failed, usage: null });
    const { usage } = await demoRun();
    await keepSpent(testApp.db.sql, job.id, usage);
    expect((await report("json", job.id)).body).toMatchObject({ ...failed, usage });
    await ask(door.url, "DELETE", `/v1/analyses/${job.id}`);
    const cancelled = { ...nothing, status: "cancelled", error: null, usage };
    expect((await report("json", job.id)).body).toMatchObject(cancelled);
  });

  test("a success that is cancelled afterwards has no report any more", async () => {
    const job = await submit(door.url, demo);
    await succeed(testApp, job.id);
    expect((await report("md", job.id)).status).toBe(200);
    await ask(door.url, "DELETE", `/v1/analyses/${job.id}`);
    expect((await report("md", job.id)).status).toBe(409);
    const { result, usage } = await demoRun();
    expect(result).not.toBeNull();
    expect((await report("json", job.id)).body).toMatchObject({ status: "cancelled", result: null, usage });
  });
});

describe("GET /v1/usage", () => {
  test("sums what the owner's own jobs of the time used", async () => {
    const [key, other] = [await testApp.newKey("sums"), await testApp.newKey("other")];
    const headers = { "x-api-key": key };
    for (const bring of [succeed, succeed, start, (_house: TestApp, _id: string) => Promise.resolve()])
      await bring(testApp, (await submit(door.url, demo, headers)).id);
    const failed = await submit(door.url, demo, headers);
    await fail(testApp, failed.id, "no");
    await succeed(testApp, (await submit(door.url, demo, { "x-api-key": other })).id);
    await testApp.db.pool.query(
      `update analyses set usage = usage || '{"agents": [
        {"agent": "bull", "model": "deep", "calls": 2, "input_tokens": 1000000000000, "output_tokens": 7, "cost_usd": "0.1"},
        {"agent": "bear", "model": "quick", "calls": 1, "input_tokens": 1, "output_tokens": 1, "cost_usd": null}
      ]}' where owner = 'sums' and usage is not null`,
    );
    const little = { calls: 1, input_tokens: 5, cached_input_tokens: 0, output_tokens: 6, cost_usd: "0.02" };
    await keepSpent(testApp.db.sql, failed.id, {
      ...little,
      budget_usd: null,
      agents: [{ ...little, agent: "market", model: "quick" }],
    });
    await testApp.db.pool.query("update analyses set created_at = created_at - interval '400 days' where id = $1", [
      failed.id,
    ]);
    const usage = async (query: string) =>
      UsageReport.parse((await ask(door.url, "GET", `/v1/usage${query}`, { headers })).body);
    expect(await usage("")).toMatchObject({
      jobs: { queued: 1, running: 1, succeeded: 2, failed: 0, cancelled: 0 },
      input_tokens: 2_000_000_000_002,
      output_tokens: 16,
      cost_usd: "0.2",
    });
    const split = await usage("?from=2020-01-01");
    expect(split.by_day.map(({ jobs, cost_usd }) => ({ jobs, cost_usd }))).toEqual([
      { jobs: 1, cost_usd: "0.02" },
      { jobs: 4, cost_usd: "0.2" },
    ]);
    expect(Date.parse(split.by_day[1]?.day ?? "") - Date.parse(split.by_day[0]?.day ?? "")).toBe(400 * 86_400_000);
    expect(split.by_model).toEqual([
      { model: "deep", calls: 4, input_tokens: 2_000_000_000_000, output_tokens: 14, cost_usd: "0.2" },
      { model: "quick", calls: 3, input_tokens: 7, output_tokens: 8, cost_usd: "0.02" },
    ]);
    const nothing = { input_tokens: 0, output_tokens: 0, cost_usd: "0" };
    expect(split.by_status).toEqual([
      { status: "queued", jobs: 1, ...nothing },
      { status: "running", jobs: 1, ...nothing },
      { status: "succeeded", jobs: 2, input_tokens: 2_000_000_000_002, output_tokens: 16, cost_usd: "0.2" },
      { status: "failed", jobs: 1, input_tokens: 5, output_tokens: 6, cost_usd: "0.02" },
    ]);
    expect(await usage("?from=2020-01-01&to=2020-02-01T00:00:00%2B02:00")).toEqual({
      from: "2020-01-01T00:00:00.000Z",
      to: "2020-01-31T22:00:00.000Z",
      jobs: { queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0 },
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: "0",
      attributions: { count: 0, cost_usd: "0" },
      by_day: [],
      by_model: [],
      by_status: [],
    });
    const month = await usage("");
    expect(month.from).toMatch(/^\d{4}-\d{2}-01T00:00:00\.000Z$/);
    expect(month.to > month.from).toBe(true);
  });
});
