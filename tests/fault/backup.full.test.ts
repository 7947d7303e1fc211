import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import { openJobQueue } from "#src/product/jobs/queries/job-queue.ts";
import { catalogOf, countsOf } from "#tests/support/catalog.ts";
import { conclaveHome } from "#tests/support/conclave.ts";
import { testSecret, testVault } from "#tests/support/database.ts";
import { keptPrompts } from "#tests/support/dead-worker.ts";
import { emptyFolder } from "#tests/support/empty-folder.ts";
import { promptOf } from "#tests/support/killed-run.ts";
import { expectLedgerAddsUp, newAccount } from "#tests/support/ledger.ts";
import { startModelServer, type ModelCall } from "#tests/support/model-server.ts";
import { emptyHouseList, publish, subscribers } from "#tests/support/signals.ts";
import { tradeDates } from "#tests/support/trade-dates.ts";
import { testCluster, type TestCluster } from "#tests/support/worker-process.ts";

/* The rehearsal: a service under load is backed up, destroyed, and goes on from the file. */

const patience = { interval: 50 };
const silent = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };
const passphrase = { BACKUP_PASSPHRASE: "a passphrase of tests, long enough" };

interface Statuses {
  readonly queued?: number;
  readonly running?: number;
  readonly succeeded?: number;
  readonly [other: string]: number | undefined;
}

async function statusesOf({ pool }: Pick<Database, "pool">): Promise<Statuses> {
  const { rows } = await pool.query<{ status: string; n: number }>(
    "select status, count(*)::int as n from analyses group by status",
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

/** Users, balances and a chain of signals. */
async function fill({ database: { db } }: TestCluster): Promise<void> {
  await subscribers({ db }, 5);
  await newAccount({ db }, "somebody", { plan: "elite", balanceMinor: 2500 });
  await emptyHouseList({ db });
  for (const rating of ["Buy", "Hold", "Sell"] as const) await publish({ db }, "AAPL", rating);
}

/** Removes a database with all that is in it, whoever is connected, and makes an empty one beside it. */
async function destroy({ database }: TestCluster): Promise<string> {
  const address = new URL(database.url);
  const [old, fresh] = [address.pathname.slice(1), `${address.pathname.slice(1)}_restored`];
  address.pathname = "postgres";
  const server = openDatabase(address.href, 1);
  await server.pool.query(`drop database ${old} with (force)`);
  await server.pool.query(`create database ${old}`);
  await server.pool.query(`create database ${fresh}`);
  onTestFinished(async () => {
    await server.pool.query(`drop database ${fresh} with (force)`);
    await server.close();
  });
  address.pathname = fresh;
  return address.href;
}

/** Row counts as `conclave service restore` says them. */
function countsIn(out: string): Record<string, number> {
  const lines = [...out.matchAll(/^ {2}(\S+) ([\d,]+)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = "", rows = ""]) => [
      name.startsWith("dbos.") ? name : `public.${name}`,
      Number(rows.replaceAll(",", "")),
    ]),
  );
}

test("a service that is destroyed mid-load goes on from its backup: every row, the chain, and each unfinished job", async () => {
  let held = false;
  // The managers' model, which speaks once the analysts and researchers have.
  const waits = ({ body }: ModelCall): boolean => body["model"] === "deep";
  const model = await startModelServer({
    plan: (call) => (held && waits(call) ? { kind: "hang" } : { kind: "answer" }),
    latencyMs: 10,
  });
  onTestFinished(() => model.close());
  const cluster = await testCluster({ slots: 3, jobTimeoutMs: 600_000 });
  const { db } = cluster.database;
  await fill(cluster);
  const catalog = await catalogOf(db);
  const worker = cluster.startWorker(model.url);
  const dates = tradeDates(40);
  const webhook = { webhook_url: "http://127.0.0.1:9/hook" };
  for (const date of dates.slice(0, 12)) await cluster.submit(date, webhook);
  await expect.poll(async () => (await statusesOf(db)).succeeded ?? 0, patience).toBeGreaterThanOrEqual(3);
  // From now on jobs come half way and stay there: three are under way for as long as it takes.
  held = true;
  const waiting = (): number => model.calls.filter((call) => waits(call) && call.outcome === "open").length;
  await expect.poll(waiting, patience).toBe(3);

  const operator = (url: string, env: Record<string, string> = {}) =>
    conclaveHome({ DATABASE_URL: url, AUTH_SECRET: testSecret, ...passphrase, ...env });
  const file = join(emptyFolder(), "service.backup");
  const backup = operator(cluster.database.url).start("backup", file);
  const over = new AbortController();
  void backup.ended.finally(() => over.abort());
  for (const date of dates.slice(12)) if (!over.signal.aborted) await cluster.submit(date, webhook);
  expect(await backup.ended).toMatchObject({ code: 0, err: "" });
  worker.kill("SIGKILL");
  const url = await destroy(cluster);

  // With another secret the rows come back, and it is said that what is sealed does not open.
  const unsealed = await operator(url, { AUTH_SECRET: "another secret of 32 characters!" }).run("restore", file);
  expect(unsealed.code).toBe(1);
  expect(unsealed.err).toMatch(
    /^conclave: \d+ stored secrets cannot be opened with this AUTH_SECRET: .*nothing is lost\n$/,
  );
  const restored = await operator(url).run("restore", file, "--overwrite");
  expect(restored, restored.err).toMatchObject({ code: 0, err: "" });
  expect(restored.out).toMatch(
    /the signal record is valid: 1 chain with 3 entries\nthe ledger is valid: \d+ transfers?\n\d+ stored secrets can be opened\n$/,
  );

  const back = openDatabase(url, 3, undefined, testVault);
  const queue = await openJobQueue(url, silent);
  onTestFinished(async () => {
    await queue.close();
    await back.close();
  });
  const { "public.schema_migrations": _, "dbos.dbos_migrations": __, ...counts } = await countsOf(back);
  expect(Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0))).toEqual(countsIn(restored.out));
  expect(await catalogOf(back)).toEqual(catalog);
  await expectLedgerAddsUp({ db: back });
  const statuses = await statusesOf(back);
  expect(statuses).toMatchObject({ running: 3 });
  expect(statuses.succeeded).toBeGreaterThanOrEqual(3);
  // One moment: every open job has its place in the queue, though jobs were submitted while the file was written.
  const { rows: open } = await back.pool.query<{ id: string; placed: boolean }>(
    `select id, exists (select from dbos.workflow_status where workflow_uuid = id and status in ('ENQUEUED', 'PENDING')) as placed
       from analyses where status in ('queued', 'running')`,
  );
  expect(open.filter(({ placed }) => !placed)).toEqual([]);

  const kept = await keptPrompts(
    { queue },
    open.map(({ id }) => id),
  );
  expect(kept.size).toBeGreaterThan(0);
  const asked = model.calls.length;
  held = false;
  cluster.startWorker(model.url, { DATABASE_URL: url });
  await expect.poll(() => statusesOf(back), patience).toEqual({ succeeded: counts["public.analyses"] });
  const again = model.calls.slice(asked).map(promptOf);
  expect(
    again.filter((prompt) => kept.has(prompt)),
    "a kept call is made again",
  ).toEqual([]);
});
