import { userInfo } from "node:os";
import { knownVault } from "#src/server/compose/compose-vault.ts";
import { type Database, openDatabase } from "#src/core/db/database.ts";
import { runningPostgres } from "#src/core/db/embedded.ts";
import { prepareDatabase } from "#src/core/db/migrate.ts";
import { openJobQueue, openWhenNeeded } from "#src/product/jobs/queries/job-queue.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";
import type { SystemContext } from "#src/product/context.ts";
import { type AdminActionInput, databaseWithin, recordAction } from "#src/product/admin/public/admin-actions.ts";
import type { Cli } from "../cli.ts";

/**
 * At DATABASE_URL, else this home's `conclave up`.
 * @throws InvalidInput when there is neither; NotFound
 */
export async function withDatabase<T>(
  { settings, clock }: Pick<Cli, "settings" | "clock">,
  work: (ctx: SystemContext) => Promise<T>,
): Promise<T> {
  const { databaseUrl, migrationUrl } = settings.service;
  const urls = databaseUrl === null ? await runningPostgres(settings.home) : { url: databaseUrl, migrationUrl };
  if (urls === null) throw new InvalidInput("no database: set DATABASE_URL, or start one with: conclave up");
  const db = openDatabase(urls.url, 2, undefined, knownVault(settings) ?? undefined);
  const queue = openWhenNeeded(() => openJobQueue(urls.url, { info() {}, debug() {}, warn() {}, error() {} }));
  try {
    await reach(db);
    // A key may be the first thing done with a database.
    await prepareDatabase(urls);
    return await work({ db, queue, clock });
  } finally {
    await queue.close();
    await db.close();
  }
}

async function reach(db: Database): Promise<void> {
  try {
    (await db.pool.connect()).release();
  } catch (cause) {
    // When a host has several addresses, each has its own message.
    const why =
      cause instanceof AggregateError
        ? cause.errors.map(String).join("; ")
        : cause instanceof Error
          ? cause.message
          : String(cause);
    throw new NotFound(`the database cannot be used: ${why}`, { cause });
  }
}

/** The reason that stands in the log where none was asked for. */
export const noReason = "no reason given";

/**
 * Noted under the operating system's user, in the same transaction.
 * @param work gets the database as that transaction
 * @param action what it was
 */
export function asOperator<T>(
  ctx: SystemContext,
  work: (within: SystemContext) => Promise<T>,
  action: (value: T) => Omit<AdminActionInput, "by">,
): Promise<T> {
  const { db, clock } = ctx;
  return db.transaction(async (tx) => {
    const value = await work({ ...ctx, db: databaseWithin(db, tx) });
    await recordAction(tx, clock, { ...action(value), by: { operator: userInfo().username } });
    return value;
  });
}
