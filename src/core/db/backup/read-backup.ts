import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { z } from "zod";
import { BackupContents, type BackupHeader, type BackupTable, BackupTotals } from "#src/core/db/backup/frames.ts";
import { Cancelled, Conflict, InvalidInput } from "#src/core/errors.ts";
import {
  type Frame,
  type Seal,
  altered,
  chunkBytes,
  kinds,
  knownKey,
  openSeal,
  readFrames,
  readHeader,
} from "./frames.ts";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from } from "pg-copy-streams";
import { openDatabase } from "../database.ts";
import { type DatabaseUrls, createTablesAsOf, knowsVersion, locked, prepareDatabase } from "../migrate.ts";
import * as tables from "./backup-tables.ts";

const unpack = promisify(gunzip);

export type BackupPiece =
  | { readonly kind: "contents"; readonly contents: BackupContents }
  /** Its rows follow. */
  | { readonly kind: "table"; readonly table: number }
  /** Text of COPY, cut anywhere. */
  | { readonly kind: "rows"; readonly text: Buffer }
  | { readonly kind: "end"; readonly totals: BackupTotals };

export interface BackupFile {
  readonly path: string;
  readonly header: BackupHeader;
  /** @throws InvalidInput where it was changed */
  pieces(signal: AbortSignal): AsyncGenerator<BackupPiece>;
  close(): Promise<void>;
}

/**
 * @param key a passphrase; `null`: not encrypted
 * @throws InvalidInput for another passphrase, or an unexpected open file
 */
export async function openBackup(path: string, key: string | null): Promise<BackupFile> {
  const file = await open(path).catch((cause: unknown) => {
    throw new InvalidInput(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  });
  try {
    const opened = await readHeader(file, path);
    const { header } = opened;
    const seal = await sealOf(path, header, key);
    return {
      path,
      header,
      pieces: (signal) => piecesOf(path, readFrames(file, path, opened, seal), signal),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function sealOf(path: string, { encryption }: BackupHeader, key: string | null): Promise<Seal> {
  if (encryption === null) {
    if (key === null) return openSeal;
    throw new InvalidInput(
      `${path} is not encrypted, so anyone could have created or changed it; if you trust it, pass --unencrypted`,
    );
  }
  if (key === null) throw new InvalidInput(`${path} is encrypted: leave out --unencrypted`);
  const seal = await knownKey(key, encryption);
  if (seal === null) throw new InvalidInput(`${path} was encrypted with another passphrase`);
  return seal;
}

async function* piecesOf(
  path: string,
  frames: AsyncGenerator<Frame>,
  signal: AbortSignal,
): AsyncGenerator<BackupPiece> {
  for await (const { kind, body } of frames) {
    if (signal.aborted) throw new Cancelled();
    switch (kind) {
      case kinds.contents:
        yield { kind: "contents", contents: read(path, BackupContents, body) };
        break;
      case kinds.table:
        yield { kind: "table", table: body.readUInt32BE() };
        break;
      case kinds.rows:
        yield { kind: "rows", text: await unpack(body, { maxOutputLength: 2 * chunkBytes }) };
        break;
      case kinds.end:
        yield { kind: "end", totals: read(path, BackupTotals, body) };
        break;
      default:
        throw altered(path, 0);
    }
  }
}

function read<T>(path: string, schema: z.ZodType<T>, body: Buffer): T {
  const value = schema.safeParse(JSON.parse(body.toString("utf8")));
  if (!value.success) throw altered(path, 0);
  return value.data;
}

export interface Verified {
  readonly contents: BackupContents;
  readonly totals: BackupTotals;
}

/** Reads everything, writes nothing. @throws InvalidInput */
export async function verifyBackup(file: BackupFile, signal: AbortSignal): Promise<Verified> {
  let contents: BackupContents | null = null;
  let totals: BackupTotals | null = null;
  const rows: number[] = [];
  for await (const piece of file.pieces(signal)) {
    if (piece.kind === "contents") contents = piece.contents;
    else if (piece.kind === "end") totals = piece.totals;
    else if (piece.kind === "table" && piece.table === rows.length) rows.push(0);
    else if (piece.kind === "rows" && rows.length > 0) rows.push((rows.pop() ?? 0) + linesIn(piece.text));
    else throw altered(file.path, 0);
  }
  const isWhole = contents?.tables.length === rows.length && totals?.rows.join() === rows.join();
  if (contents === null || totals === null || !isWhole) throw altered(file.path, 0);
  return { contents, totals };
}

/** COPY's text escapes line breaks, so lines are rows. */
export function linesIn(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) lines += 1;
  return lines;
}

export interface LoadOrder {
  readonly file: BackupFile;
  /** What `verifyBackup` found in it. */
  readonly verified: Verified;
  /** Replaces what is there. */
  readonly overwrite: boolean;
  readonly signal: AbortSignal;
}

/** @throws InvalidInput for a version this code does not know */
export async function refuseNewer({ path, header }: BackupFile, { contents }: Verified): Promise<void> {
  const migrations = contents.migrations.map(({ name }) => name);
  if (await knowsVersion({ migrations, engine: header.engine })) return;
  throw new InvalidInput(
    `${path} was made by a newer version of Conclave, with tables at ${header.migration}; restore it with that version`,
  );
}

/**
 * Replaces a database's content in one transaction, then migrates it.
 * @returns tables of the backup that were left out
 * @throws Conflict when the database is not empty or in use; nothing has changed
 */
export async function loadBackup(urls: DatabaseUrls, order: LoadOrder): Promise<readonly BackupTable[]> {
  const url = urls.migrationUrl ?? urls.url;
  const db = openDatabase(url, 1);
  try {
    const skipped = await locked(db.pool, async (client) => {
      // A broken connection fails its query and lets the lock go.
      await client.query("begin");
      await tables.steadySession(client);
      await ensureFree(client, order.overwrite);
      await tables.dropEverything(client);
      const skippedNow = await replaceAll(client, order);
      await client.query("commit");
      return skippedNow;
    });
    await prepareDatabase(urls);
    return skipped;
  } finally {
    await db.close();
  }
}

async function ensureFree(client: PoolClient, overwrite: boolean): Promise<void> {
  const others = await tables.countOthers(client);
  if (others > 0)
    throw new Conflict(
      `the database is in use by ${others === 1 ? "another connection" : `${others} other connections`}; stop the service, then try again`,
    );
  const present = await tables.lookAtPresent(client);
  if (present.tables === 0 || overwrite) return;
  const held = present.rows.flatMap(({ name, rows }) => (rows === 0 ? [] : [`${rows} ${name.replaceAll("_", " ")}`]));
  throw new Conflict(
    `the database is not empty: it has ${present.tables} tables${held.length === 0 ? "" : ` with ${held.join(", ")}`}; restore into an empty one, or pass --overwrite to delete all of it`,
  );
}

async function replaceAll(
  client: PoolClient,
  { file, verified: { contents, totals }, signal }: LoadOrder,
): Promise<BackupTable[]> {
  const migrations = contents.migrations.map(({ name }) => name);
  await createTablesAsOf(client, { migrations, engine: file.header.engine });
  const known = new Set((await tables.tablesToKeep(client)).map(nameOf));
  const guards = await tables.unguard(client);
  const skipped: BackupTable[] = [];
  const pieces = file.pieces(signal);
  let piece = await pieces.next();
  while (piece.done !== true) {
    const { value } = piece;
    piece = await pieces.next();
    if (value.kind !== "table") continue;
    const table = contents.tables[value.table];
    if (table === undefined) throw altered(file.path, 0);
    const rows = async function* (): AsyncGenerator<Buffer> {
      for (; piece.done !== true && piece.value.kind === "rows"; piece = await pieces.next()) yield piece.value.text;
    };
    if (!known.has(nameOf(table))) {
      skipped.push(table);
      for await (const _ of rows());
    } else if ((await copyRows(client, table, rows())) !== totals.rows[value.table]) throw altered(file.path, 0);
  }
  for (const sequence of totals.sequences) await tables.setSequence(client, sequence);
  await tables.noteMigrations(client, contents.migrations);
  for (const guard of guards) await client.query(guard);
  return skipped;
}

/** @returns how many rows the server took */
async function copyRows(client: PoolClient, table: BackupTable, rows: AsyncGenerator<Buffer>): Promise<number> {
  const copy = client.query(from(tables.copyIn(table)));
  await pipeline(Readable.from(rows), copy);
  return copy.rowCount;
}

function nameOf({ part, name }: BackupTable): string {
  return `${part} ${name}`;
}
