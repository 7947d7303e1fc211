import { Kysely, PostgresDialect } from "kysely";
import type { Pool, PoolClient } from "pg";
import { noVault, type Vault } from "#src/core/vault.ts";
import { openPool } from "./pool.ts";
import type { DB } from "./schema.ts";

export type Sql = Kysely<DB>;

/** Our queries, and the client for a job enqueued with them. */
export interface Tx {
  readonly sql: Sql;
  readonly client: PoolClient;
}

export interface Database {
  readonly pool: Pool;
  readonly sql: Sql;
  /** Encrypts and decrypts its sealed columns. */
  readonly vault: Vault;
  /** Commits when `work` returns, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** For answers to people: a frozen database closes no connection. */
export const longestAnswerMs = 30_000;

/** @param vault for sealed columns */
export function openDatabase(
  url: string,
  size = 10,
  connectWithinMs = 5000,
  vault: Vault = noVault,
  answerWithinMs = 0,
): Database {
  const pool = openPool(url, size, connectWithinMs, answerWithinMs);
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    sql,
    vault,
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const value = await work({ sql: queryBuilder(client), client });
        await client.query("commit");
        return value;
      } catch (error) {
        await client.query("rollback").catch((cause: unknown) => {
          broken = cause instanceof Error ? cause : new Error(String(cause));
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    // Kysely ends the pool only after a query of its own.
    close: () => pool.end(),
  };
}

/** The connection is somebody else's. */
function queryBuilder(client: PoolClient): Sql {
  const borrowed = new Proxy(client, {
    get: (target, name): unknown => (name === "release" ? () => {} : Reflect.get(target, name)),
  });
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options: {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
