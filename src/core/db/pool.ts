import { Pool, types } from "pg";
import { connectionUrl } from "./connection-url.ts";

// Dates stay text: they have no zone.
types.setTypeParser(types.builtins.DATE, (text) => text);

/**
 * Without the query builder, which takes 0.2 s to load.
 * @param url a postgres:// address
 * @param size connections at most
 * @param connectWithinMs 0: as long as it takes
 * @param answerWithinMs then a query fails, though it may still run; 0: as long as it takes
 */
export function openPool(url: string, size: number, connectWithinMs = 5000, answerWithinMs = 0): Pool {
  const pool = new Pool({
    connectionString: connectionUrl(url),
    max: size,
    keepAlive: true,
    connectionTimeoutMillis: connectWithinMs,
    ...(answerWithinMs > 0 && { query_timeout: answerWithinMs }),
  });
  // The pool replaces idle connections that break.
  pool.on("error", () => {});
  // Without a listener it would end the process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}
