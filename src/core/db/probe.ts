import { Client } from "pg";

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
