import { Client, Pool, types } from "pg";

/** Idle transactions end after 30 s and silent machines after 25 s: their locks block everybody. */
const settings = {
  idle_in_transaction_session_timeout: 30_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
} as const;

/** In the address, since DBOS and pg send no reliable query for it. */
export function connectionUrl(url: string): string {
  const address = new URL(url);
  const own = address.searchParams.get("options") ?? "";
  const more = Object.entries(settings).flatMap(([name, value]) => (own.includes(name) ? [] : [`-c ${name}=${value}`]));
  address.searchParams.set("options", [own, ...more].join(" ").trim());
  return address.href;
}

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

/** Sorts on disk, to see whether there is room; nothing stays. */
const sortOnDisk = `
  set local work_mem = '64kB';
  select count(*) from (select n from generate_series(1, 4000) as n order by -n offset 0) as sorted;
`;

/** @throws when the database is full or cannot be asked */
export async function tryRoom(asked: { query(text: string): Promise<unknown> }): Promise<void> {
  await asked.query(sortOnDisk);
}

export interface DatabaseProbe {
  /** @throws when it has not answered, has no room, or the signal fires */
  ask(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Its own connection: a busy pool is no dead database. */
export function createDatabaseProbe(url: string): DatabaseProbe {
  let kept: Client | null = null;
  const drop = (client: Client): void => {
    if (kept === client) kept = null;
    // `end` would wait for a server that may not answer.
    client.connection.stream.destroy();
  };
  return {
    async ask(signal) {
      const client = kept ?? new Client({ connectionString: url });
      const fresh = kept === null;
      if (fresh) {
        client.on("error", () => drop(client));
        client.on("end", () => drop(client));
      }
      kept = client;
      const silent = Promise.withResolvers<never>();
      const giveUp = (): void => silent.reject(new Error("the database does not answer"));
      signal.addEventListener("abort", giveUp, { once: true });
      try {
        const asked = (fresh ? client.connect() : Promise.resolve()).then(() => tryRoom(client));
        await Promise.race([asked, silent.promise]);
      } catch (error) {
        drop(client);
        throw error;
      } finally {
        signal.removeEventListener("abort", giveUp);
      }
    },
    async close() {
      await kept?.end().catch(() => {});
    },
  };
}
