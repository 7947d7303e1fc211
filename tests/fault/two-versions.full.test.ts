import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Job } from "#src/contract/jobs/analysis.ts";
import type { Backtest } from "#src/contract/backtests/backtests.ts";
import { Scope } from "#src/contract/accounts/plans.ts";
import { getBacktest, getBacktestResult, startBacktest } from "#src/product/backtests/backtests.ts";
import type { Context } from "#src/product/context.ts";
import { listModelKeys, saveModelKey } from "#src/product/model-keys/model-keys.ts";
import { demoOrder, somebody } from "#tests/support/backtests.ts";
import { customersAt } from "#tests/support/key-server.ts";
import { expectLedgerAddsUp, newAccount } from "#tests/support/ledger.ts";
import { promptDate, startModelServer, type ModelServer } from "#tests/support/model-server.ts";
import { releaseWith, thisVersion, type Release } from "#tests/support/release.ts";
import { tradeDates } from "#tests/support/trade-dates.ts";
import { testCluster, toldTypes, untilEnded, untilReady } from "#tests/support/worker-process.ts";

/* Workers of two releases on one database, as while a service is updated. The other release says one thing otherwise. */

const otherwise = {
  file: "debate/agents.ts",
  from: "You are the neutral risk voice.",
  to: "You speak for neither side.",
};

/**
 * Of a run: those who move first are answered, and the two after them hang while answers are held back. Of two runs: a
 * worker has four calls out at the most.
 */
const answeredOfRun = 4;
const begunOfRun = 6;
const callsOfRun = 12;
/** Of the backtest with models. */
const answeredOfBacktest = 20;
const sessions = 6;
/** Of the backtest by the rules, at the close of each session. */
const decisions = 61;

describe("an old worker that is killed", () => {
  test("leaves nothing behind: what it ran goes on in the new one, once", async () => {
    const scene = await openScene();
    const { cluster, model, customers } = scene;
    const old = scene.startOld();
    await untilReady(cluster, 1);
    const jobs = await Promise.all(tradeDates(2).map((date) => cluster.submit(date)));
    const byRules = await scene.start(demoOrder("2018-01-02", "2018-03-29", 1), decisions);
    const byModels = await scene.start(scene.withModels(), sessions);
    await scene.untilHeldBack(jobs.length);
    await expect.poll(async () => (await scene.state(byRules)).done).toBeGreaterThanOrEqual(20);
    scene.startNew();
    await untilReady(cluster, 2);
    old.kill("SIGKILL");
    await untilReady(cluster, 1);
    expect((await scene.state(byModels)).state, "half done").toBe("running");
    scene.answerAll();

    await expectEnded(scene, jobs);
    const paid = await scene.ended(byModels);
    expect(paid).toMatchObject({ state: "succeeded", done: sessions, stopped: null, held_usd: "0" });
    // What hung when the worker ended was asked again, and nothing that was answered.
    expect(model.calls).toHaveLength(jobs.length * (callsOfRun + begunOfRun - answeredOfRun));
    expect([...model.repeatedFinishedCalls(), ...customers.repeatedFinishedCalls()]).toEqual([]);
    // What may have been billed for calls that hung counts as spent, with the backtest and with the key alike.
    const { keys } = await listModelKeys(scene.customer);
    expect(keys).toMatchObject([{ used_usd: paid.spent_usd }]);
    const { result } = await getBacktestResult(scene.customer, byModels);
    expect(Number(paid.spent_usd)).toBeGreaterThan(Number(result.usage.cost_usd));

    // A result is of one release from beginning to end: as one that is asked for now.
    const again = await scene.start(paid.asked, sessions);
    await scene.ended(again);
    expect((await getBacktestResult(scene.customer, again)).result).toEqual(result);
    expect(result.settings.code_version).toBe(thisVersion);
    expect(await scene.ended(byRules)).toMatchObject({
      state: "succeeded",
      done: decisions,
      total: decisions,
      error: null,
    });
    const rules = await getBacktestResult(scene.customer, byRules);
    // A worker that is told to stop may get to the end of it.
    expect([scene.older.version, thisVersion]).toContain(rules.result.settings.code_version);
    await expectNothingLeft(scene);
  });
});

test("while an old worker lives, what the old release began is its own, and what is new is the newest's", async () => {
  const scene = await openScene();
  const { cluster } = scene;
  const old = scene.startOld();
  await untilReady(cluster, 1);
  const jobs = await Promise.all(tradeDates(2).map((date) => cluster.submit(date)));
  const backtest = await scene.start(scene.withModels(), sessions);
  await scene.untilHeldBack(jobs.length);
  const other = scene.startOld();
  scene.startNew();
  await untilReady(cluster, 3);
  await scene.untilNewest(thisVersion);
  scene.answerAll();
  // Whatever it ran is for the other one of its release, also when the new one is first to see that it is gone.
  other.kill("SIGSTOP");
  old.kill("SIGKILL");
  await untilReady(cluster, 2);
  const later = await cluster.submit(tradeDates(3).at(-1) ?? "");
  await expectEnded(scene, [later]);
  other.kill("SIGCONT");
  await expectEnded(scene, jobs);
  expect(await scene.ended(backtest)).toMatchObject({ state: "succeeded", done: sessions });
  const made = (id: string) => scene.madeBy(id);
  expect(await Promise.all(jobs.map(({ id }) => made(id)))).toEqual(jobs.map(() => scene.older.version));
  expect(await made(later.id)).toBe(thisVersion);
  const { result } = await getBacktestResult(scene.customer, backtest);
  expect(result.settings.code_version).toBe(scene.older.version);
  await expectNothingLeft(scene);
});

test("after a way back to the old release it runs what the new one left, and what is asked for", async () => {
  const scene = await openScene();
  const { cluster } = scene;
  const old = scene.startOld();
  await scene.untilNewest(scene.older.version);
  old.kill("SIGTERM");
  await untilReady(cluster, 0);
  const young = scene.startNew();
  await scene.untilNewest(thisVersion);
  const jobs = await Promise.all(tradeDates(2).map((date) => cluster.submit(date)));
  await scene.untilBegun(jobs.length);
  young.kill("SIGKILL");
  await untilReady(cluster, 0);
  // Which the old one knows nothing of.
  const { pool } = cluster.database.db;
  await pool.query(
    "alter table analyses add column later int; insert into schema_migrations values ('9999_later.sql')",
  );
  const waiting = await cluster.submit(tradeDates(3).at(-1) ?? "");
  scene.answerAll();
  scene.startOld();
  await expectEnded(scene, [...jobs, waiting]);
  expect(await scene.madeBy(waiting.id)).toBe(scene.older.version);
  await expectNothingLeft(scene);
});

let older: Release;
beforeAll(() => {
  older = releaseWith([otherwise]);
});
afterAll(() => older.remove());

type Scene = Awaited<ReturnType<typeof openScene>>;

async function openScene() {
  const cluster = await testCluster({ jobTimeoutMs: 600_000 });
  const { pool } = cluster.database.db;
  const held = { back: true };
  const model: ModelServer = await startModelServer({
    latencyMs: 10,
    plan: (call) => {
      const before = model.calls.filter((other) => promptDate(other) === promptDate(call)).indexOf(call);
      return held.back && before >= answeredOfRun ? { kind: "hang" } : { kind: "answer" };
    },
  });
  const customers = await startModelServer({
    latencyMs: 10,
    plan: ({ index }) => (held.back && index >= answeredOfBacktest ? { kind: "hang" } : { kind: "answer" }),
  });
  const customer: Context = {
    ...cluster.context,
    actor: { ...(await somebody(cluster.database.db, "elite")), scopes: Scope.options },
  };
  const key = { provider: "openai", key: "sk-0123456789abcdef" } as const;
  await saveModelKey(customer, { ...key, probe: () => Promise.resolve({ kind: "accepted" as const }) });
  await newAccount(cluster.database, "payer", { balanceMinor: 5000 });
  const env = customersAt(customers.url, model.url);
  return {
    cluster,
    model,
    customers,
    customer,
    older,
    startOld: () => cluster.startWorker(model.url, env, { program: older.program }),
    startNew: () => cluster.startWorker(model.url, env),
    answerAll: (): void => {
      held.back = false;
    },
    withModels: () => ({
      ...demoOrder("2019-06-03", "2019-06-10", 1),
      models: {
        own_model: { llm_provider: "openai", deep_think_llm: "deep", quick_think_llm: "quick" } as const,
        budget_usd: "50",
      },
    }),
    start: (asked: Parameters<typeof startBacktest>[1]["asked"], decisions: number): Promise<string> =>
      startBacktest(customer, { asked, decisions }),
    state: (id: string): Promise<Backtest> => getBacktest(customer, id),
    ended: (id: string): Promise<Backtest> => ended(() => getBacktest(customer, id)),
    /** Until so many runs have two calls out that hang. What was answered before is kept then. */
    async untilBegun(runs: number): Promise<void> {
      await expect.poll(() => model.calls.length).toBe(runs * begunOfRun);
    },
    /** And until the backtest has no answers but those that are kept. */
    async untilHeldBack(runs: number): Promise<void> {
      await this.untilBegun(runs);
      const kept = async () => (await pool.query("select from backtest_answers")).rowCount;
      await expect.poll(kept).toBe(answeredOfBacktest);
    },
    /** What is asked for from now on goes to this release. */
    async untilNewest(version: string): Promise<void> {
      const newest = async () =>
        (
          await pool.query<{ name: string }>(
            "select version_name as name from dbos.application_versions order by version_timestamp desc limit 1",
          )
        ).rows[0]?.name;
      await expect.poll(newest).toBe(version);
    },
    async madeBy(id: string): Promise<string> {
      const { rows } = await pool.query<{ version: string }>(
        "select manifest ->> 'code_version' as version from analyses where id = $1",
        [id],
      );
      return rows[0]?.version ?? "";
    },
  };
}

async function ended(read: () => Promise<Backtest>): Promise<Backtest> {
  await expect.poll(async () => (await read()).finished_at).not.toBeNull();
  return read();
}

/** Each succeeds, and is told so once, with each of its turns. */
async function expectEnded({ cluster }: Scene, jobs: readonly Job[]): Promise<void> {
  const done = await untilEnded(cluster, jobs);
  expect(done.map(({ status, error }) => ({ status, error }))).toEqual(
    jobs.map(() => ({ status: "succeeded", error: null })),
  );
  for (const { id } of jobs) {
    const types = await toldTypes(cluster, id);
    expect(types.filter((type) => type.startsWith("job."))).toEqual(["job.queued", "job.running", "job.succeeded"]);
    expect(types.filter((type) => type === "agent.finished")).toHaveLength(callsOfRun);
  }
}

/** No run is open or failed, and the books add up. */
async function expectNothingLeft({ cluster: { database } }: Scene): Promise<void> {
  const left = async () =>
    (
      await database.db.pool.query(
        "select name, status from dbos.workflow_status where status <> 'SUCCESS' and queue_name is not null",
      )
    ).rows;
  // What a run came to is told before the engine notes its end.
  await expect.poll(left).toEqual([]);
  await expectLedgerAddsUp(database);
}
