import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Scope } from "#src/contract/accounts/plans.ts";
import type { Backtest, BacktestAsked } from "#src/contract/backtests/backtests.ts";
import { cancelJob } from "#src/product/jobs/jobs.ts";
import type { Context } from "#src/product/context.ts";
import { backtestJob } from "#src/product/jobs/public/kinds.ts";
import { deleteBacktest, getBacktest, getBacktestResult, startBacktest } from "#src/product/backtests/backtests.ts";
import { demoOrder, somebody } from "#tests/support/backtests.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { testCluster, untilEnded, type TestCluster } from "#tests/support/worker-process.ts";

const cancelBacktest = (ctx: Context, id: string) => cancelJob(ctx, { kind: backtestJob, id });

/* Backtests of the service in real workers, on real Postgres. */

test("made here and by the command line it is the same to the byte, also when its worker is killed", async () => {
  const cluster = await testCluster();
  const { state, start } = await backtestsIn(cluster);
  const asked = demoOrder("2018-01-02", "2018-04-30", 1);
  const decisions = 82;
  const first = cluster.startWorker(null);
  const id = await start(asked, decisions);
  await expect.poll(async () => (await state(id)).done, { interval: 10 }).toBeGreaterThanOrEqual(40);
  first.kill("SIGKILL");
  const kept = await piecesOf(cluster, id);
  expect(await state(id)).toMatchObject({ state: "running", total: decisions, error: null });
  cluster.startWorker(null);
  await expect.poll(async () => (await state(id)).state, { interval: 50 }).toBe("succeeded");
  expect(await state(id)).toMatchObject({
    done: decisions,
    total: decisions,
    summary: { provider: "rules", decisions },
  });
  // What was kept stands as it was: it was not decided again.
  expect((await piecesOf(cluster, id)).slice(0, kept.length)).toEqual(kept);
  expect(kept.length).toBeGreaterThanOrEqual(2);

  const { result, trades } = await getBacktestResult({ ...cluster.context, actor: await ownerOf(cluster, id) }, id);
  const cli = conclaveHome();
  const out = join(cli.home, "cli");
  const command = ["--symbols", "DEMO", "--from", asked.from, "--to", asked.to, "--every", "1d", "--reasoner", "rules"];
  expect(await cli.run("backtest", ...command, "--out", out)).toMatchObject({ code: 0 });
  expect(`${JSON.stringify(result, null, 2)}\n`).toBe(readFileSync(join(out, "result.json"), "utf8"));
  expect(trades).toBe(readFileSync(join(out, "trades.csv"), "utf8"));
});

test("a cancelled one stops, the next has its turn, and an analysis waits for neither", async () => {
  const cluster = await testCluster();
  const { state, start, context } = await backtestsIn(cluster);
  const other = await backtestsIn(cluster);
  cluster.startWorker(null);
  const endless = await start(demoOrder("2016-01-04", "2019-12-31", 1), 1006);
  const next = await other.start(demoOrder("2019-01-02", "2019-03-29"), 13);
  await expect.poll(async () => (await state(endless)).done, { interval: 10 }).toBeGreaterThan(0);
  const [job] = await untilEnded(cluster, [await cluster.submit("2019-06-03")]);
  expect(job?.status).toBe("succeeded");
  expect((await state(endless)).state, "still at work beside it").toBe("running");
  expect((await other.state(next)).state, "one at a time over all workers").toBe("queued");
  await cancelBacktest(context, endless);
  await cancelBacktest(context, endless);
  await expect.poll(async () => (await other.state(next)).state, { interval: 50 }).toBe("succeeded");
  const { done } = await state(endless);
  expect(await state(endless)).toMatchObject({ state: "cancelled", summary: null });
  expect(done).toBeLessThan(1006);
  await deleteBacktest(other.context, next);
  const { rows } = await cluster.database.db.pool.query("select backtest from backtest_results");
  expect(rows).toEqual([]);
});

test("what cannot be made fails in words", async () => {
  const cluster = await testCluster();
  const { state, start } = await backtestsIn(cluster);
  cluster.startWorker(null);
  const id = await start({ ...demoOrder("2019-01-02", "2019-03-29"), symbols: ["NOSUCH"] }, 13);
  await expect.poll(async () => (await state(id)).state, { interval: 50 }).toBe("failed");
  const { error } = await state(id);
  expect(error).toContain("NOSUCH");
  expect(error, "flags are the command line's").not.toContain("--");
});

/** One more person in the test service, and what they start. */
async function backtestsIn(cluster: TestCluster) {
  const context = { ...cluster.context, actor: await somebody(cluster.database.db, "elite") };
  return {
    context,
    start: (asked: BacktestAsked, decisions: number): Promise<string> => startBacktest(context, { asked, decisions }),
    state: (id: string): Promise<Backtest> => getBacktest(context, id),
  };
}

async function ownerOf({ database }: TestCluster, id: string) {
  const { rows } = await database.db.pool.query<{ owner: string }>("select owner from jobs where id = $1", [id]);
  return { owner: rows[0]?.owner ?? "", plan: "elite", scopes: Scope.options } as const;
}

/** Finished steps in their order, with the time at which they were finished. */
async function piecesOf({ database }: TestCluster, id: string): Promise<unknown[]> {
  const { rows } = await database.db.pool.query(
    "select function_id, completed_at_epoch_ms from dbos.operation_outputs where workflow_uuid = $1 order by function_id",
    [id],
  );
  return rows;
}
