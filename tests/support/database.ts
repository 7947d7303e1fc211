import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { openDatabase, type Database } from "#src/core/db/database.ts";
import { startEmbeddedPostgres } from "#src/core/db/embedded.ts";
import { migrateAll } from "#src/core/db/migrate.ts";
import { openVault } from "#src/core/vault.ts";

export interface FreshDatabase {
  readonly url: string;
  readonly db: Database;
  /** Closes and removes it. */
  drop(): Promise<void>;
}

/** Whose addresses are of somebody who may make databases on it. */
export interface TestPostgres {
  readonly url: string;
  leave(): Promise<void>;
}

const root = join(import.meta.dirname, "../..");

/** All tests share the Postgres of this home; the last to leave stops it. */
export const testHome = join(tmpdir(), `conclave-tests-${process.getuid?.() ?? ""}`);

/** Set for test files by the run that they are part of, which keeps the Postgres up. */
export const postgresVariable = "TEST_POSTGRES_URL";

/** Seals and signs in every test, so that whatever opens a database of theirs reads it. */
export const testSecret = "a secret of tests alone with 32 characters and more";
export const testVault = openVault({ secret: testSecret, previousSecrets: [] });

/** A database with our tables and the durable engine's, all empty, on a Postgres of the kind that `conclave up` runs. */
export function freshDatabase(): Promise<FreshDatabase> {
  return copyOf(template);
}

/** One without tables. */
export function emptyDatabase(): Promise<FreshDatabase> {
  return copyOf("template0");
}

async function copyOf(original: string): Promise<FreshDatabase> {
  const held = process.env[postgresVariable];
  const server = held === undefined ? await enterTestPostgres() : { url: held, leave: () => Promise.resolve() };
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(server.url, (client) =>
    // Its files are copied: through the log, which is the usual way, it takes twice the time and more.
    client.query(`create database ${name} template ${original} strategy file_copy`),
  );
  const url = onServer(server.url, name);
  const db = openDatabase(url, 5, undefined, testVault);
  return {
    url,
    db,
    async drop() {
      await db.close();
      await administer(server.url, async (client) => {
        await untilLeft(client, name);
        await client.query(`drop database ${name} with (force)`);
      });
      await server.leave();
    },
  };
}

/** A client that has just closed still hears its server for a moment, and would complain of being thrown out. */
async function untilLeft(client: Client, name: string): Promise<void> {
  for (let look = 0; look < 25; look += 1) {
    const { rowCount } = await client.query("select from pg_stat_activity where datname = $1", [name]);
    if (rowCount === 0) return;
    await setTimeout(20);
  }
}

/** One that nobody else enters, for this process alone and until it is left: then its files are gone. */
export async function ownTestPostgres(): Promise<TestPostgres> {
  const home = await mkdtemp(join(tmpdir(), "conclave-postgres-"));
  const { url, leave } = await enterTestPostgres(home);
  process.env[postgresVariable] = url;
  return {
    url,
    async leave() {
      await leave();
      await rm(await realpath(join(home, "postgres")), { recursive: true, force: true, maxRetries: 5 });
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts the Postgres of a home or enters it, with the database that others are copies of. */
export async function enterTestPostgres(home = testHome): Promise<TestPostgres> {
  const server = await startEmbeddedPostgres({ home, log: () => {}, signal: new AbortController().signal });
  const url = server.migrationUrl;
  await administer(url, async (client) => {
    if (!server.reused) {
      await spareDisks(client);
      // Nobody else is there, and what stands in it was left by a run that was killed, or is of other tables.
      await dropLeft(client);
    }
    if (!(await has(client, template))) await makeTemplate(client, url);
  });
  return { url, leave: () => server.stop(AbortSignal.timeout(10_000)) };
}

/** By what makes the tables: other work trees of this machine have other tables. */
const template = `template_${tablesHash()}`;

function tablesHash(): string {
  const files = [
    join(root, "package.json"),
    ...["src/core/db/migrations", "src/core/db/schema", "src/core/db/functions"].flatMap((folder) =>
      readdirSync(join(root, folder))
        .toSorted()
        .map((name) => join(root, folder, name)),
    ),
  ];
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/** Nothing in it has to outlive a crash of the machine; and it need not look after tables that live for seconds. */
async function spareDisks(client: Client): Promise<void> {
  for (const name of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"])
    await client.query(`alter system set ${name} = off`);
  await client.query("select pg_reload_conf()");
}

async function dropLeft(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname ~ '^(test|draft|template)_' and datname <> $1",
    [template],
  );
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
}

async function has(client: Client, name: string): Promise<boolean> {
  return (await client.query("select from pg_database where datname = $1", [name])).rowCount === 1;
}

/** Aside, and then under its name in one step: of two runs that make it at once, the second drops its own. */
async function makeTemplate(client: Client, url: string): Promise<void> {
  const draft = `draft_${randomBytes(6).toString("hex")}`;
  await client.query(`create database ${draft}`);
  const db = openDatabase(onServer(url, draft), 1);
  await migrateAll(db.pool, onServer(url, draft));
  await db.close();
  try {
    await client.query(`alter database ${draft} rename to ${template}`);
  } catch (error) {
    await client.query(`drop database ${draft} with (force)`);
    if (!(await has(client, template))) throw error;
  }
}

function onServer(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = database;
  return url.href;
}

async function administer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
