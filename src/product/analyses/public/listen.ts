import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { eventChannel } from "../queries/events.ts";

/** May wake too often, never too seldom. */
export interface Wakeups {
  /** @returns ends the subscription */
  subscribe(id: string, wake: () => void): () => void;
}

export interface EventListener extends Wakeups {
  /** False while the connection is lost; then everybody is woken. */
  connected(): boolean;
  close(): Promise<void>;
}

const probeEveryMs = 10_000;
const longestPauseMs = 2000;

/**
 * Reconnects. @param lost told why
 * @throws when the first connection fails
 */
export async function listenForEvents(url: string, lost: (why: unknown) => void): Promise<EventListener> {
  const waiting = new Map<string, Set<() => void>>();
  const closing = new AbortController();
  let client: Client | null = null;

  const wakeAll = (): void => {
    for (const wakes of waiting.values()) for (const wake of wakes) wake();
  };
  const connect = async (): Promise<void> => {
    const next = await openListener(url, (id) => {
      for (const wake of waiting.get(id) ?? []) wake();
    });
    client = next;
    next.once("end", () => {
      client = null;
      if (!closing.signal.aborted) void reconnect();
    });
  };
  const reconnect = async (): Promise<void> => {
    let pauseMs = 50;
    lost(new Error("the connection that listens for events ended"));
    while (!closing.signal.aborted) {
      try {
        await connect();
        wakeAll();
        return;
      } catch {
        // The loss was reported when it happened.
        await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    }
  };

  await connect();
  return {
    subscribe(id, wake) {
      const wakes = waiting.get(id) ?? new Set();
      waiting.set(id, wakes.add(wake));
      return () => {
        wakes.delete(wake);
        if (wakes.size === 0 && waiting.get(id) === wakes) waiting.delete(id);
      };
    },
    connected: () => client !== null,
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}

/** A connection that listens for events, and ends when the server stops answering. */
async function openListener(url: string, heard: (id: string) => void): Promise<Client> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  client.on("notification", ({ payload }) => heard(payload ?? ""));
  // The connection's end is what is acted on.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(`listen ${eventChannel}`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  const probe = setInterval(() => {
    // A dead network shows only when something is asked.
    client.query("select 1").catch(() => client.end().catch(() => {}));
  }, probeEveryMs);
  probe.unref();
  client.once("end", () => clearInterval(probe));
  return client;
}
