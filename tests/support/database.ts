import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { openDatabase, type Database } from "#src/db/database.ts";
import { startEmbeddedPostgres } from "#src/db/embedded.ts";
import { migrate } from "#src/db/migrate.ts";
import { openVault } from "#src/platform/vault.ts";

export interface FreshDatabase {
  readonly url: string;
  readonly db: Database;
  /** Closes and removes it. */
  drop(): Promise<void>;
}

/** All test files share the Postgres of this home; the last to leave stops it. */
export const testHome = join(tmpdir(), `conclave-tests-${process.getuid?.() ?? ""}`);

/** Seals and signs in every test, so that whatever opens a database of theirs reads it. */
export const testSecret = "a secret of tests alone, with 32 characters and more";
export const testVault = openVault({ secret: testSecret, previousSecrets: [] });

/** An empty database with our tables, on a Postgres of the kind that `conclave up` runs. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = await startEmbeddedPostgres({ home: testHome, log: () => {}, signal: new AbortController().signal });
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(server.migrationUrl, `create database ${name}`);
  const url = new URL(server.migrationUrl);
  url.pathname = name;
  const db = openDatabase(url.href, 5, undefined, testVault);
  await migrate(db.pool);
  return {
    url: url.href,
    db,
    async drop() {
      await db.close();
      await administer(server.migrationUrl, `drop database ${name} with (force)`);
      await server.stop(AbortSignal.timeout(10_000));
    },
  };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
