import { Pool, types } from "pg";
import { connectionUrl } from "./connection-url.ts";

// Dates stay text: they have no zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

/**
 * For those who need no query builder, whose 255 files take a fifth of a second to load.
 * @param url a postgres:// address
 * @param size connections at most
 * @param connectWithinMs how long a query waits for a connection before it fails; 0: as long as it takes
 * @param answerWithinMs how long a query waits for its answer before it fails, though the database may still do what it
 * was told; 0: as long as it takes
 */
export function openPool(url: string, size: number, connectWithinMs = 5000, answerWithinMs = 0): Pool {
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
  return pool;
}
