import { once } from "node:events";
import { open, rename, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Client } from "pg";
import { to } from "pg-copy-streams";
import type { BackupContents, BackupTable, BackupTotals } from "#src/core/db/backup/frames.ts";
import type { Instant } from "#src/core/clock.ts";
import { Cancelled, InvalidInput } from "#src/core/errors.ts";
import { connectionUrl } from "../pool.ts";
import { exists } from "../embedded-place.ts";
import * as tables from "./backup-tables.ts";
import { chunkBytes, kinds, startFrames, type FrameWriter, newKey, openSeal } from "./frames.ts";
import { linesIn } from "./read-backup.ts";

const pack = promisify(gzip);

export interface Written {
  readonly contents: BackupContents;
  readonly totals: BackupTotals;
  readonly bytes: number;
}

export interface BackupOrder {
  readonly path: string;
  /** A passphrase; `null`: not encrypted. */
  readonly key: string | null;
  readonly at: Instant;
  readonly signal: AbortSignal;
}

/**
 * All rows of one moment, while the service runs. Until it is whole it is `.partial`.
 * @throws InvalidInput when the file exists, or the database is not Conclave's
 */
export async function writeBackup(url: string, { path, key, at, signal }: BackupOrder): Promise<Written> {
  if (await exists(path)) throw new InvalidInput(`${path} already exists; choose another name`);
  const partial = `${path}.${process.pid}.partial`;
  const client = new Client({ connectionString: connectionUrl(url), keepAlive: true, connectionTimeoutMillis: 10_000 });
  // Without a listener a broken connection would end the process.
  client.on("error", () => {});
  const file = await open(partial, "wx", 0o600);
  try {
    await client.connect();
    await tables.beginSnapshot(client);
    const underWay = await tables.migrationUnderWay(client);
    if (underWay !== null)
      throw new InvalidInput(
        `the database's tables are being changed by ${underWay}; back up once it has finished. If it was interrupted, conclave service migrate completes it`,
      );
    const version = await tables.versionOf(client);
    if (version === null) throw new InvalidInput("the database has no Conclave tables");
    const { seal, encryption } = key === null ? { seal: openSeal, encryption: null } : await newKey(key);
    const header = {
      created_at: new Date(at).toISOString(),
      migration: version.migrations.at(-1)?.name ?? "",
      engine: version.engine,
      encryption,
    };
    const frames = await startFrames(file, header, seal);
    const contents = { migrations: [...version.migrations], tables: await tables.tablesToKeep(client) };
    await frames.add(kinds.contents, json(contents));
    const rows: number[] = [];
    for (const table of contents.tables) rows.push(await writeTable(client, frames, table, rows.length, signal));
    const totals = { rows, sequences: await tables.sequencesToKeep(client) };
    await frames.add(kinds.end, json(totals));
    await file.sync();
    await file.close();
    await rename(partial, path);
    return { contents, totals, bytes: frames.bytes() };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await file.close();
    await hangUp(client);
  }
}

/** @returns how many rows */
async function writeTable(
  client: Client,
  frames: FrameWriter,
  table: BackupTable,
  number: number,
  signal: AbortSignal,
): Promise<number> {
  const place = Buffer.alloc(4);
  place.writeUInt32BE(number);
  await frames.add(kinds.table, place);
  let rows = 0;
  for await (const text of chunksOf(client.query(to(tables.copyOut(table))))) {
    if (signal.aborted) throw new Cancelled();
    rows += linesIn(text);
    await frames.add(kinds.rows, await pack(text));
  }
  return rows;
}

/** Equal pieces, so that memory does not grow with a table. */
async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    if (!Buffer.isBuffer(piece)) throw new Error("COPY returned something other than bytes");
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + chunkBytes - size);
      held.push(part);
      at += part.length;
      size += part.length;
      if (size < chunkBytes) continue;
      yield Buffer.concat(held, size);
      [held, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(held, size);
}

/** `end` would wait for a copy nobody reads. */
async function hangUp({ connection }: Client): Promise<void> {
  const { stream } = connection;
  if (stream.destroyed) return;
  const closed = once(stream, "close");
  stream.destroy();
  await closed;
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
