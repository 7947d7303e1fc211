import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { connectionUrl } from "#src/core/db/pool.ts";
import { releaseLock } from "#src/product/jobs/queries/worker-deaths.ts";
import { workerLockSpace } from "#src/product/status/queries/service-load.ts";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Postgres gives a silent peer's lock away after 25 s (`connectionUrl`): we have stopped by then. */
const beatMs = 2000;
const silentMs = 15_000;

/** Held as long as its connection lives. */
export interface ExecutorLock {
  readonly executorId: string;
  /** Of these executors, those whose process is gone. */
  dead(executorIds: readonly string[]): Promise<string[]>;
  release(): Promise<void>;
}

/**
 * @param release whose lock it shares: orphaned releases are adopted
 * @param lost once: others may take over, so the process must end
 */
export async function lockExecutor(
  url: string,
  release: string,
  lost: (executorId: string) => void,
): Promise<ExecutorLock> {
  const executorId = randomUUID();
  const client = new Client({
    connectionString: connectionUrl(url),
    keepAlive: true,
    connectionTimeoutMillis: silentMs,
  });
  let over = false;
  const broken = (): void => {
    if (over) return;
    over = true;
    lost(executorId);
  };
  // An error without a listener would end the process otherwise.
  client.on("error", broken);
  client.on("end", broken);
  await client.connect();
  // From here on: the database may fall silent between one lock and the next.
  const stopBeating = beat(client, broken);
  await client.query("select pg_advisory_lock($1, hashtext($2))", [workerLockSpace, executorId]);
  await client.query("select pg_advisory_lock_shared(hashtextextended($1, 0))", [releaseLock + release]);
  return {
    executorId,
    async dead(executorIds) {
      const gone: string[] = [];
      for (const id of executorIds.filter((each) => each !== executorId)) {
        const { rows } = await client.query<{ free: boolean }>(
          "select pg_try_advisory_lock($1, hashtext($2)) as free",
          [workerLockSpace, id],
        );
        if (rows[0]?.free !== true) continue;
        gone.push(id);
      }
      return gone;
    },
    async release() {
      over = true;
      stopBeating();
      await client.end();
    },
  };
}

/** Silence shows only when something is asked. @returns ends it */
function beat(client: Client, silent: () => void): () => void {
  let late: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    let answered = false;
    // A busy process may not have read the answer yet.
    late = setTimeout(() => setImmediate(() => answered || silent()), silentMs);
    try {
      await client.query("select 1");
    } catch {
      return silent();
    }
    answered = true;
    clearTimeout(late);
    next = setTimeout(() => void ask(), beatMs);
  };
  void ask();
  return () => {
    clearTimeout(late);
    clearTimeout(next);
  };
}

/* A worker that lost its database notes so in its home, for the next one: its jobs were not at fault. */

const folderOf = (home: string): string => join(home, "lost-executors");

/** The process ends at once; a read-only home costs the note. */
export function noteLost(home: string, executor: string): void {
  try {
    mkdirSync(folderOf(home), { recursive: true, mode: 0o700 });
    writeFileSync(join(folderOf(home), executor), "");
  } catch {
    // Its end counts as a death then.
  }
}

export function readLost(home: string): string[] {
  try {
    return readdirSync(folderOf(home));
  } catch {
    // Nobody has lost anything yet.
    return [];
  }
}

export function forgetLost(home: string, executors: readonly string[]): void {
  for (const executor of executors) rmSync(join(folderOf(home), executor), { force: true });
}
