import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres, runningPostgres } from "#src/core/db/embedded.ts";
import { migrateAll, prepareDatabase } from "#src/core/db/migrate.ts";
import { openDatabase } from "#src/core/db/database.ts";
import { ask, submit } from "#tests/support/api-client.ts";
import { Job } from "#src/contract/jobs/analysis.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { startService } from "#tests/support/service-process.ts";
import { clearUp, makeHome } from "#tests/support/up-process.ts";

const clients: Client[] = [];
const boxes: EmbeddedPostgres[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) await client.end().catch(() => {});
  for (const box of boxes.splice(0)) await box.stop(AbortSignal.timeout(20_000));
  expect(await clearUp()).toEqual([]);
});

async function startBox(home: string): Promise<EmbeddedPostgres> {
  const box = await startEmbeddedPostgres({ home, log: () => {}, signal: new AbortController().signal });
  boxes.push(box);
  return box;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}

/** A Postgres of the box with all tables; stopped when the test ends. */
async function preparedBox(): Promise<EmbeddedPostgres> {
  const box = await startBox(await makeHome());
  await prepareDatabase(box);
  return box;
}

describe("the service's user of the box", () => {
  test("has no attribute, owns nothing, and can neither change tables nor switch off what guards them", async () => {
    const box = await preparedBox();
    const service = await connected(box.url);
    const { rows } = await service.query(
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
         (select count(*)::int from pg_class where relowner = pg_roles.oid) as owns,
         (select count(*)::int from pg_auth_members where member = pg_roles.oid) as member_of
       from pg_roles where rolname = current_user`,
    );
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        owns: 0,
        member_of: 0,
      },
    ]);
    const refused = [
      "alter table ledger_entries disable trigger all",
      "drop trigger ledger_entries_stay on ledger_entries",
      "create or replace function ledger_refuse() returns trigger language plpgsql as 'begin return old; end'",
      "truncate signal_entries cascade",
      "drop table deposit_audit",
      "create table mine ()",
      "create schema mine",
      "create database mine",
      "create role mine",
      "alter role conclave_service superuser",
      "alter table dbos.workflow_status add column mine int",
      "drop schema dbos cascade",
      "set session_replication_role = replica",
      "set role conclave",
      "update schema_migrations set name = 'none'",
      "delete from dbos.dbos_migrations",
      "copy ledger_entries to program 'id'",
      "select pg_read_file('/etc/passwd')",
    ];
    for (const sql of refused)
      await expect(service.query(sql), sql).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|0LP01)$/) });
  });

  test("can do what the service does: rows, notifications, advisory locks, table locks", async () => {
    const box = await preparedBox();
    const service = await connected(box.url);
    const heard = new Promise<string | undefined>((resolve) =>
      service.once("notification", ({ payload }) => resolve(payload)),
    );
    await service.query("listen analysis_events");
    await service.query("begin");
    await service.query("lock table ledger_entries in share row exclusive mode");
    await service.query("lock table analyses in access exclusive mode");
    await service.query("insert into accounts (id, plan, created_at) values ('somebody', 'free', now())");
    await service.query("select pg_notify('analysis_events', 'told'), pg_advisory_xact_lock(7)");
    await service.query("commit");
    expect(await heard).toBe("told");
    await service.query("select pg_try_advisory_lock(1, 2)");
    await service.query("delete from accounts where id = 'somebody'");
    await service.query("update dbos.workflow_status set priority = 1 where false");
  });

  test("is made in a cluster of an earlier version, which has one user, and is put right when it has got more", async () => {
    const home = await makeHome();
    const earlier = await startBox(home);
    const db = openDatabase(earlier.migrationUrl, 1);
    await migrateAll(db.pool, earlier.migrationUrl);
    await db.pool.query("insert into accounts (id, plan, created_at) values ('old', 'free', now())");
    await db.pool.query("drop owned by conclave_service; drop role conclave_service");
    await db.close();
    await rm(join(home, "postgres", "cluster", "service-password"));
    await earlier.stop(AbortSignal.timeout(20_000));

    const upgraded = await startBox(home);
    await prepareDatabase(upgraded);
    const service = await connected(upgraded.url);
    expect((await service.query("select id, current_user as who from accounts")).rows).toEqual([
      { id: "old", who: "conclave_service" },
    ]);
    await (await connected(upgraded.migrationUrl)).query("alter role conclave_service superuser createdb bypassrls");
    const again = await startBox(home);
    const { rows } = await service.query(
      "select rolsuper or rolcreatedb or rolbypassrls as more from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([{ more: false }]);
    expect(again.url).toBe(upgraded.url);
  });

  test("is who worker and front door are, and a job runs from its start to its end", async () => {
    const home = await makeHome();
    const service = await startService({ CONCLAVE_HOME: home, SERVICE_LLM_PROVIDER: "rules" });
    const { id } = await submit(service.url, { ticker: "DEMO", trade_date: "2019-06-03" });
    const job = Job.parse((await ask(service.url, "GET", `/v1/analyses/${id}?wait=30`)).body);
    expect(job.status).toBe("succeeded");
    const urls = await runningPostgres(home);
    const owner = await connected(urls?.migrationUrl ?? "");
    const { rows } = await owner.query(
      "select distinct usename from pg_stat_activity where datname = 'conclave' and pid <> pg_backend_pid()",
    );
    expect(rows).toEqual([{ usename: "conclave_service" }]);
    await owner.end();
    expect(service.said()).not.toContain(new URL(urls?.url ?? "").password);
    expect(await service.stop()).toBe(0);
  });
});

describe("a Postgres of the operator's", () => {
  /** An empty database of a plain owner, and the address of it for a user without any right. */
  async function twoUsers(): Promise<{ url: string; migrationUrl: string }> {
    const database = await freshDatabase();
    const tag = randomBytes(4).toString("hex");
    const [owner, service] = [`owner_${tag}`, `service_${tag}`];
    const name = `plain_${tag}`;
    const { pool } = database.db;
    for (const role of [owner, service]) await pool.query(`create role ${role} login password 'only-for-tests'`);
    await pool.query(`create database ${name} owner ${owner}`);
    onTestFinished(async () => {
      await pool.query(`drop database ${name} with (force)`);
      for (const role of [owner, service]) await pool.query(`drop role ${role}`);
      await database.drop();
    });
    const as = (user: string): string => {
      const url = new URL(database.url);
      url.pathname = name;
      url.username = user;
      url.password = "only-for-tests";
      return url.href;
    };
    return { url: as(service), migrationUrl: as(owner) };
  }

  test("its owner migrates, and the service works without any right to change tables", async () => {
    const { url, migrationUrl } = await twoUsers();
    await expect(prepareDatabase({ url, migrationUrl: null })).rejects.toThrow(/set DATABASE_MIGRATION_URL/);
    await prepareDatabase({ url, migrationUrl });
    await prepareDatabase({ url, migrationUrl: null });
    const service = await connected(url);
    await service.query("insert into accounts (id, plan, created_at) values ('somebody', 'free', now())");
    await service.query("update dbos.workflow_status set priority = 1 where false");
    await expect(service.query("truncate accounts cascade")).rejects.toMatchObject({ code: "42501" });
  });

  test("one user does both when there is one", async () => {
    const { migrationUrl } = await twoUsers();
    await prepareDatabase({ url: migrationUrl, migrationUrl: null });
    const owner = await connected(migrationUrl);
    const { rowCount } = await owner.query(
      "insert into accounts (id, plan, created_at) values ('somebody', 'free', now())",
    );
    expect(rowCount).toBe(1);
  });
});
