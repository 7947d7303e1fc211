import { randomUUID } from "node:crypto";
import { Client } from "pg";

/** Locks of executors live in a space of their own: the first of Postgres's two lock numbers. */
const space = 727_302;

/** This process's claim on its executor id: held as long as its connection lives, so a dead one's can be seen. */
export interface ExecutorLock {
  readonly executorId: string;
  /** Of these executors, those whose process is gone. */
  dead(executorIds: readonly string[]): Promise<string[]>;
  release(): Promise<void>;
}

/** @param lost called when the connection breaks: others may then take over, so the process must end at once */
export async function lockExecutor(url: string, lost: () => void): Promise<ExecutorLock> {
  const executorId = randomUUID();
  const client = new Client({ connectionString: url, keepAlive: true });
  await client.connect();
  let released = false;
  const broken = (): void => {
    if (!released) lost();
  };
  client.on("error", broken);
  client.on("end", broken);
  await client.query("select pg_advisory_lock($1, hashtext($2))", [space, executorId]);
  return {
    executorId,
    async dead(executorIds) {
      const gone: string[] = [];
      for (const id of executorIds.filter((each) => each !== executorId)) {
        const { rows } = await client.query<{ free: boolean }>(
          "select pg_try_advisory_lock($1, hashtext($2)) as free",
          [space, id],
        );
        if (rows[0]?.free !== true) continue;
        gone.push(id);
      }
      return gone;
    },
    async release() {
      released = true;
      await client.end();
    },
  };
}
