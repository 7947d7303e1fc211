import { Kysely, PostgresDialect } from "kysely";
import { Pool, types, type PoolClient } from "pg";
import { noVault, type Vault } from "#src/platform/vault.ts";
import type { DB } from "./schema.ts";
import { connectionUrl } from "./connection-url.ts";

export type Sql = Kysely<DB>;

/** A transaction: our queries, and the client itself for a job that must be enqueued with them or not at all. */
export interface Tx {
  readonly sql: Sql;
  readonly client: PoolClient;
}

export interface Database {
  readonly pool: Pool;
  readonly sql: Sql;
  /** Opens and closes what is sealed in it. */
  readonly vault: Vault;
  /** Commits when `work` returns, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** For those who answer people: a database that is frozen, or behind a network that is gone, closes no connection. */
export const longestAnswerMs = 30_000;

// Dates stay text: they have no zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

/**
 * @param url a postgres:// address
 * @param size connections at most
 * @param connectWithinMs how long a query waits for a connection before it fails; 0: as long as it takes
 * @param vault of whoever reads or writes what is sealed
 * @param answerWithinMs how long a query waits for its answer before it fails, though the database may still do what it
 * was told; 0: as long as it takes
 */
export function openDatabase(
  url: string,
  size = 10,
  connectWithinMs = 5000,
  vault: Vault = noVault,
  answerWithinMs = 0,
): Database {
  const pool = new Pool({
    connectionString: connectionUrl(url),
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: connectWithinMs,
    ...(answerWithinMs > 0 && { query_timeout: answerWithinMs }),
  });
  // An idle connection that breaks is replaced by the pool; the query that needs one says so itself.
  pool.on("error", () => {});
  // One that breaks while it is lent out fails its query; without a listener it would end the process as well.
  pool.on("connect", (client) => void client.on("error", () => {}));
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
    // Not through Kysely, which ends the pool only if it has made a query of its own.
    close: () => pool.end(),
  };
}

/** Queries on a connection that somebody else opened and will close: giving it back is left to them. */
function queryBuilder(client: PoolClient): Sql {
  const borrowed = new Proxy(client, {
    get: (target, name): unknown => (name === "release" ? () => {} : Reflect.get(target, name)),
  });
  const pool = { connect: () => Promise.resolve(borrowed), end: () => Promise.resolve(), options: {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
