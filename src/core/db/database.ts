import { Kysely, PostgresDialect, sql as raw } from "kysely";
import type { Pool, PoolClient } from "pg";
import { type Vault, noVault } from "#src/core/vault.ts";
import { openPool } from "./pool.ts";
import type { DB } from "./schema.ts";
import { z } from "zod";
import { type Clock, type Instant, monotonicNow } from "#src/core/clock.ts";

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

const Row = z.object({ now: z.date() });

/** The time of the database's clock, which all processes share. */
export async function databaseNow(db: Sql): Promise<Instant> {
  const { rows } = await raw`select clock_timestamp() as now`.execute(db);
  return Row.parse(rows[0]).now.getTime();
}

/** Beyond this, decisions by a clock are wrong for others (docs/adr/0018). */
export const mostSkewMs = 30_000;

/** In ms, negative behind; 0 where the round trip leaves doubt. */
export async function measureSkew(clock: Clock, ask: () => Promise<Instant>): Promise<number> {
  const sent = monotonicNow();
  const there = await ask();
  const halfWayMs = (monotonicNow() - sent) / 2;
  const skewMs = clock.now() - there - halfWayMs;
  return Math.sign(skewMs) * Math.max(0, Math.abs(skewMs) - halfWayMs);
}

/** "3600 s ahead of the database's", for people. */
export function skewText(skewMs: number): string {
  return `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? "ahead of" : "behind"} the database's`;
}
