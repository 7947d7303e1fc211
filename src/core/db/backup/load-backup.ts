import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from } from "pg-copy-streams";
import type { BackupTable } from "#src/contract/accounts/backup.ts";
import { Conflict, InvalidInput } from "#src/core/errors.ts";
import { openDatabase } from "../database.ts";
import { createTablesAsOf, knowsVersion, locked, prepareDatabase, type DatabaseUrls } from "../migrate.ts";
import * as tables from "./backup-tables.ts";
import { altered } from "./frames.ts";
import type { BackupFile, Verified } from "./read-backup.ts";

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
