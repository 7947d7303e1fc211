import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import { MemoryEstimate, MemoryJob } from "#src/contract/backtests/memory.ts";
import { measurementsOf } from "#src/product/memory/queries/memory-measurements.ts";
import { failAbandoned } from "#src/product/jobs/jobs.ts";
import { saveModelKey } from "#src/product/model-keys/model-keys.ts";
import { ask, type Reply } from "#tests/support/api-client.ts";
import { somebody } from "#tests/support/backtests.ts";
import { askingModel } from "#tests/support/conclave.ts";
import { customerContext, systemContext } from "#tests/support/contexts.ts";
import { openTestApp, type FrontDoor, type TestApp } from "#tests/support/front-door.ts";
import { customersAt } from "#tests/support/key-server.ts";
import { startMailWorker, until, type MailWorker } from "#tests/support/mail-worker.ts";
import { startModelServer, type ModelServer } from "#tests/support/model-server.ts";

/* How much of a model's opinion is memory, ordered over the API on an owner's key. */

let testApp: TestApp;
let door: FrontDoor;
let worker: MailWorker;
let models: ModelServer;
let owner: string;
let key: string;

beforeAll(async () => {
  testApp = await openTestApp();
  models = await startModelServer({ latencyMs: 5 });
  door = await testApp.open({ access: { open: false, loopback: true } });
  worker = startMailWorker(testApp, { ...askingModel(models.url), ...customersAt(models.url, models.url) });
});
afterAll(async () => {
  worker.stop();
  await testApp.drop();
  await models.close();
});
beforeEach(async () => {
  const actor = { ...(await somebody(testApp.db, "elite")), scopes: Scope.options };
  ({ owner } = actor);
  key = await testApp.newKey(owner, { plan: "elite" });
  const ctx = customerContext({ ...testApp, actor });
  const probe = () => Promise.resolve({ kind: "accepted" as const });
  await saveModelKey(ctx, { provider: "openai", key: `sk-${owner}-0123456789`, probe });
});

const api = (method: string, path: string, json?: object): Promise<Reply> =>
  ask(door.url, method, `/v1/memory${path}`, { headers: { "x-api-key": key }, ...(json !== undefined && { json }) });
const own_model = { llm_provider: "openai", deep_think_llm: "gpt-5.4", quick_think_llm: "gpt-5.4-mini" };
const asked = { symbol: "demo", date: "2019-06-03", own_model, repetitions: 1 };
const submit = async (budget_usd: string, more: object = {}): Promise<MemoryJob> => {
  const { status, headers, body } = await api("POST", "", { ...asked, ...more, budget_usd });
  const job = MemoryJob.parse(body);
  expect([status, headers.get("location")]).toEqual([202, `/v1/memory/${job.id}`]);
  return job;
};
const read = async (id: string): Promise<MemoryJob> => MemoryJob.parse((await api("GET", `/${id}`)).body);
const ended = (id: string): Promise<MemoryJob> =>
  until(
    `the end of ${id}`,
    async () => {
      const job = await read(id);
      return job.finished_at === null ? null : job;
    },
    60_000,
  );
const callsOf = (who: string): number =>
  models.calls.filter(({ headers }) => headers.authorization === `Bearer sk-${who}-0123456789`).length;

test("is estimated, measured within its budget with progress, and stored for ratings of these models", async () => {
  const priced = await api("POST", "/estimate", asked);
  const estimate = MemoryEstimate.parse(priced.body);
  expect(estimate).toMatchObject({ symbol: "DEMO", deep: "gpt-5.4", repetitions: 1 });
  expect(Number(estimate.cost_usd)).toBeGreaterThan(0);
  expect(callsOf(owner)).toBe(0);
  const queued = await submit("50");
  expect(queued).toMatchObject({ status: "queued", request: { symbol: "DEMO" }, progress: { done: 0, total: 4 } });
  const job = await ended(queued.id);
  expect(job).toMatchObject({ status: "succeeded", error: null, progress: { done: 4, total: 4 } });
  expect(job.result).toMatchObject({ provider: "openai", deep: "gpt-5.4", period: "2019", stopped: null });
  expect(job.result?.calls).toBe(callsOf(owner));
  expect(callsOf(owner)).toBeLessThanOrEqual(estimate.calls);
  expect(Number(job.spent_usd)).toBeGreaterThan(0);
  const measured = { provider: "openai", deep: "gpt-5.4", quick: "gpt-5.4-mini" };
  const stored = await measurementsOf(testApp.db.sql, measured, { from: "2019", to: "2019" });
  expect(stored).toMatchObject([{ symbol: "DEMO", session: "2019-06-03" }]);
  expect((await api("GET", "")).body).toMatchObject({ data: [{ id: job.id }] });
});

test("ends where the money does; what was measured by then is its result and stands beside no rating", async () => {
  const none = await ended((await submit("0.000001", { date: "2018-06-04" })).id);
  expect(none).toMatchObject({ status: "failed", spent_usd: "0", error: expect.stringContaining("does not cover") });
  expect(callsOf(owner)).toBe(0);
  const some = await ended((await submit("0.5", { date: "2018-06-04", repetitions: 20 })).id);
  expect(some).toMatchObject({ status: "succeeded", result: { stopped: expect.stringContaining("does not cover") } });
  expect(Number(some.spent_usd)).toBeLessThanOrEqual(0.5);
  const measured = { provider: "openai", deep: "gpt-5.4", quick: "gpt-5.4-mini" };
  expect(await measurementsOf(testApp.db.sql, measured, { from: "2018", to: "2018" })).toEqual([]);
});

test("is cancelled, one at a time, and another's is not there", async () => {
  const { id } = await submit("50", { repetitions: 50 });
  expect((await api("POST", "", { ...asked, budget_usd: "5" })).status).toBe(409);
  await until("some calls", async () => (callsOf(owner) > 5 ? true : null));
  for (const time of ["once", "again"])
    expect((await api("POST", `/${id}/cancel`)).body, time).toMatchObject({ id, status: "cancelled", result: null });
  const stranger = await testApp.newKey("stranger", { plan: "elite" });
  const others = { headers: { "x-api-key": stranger } };
  expect((await ask(door.url, "GET", `/v1/memory/${id}`, others)).status).toBe(404);
  expect((await ask(door.url, "POST", `/v1/memory/${id}/cancel`, others)).status).toBe(404);
  await until("quiet", async () => {
    const before = callsOf(owner);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return callsOf(owner) === before ? true : null;
  });
  expect(await read(id)).toMatchObject({ status: "cancelled", result: null });
});

test("fails when the durable engine has given it up, and makes room for another", async () => {
  const { id } = await submit("50", { repetitions: 50 });
  const { db } = testApp;
  await db.pool.query("update dbos.workflow_status set status = 'CANCELLED' where workflow_uuid = $1", [id]);
  await failAbandoned(systemContext(testApp));
  expect(await read(id)).toMatchObject({ status: "failed", error: "the measurement was abandoned" });
  await submit("0.000001");
});

test("says which field cannot be measured", async () => {
  const fieldOf = async (more: object): Promise<unknown> =>
    (await api("POST", "", { ...asked, budget_usd: "5", ...more })).body;
  expect(await fieldOf({ symbol: "!" })).toMatchObject({ detail: [{ loc: ["body", "symbol"] }] });
  expect(await fieldOf({ date: "2099-01-05" })).toMatchObject({ detail: [{ loc: ["body", "date"] }] });
  expect(await fieldOf({ repetitions: 51 })).toMatchObject({ detail: [{ loc: ["body", "repetitions"] }] });
  expect(await fieldOf({ own_model: { llm_provider: "groq" } })).toMatchObject({
    detail: [{ loc: ["body", "own_model"] }],
  });
});
