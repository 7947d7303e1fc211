import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DLogger } from "@dbos-inc/dbos-sdk";
import { allMigrations } from "@dbos-inc/dbos-sdk/internal/sysdb_migrations/internal/migrations";
import { migrateSystemDatabase, verifySystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import type pg from "pg";
import { InvalidInput } from "#src/core/errors.ts";
import { codeOf } from "./embedded-place.ts";
import { openPool } from "./pool.ts";
import { grantServiceRole, hasServiceGrants } from "./service-role.ts";

/** `null`: one user for both. */
export interface DatabaseUrls {
  readonly url: string;
  readonly migrationUrl: string | null;
}

const folder = join(import.meta.dirname, "migrations");
/** All tables at once. Before the first release they were made in steps, whose last stands for all of them. */
const baseline = "0097_baseline.sql";
const lastStep = "0097_holdings.sql";
/** `create or replace`, a file applied whole when its text changed. Its last function carries the hash. */
const functionFolder = join(import.meta.dirname, "functions");

/** Any number that nobody else locks on this database. */
const lockId = 727_301;

const silent: DLogger = { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} };

/**
 * Migrates as `migrationUrl`'s user and grants `url`'s; without changes no right is needed.
 * @throws InvalidInput when something must change and may not
 */
export async function prepareDatabase({ url, migrationUrl }: DatabaseUrls, logger: DLogger = silent): Promise<void> {
  const service = openPool(url, 1, 0);
  const owner = migrationUrl === null ? service : openPool(migrationUrl, 1, 0);
  try {
    if (await isUpToDate(service, url)) return;
    await migrateAll(owner, migrationUrl ?? url, logger);
    if (owner === service) return;
    const { rows } = await service.query<{ name: string }>("select current_user as name");
    await locked(owner, (client) => grantServiceRole(client, rows[0]?.name ?? ""));
  } catch (cause) {
    if (codeOf(cause) !== insufficientPrivilege) throw cause;
    throw new InvalidInput(
      `this user may not create or change the database's tables (${String(cause)}); set DATABASE_MIGRATION_URL to the same database as its owner, here or only for one run of: conclave service migrate`,
      { cause },
    );
  } finally {
    await service.end();
    if (owner !== service) await owner.end();
  }
}

const insufficientPrivilege = "42501";

/** Nothing to apply, and all rights to use it. */
async function isUpToDate(pool: pg.Pool, url: string): Promise<boolean> {
  try {
    if ((await missingIn(pool)).length > 0 || (await changedFunctions(pool)).length > 0) return false;
    await verifySystemDatabase(url, new GlobalLogger(undefined, { logger: silent }), pool);
    return await hasServiceGrants(pool);
  } catch (error) {
    // Missing, or invisible to this user.
    if ([undefinedTable, insufficientPrivilege].includes(codeOf(error) ?? "")) return false;
    // The engine's message that its tables are of an older version.
    if (error instanceof Error && "dbosErrorCode" in error) return false;
    throw error;
  }
}

const undefinedTable = "42P01";

/** One lock, since the engine bears no two migrations at once. `DBOS.migrate` would write to standard output. */
export async function migrateAll(pool: pg.Pool, url: string, logger: DLogger = silent): Promise<string[]> {
  return locked(pool, async (client) => {
    const applied = await applyMissing(client, logger);
    await migrateSystemDatabase(url, new GlobalLogger(undefined, { logger }));
    return applied;
  });
}

/** Only one process at a time changes tables. */
export async function locked<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // Polled: a waiting query and CREATE INDEX CONCURRENTLY would wait for each other.
    while (
      (await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockId])).rows[0]?.got !== true
    )
      await pause(50);
    return await work(client);
  } finally {
    // Closing the connection frees the lock in any state.
    client.release(true);
  }
}

/** Starts a part of a migration that is sent alone. */
const partMark = /^(?=-- By itself\b)/mu;

/** Everybody behind a waiting statement waits too, so it gives up and tries again for ten minutes. */
const lockTimeoutMs = 1000;
const lockPauseMs = 1000;
const lockTries = 300;

const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

/**
 * Each in its own transaction, once. Parts commit by themselves and are repeatable; meanwhile the table's comment holds
 * the name.
 * @returns names applied now
 */
async function applyMissing(client: pg.PoolClient, logger: DLogger): Promise<string[]> {
  await makeMigrationTable(client);
  const missing = await missingIn(client);
  for (const name of missing) await applyPatiently(client, { name, text: await readMigration(name) }, logger);
  for (const { name, text, hash } of await changedFunctions(client))
    await client.query(`${text}; comment on function ${name} is '${hash}'`);
  return missing;
}

/** By the hash in each one's comment; newer releases' stay. */
async function changedFunctions(
  client: Pick<pg.ClientBase, "query">,
): Promise<{ readonly name: string; readonly text: string; readonly hash: string }[]> {
  const known = new Set(await allNames());
  if ((await appliedIn(client)).some((name) => !known.has(name))) return [];
  const { rows } = await client.query<{ name: string; hash: string | null }>(
    `select proname as name, obj_description(oid, 'pg_proc') as hash from pg_proc
     where pronamespace = current_schema()::regnamespace`,
  );
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  const files = (await readdir(functionFolder)).filter((file) => file.endsWith(".sql")).toSorted();
  const functions = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(functionFolder, file), "utf8");
      const name = [...text.matchAll(/^create or replace function (\w+)/gm)].at(-1)?.[1] ?? "";
      return { name, text, hash: createHash("sha256").update(text).digest("hex") };
    }),
  );
  return functions.filter(({ name, hash }) => applied.get(name) !== hash);
}

export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** Repeated until it gets its locks. */
export async function applyPatiently(
  client: pg.PoolClient,
  migration: Migration,
  logger: DLogger = silent,
): Promise<void> {
  for (let left = lockTries - 1; ; left -= 1) {
    try {
      return await apply(client, migration);
    } catch (error) {
      await client.query("rollback").catch(() => {});
      if (![lockNotAvailable, deadlockDetected].includes(codeOf(error) ?? "") || left === 0) throw error;
      if (left % 10 === 9) logger.warn(`migration ${migration.name} waits for a lock that another transaction holds`);
      await pause(lockPauseMs);
    }
  }
}

async function apply(client: pg.PoolClient, { name, text }: Migration): Promise<void> {
  const parts = text.split(partMark);
  if (parts.length > 1) {
    await client.query(`comment on table schema_migrations is '${name}'`);
    for (const part of parts) {
      // Nobody waits for a concurrent index, so it may wait.
      await client.query(`set lock_timeout = ${/\bindex\s+concurrently\b/iu.test(part) ? 0 : lockTimeoutMs}`);
      await client.query(part);
    }
  }
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
  await client.query("begin");
  if (parts.length === 1) await client.query(parts[0] ?? "");
  await noteMigration(client, name);
  await client.query("comment on table schema_migrations is null");
  await client.query("commit");
}

async function makeMigrationTable(client: Pick<pg.ClientBase, "query">): Promise<void> {
  await client.query(
    "create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())",
  );
}

/** With the files that it includes, as psql does. */
export async function readMigration(name: string): Promise<string> {
  const text = await readFile(join(folder, name), "utf8");
  const included = await Promise.all(
    [...text.matchAll(/^\\ir (\S+)$/gm)].map(([, path = ""]) => readFile(join(folder, path), "utf8")),
  );
  return included.length === 0 ? text : included.join("\n");
}

async function noteMigration(client: Pick<pg.ClientBase, "query">, name: string): Promise<void> {
  await client.query("insert into schema_migrations (name) values ($1)", [name]);
}

/** All that this code has, oldest first. */
async function allNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
}

/** Names of our migrations, and the engine's number. */
export interface TablesVersion {
  readonly migrations: readonly string[];
  readonly engine: number;
}

export async function knowsVersion({ migrations, engine }: TablesVersion): Promise<boolean> {
  const known = new Set(await allNames());
  return withoutSteps(migrations).every((name) => known.has(name)) && engine <= allMigrations().length;
}

/** Within the caller's transaction, so without commits and concurrent indexes. */
export async function createTablesAsOf(
  client: Pick<pg.ClientBase, "query">,
  { migrations, engine }: TablesVersion,
): Promise<void> {
  await makeMigrationTable(client);
  for (const name of withoutSteps(migrations).toSorted()) {
    await client.query(withinTransaction(await readMigration(name)));
    await noteMigration(client, name);
  }
  for (const { pg: statements = [] } of allMigrations().slice(0, engine))
    for (const statement of statements) await client.query(withinTransaction(statement));
  await client.query("delete from dbos.dbos_migrations");
  await client.query("insert into dbos.dbos_migrations (version) values ($1)", [engine]);
}

function withinTransaction(statements: string): string {
  return statements.replaceAll(/\bconcurrently\b|^\s*commit;$/gim, "");
}

/** @throws when the database cannot be asked */
export async function pendingMigrations(pool: pg.Pool): Promise<string[]> {
  try {
    return [...(await missingIn(pool)), ...(await changedFunctions(pool)).map(({ name }) => name)];
  } catch (error) {
    if (codeOf(error) !== undefinedTable) throw error;
    return allNames();
  }
}

/** The migrations that were not applied yet. */
async function missingIn(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const done = new Set(await appliedIn(client));
  return (await allNames()).filter((name) => !done.has(name));
}

async function appliedIn(client: Pick<pg.ClientBase, "query">): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>("select name from schema_migrations");
  return withoutSteps(rows.map(({ name }) => name));
}

/** @throws InvalidInput when not all steps to the baseline were made */
function withoutSteps(names: readonly string[]): string[] {
  const later = names.filter((name) => name > "0098");
  if (names.includes(baseline) || names.includes(lastStep)) return [baseline, ...later];
  const last = names.toSorted().at(-1);
  if (last === undefined) return [];
  throw new InvalidInput(
    `tables at ${last} are older than the first release and cannot be brought forward; export what you want to keep with the version that made them, then start with an empty database`,
  );
}
