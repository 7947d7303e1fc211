import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseError } from "pg";
import { startEmbeddedPostgres } from "#src/core/db/embedded.ts";
import { PostgresFailed } from "#src/core/db/embedded-place.ts";
import { type DatabaseUrls, prepareDatabase } from "#src/core/db/migrate.ts";
import type { Settings } from "#src/core/config/config.ts";
import { Conflict, InvalidInput, NotFound, isConclaveError } from "#src/core/errors.ts";
import { writeBackup } from "#src/core/db/backup/write-backup.ts";
import { countText, counted } from "#src/core/text/number-text.ts";
import { keptAuthSecretFile } from "#src/product/accounts/public/auth-settings.ts";
import type { Cli } from "#src/cli/cli.ts";
import { say } from "#src/cli/terminal.ts";
import { closedSecrets, knownVault } from "#src/server/compose/auth-settings.ts";
import {
  type BackupFile,
  type Verified,
  loadBackup,
  openBackup,
  refuseNewer,
  verifyBackup,
} from "#src/core/db/backup/read-backup.ts";
import { countSeals } from "#src/core/db/sealed-columns.ts";
import { headsOfLists } from "#src/product/signals/queries/signals.ts";
import type { SystemContext } from "#src/product/context.ts";
import { verifyLedger } from "#src/product/ledger/ledger.ts";
import { headFileOf, readHeads } from "#src/product/signals/public/check-chain.ts";
import { verifyChain } from "#src/product/signals/chain.ts";
import { withDatabase } from "#src/cli/service/with-database.ts";
import { retained } from "#src/product/retention/queries/retention.ts";
import { previewRetention } from "#src/product/retention/retention.ts";

const leastCharacters = 16;
const stopWithinMs = 10_000;

/** What a backup is encrypted with. */
export interface KeyFlags {
  readonly unencrypted?: boolean;
  readonly passphraseFile?: string;
}

/**
 * `null` where not wanted.
 * @throws InvalidInput where wanted and not set
 */
export function backupKey(
  settings: Pick<Settings, "backup">,
  { unencrypted, passphraseFile: file }: KeyFlags,
): string | null {
  if (unencrypted === true) return null;
  if (file === undefined) {
    if (settings.backup.passphrase === null)
      throw new InvalidInput("set BACKUP_PASSPHRASE, or pass --passphrase-file or --unencrypted");
    return settings.backup.passphrase;
  }
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (cause) {
    throw new InvalidInput(`--passphrase-file cannot be read: ${messageOf(cause)}`, { cause });
  }
  if (text.length < leastCharacters)
    throw new InvalidInput(`--passphrase-file must hold at least ${leastCharacters} characters`);
  return text;
}

/**
 * At DATABASE_URL, else this home's, which need not run.
 * @param make the home's where there is none
 * @throws InvalidInput; NotFound; Conflict
 */
export async function withServiceDatabase<T>(
  { service: { databaseUrl, migrationUrl }, home }: Pick<Settings, "service" | "home">,
  { make, signal }: { readonly make: boolean; readonly signal: AbortSignal },
  work: (urls: DatabaseUrls) => Promise<T>,
): Promise<T> {
  try {
    if (databaseUrl !== null) return await work({ url: databaseUrl, migrationUrl });
    if (!make && !existsSync(join(home, "postgres", "cluster")))
      throw new InvalidInput(`no database: set DATABASE_URL, or CONCLAVE_HOME to the service's; ${home} has none`);
    const embedded = await startEmbeddedPostgres({ home, log: () => {}, signal });
    try {
      return await work(embedded);
    } finally {
      await embedded.stop(AbortSignal.timeout(stopWithinMs));
    }
  } catch (error) {
    throw saidOnce(error);
  }
}

const fileCalls = ["open", "write", "fsync", "close", "rename"];

/** Server, network and disk errors as ours; defects stay. */
function saidOnce(error: unknown): unknown {
  if (isConclaveError(error) || !(error instanceof Error)) return error;
  const syscall = "syscall" in error ? String(error.syscall) : null;
  if (syscall !== null && fileCalls.includes(syscall))
    return new Conflict(`the file cannot be written: ${error.message}`, { cause: error });
  const isOutside =
    error instanceof DatabaseError || error instanceof PostgresFailed || error instanceof AggregateError;
  // A pg error for a lost connection has neither code nor type.
  if (isOutside || syscall !== null || /connection|timeout/i.test(error.message))
    return new NotFound(`the database cannot be used: ${messageOf(error)}`, { cause: error });
  return error;
}

function messageOf(error: unknown): string {
  // When a host has several addresses, each has its own message.
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

export interface BackupFlags extends KeyFlags {}

export async function backup(
  { settings, clock, interruption, out, err }: Pick<Cli, "settings" | "clock" | "interruption" | "out" | "err">,
  file: string,
  flags: BackupFlags,
): Promise<void> {
  const key = backupKey(settings, flags);
  if (key === null) say(err, "conclave: the backup is not encrypted; anyone with the file can read every account");
  const signal = interruption();
  const { contents, totals, bytes } = await withServiceDatabase(settings, { make: false, signal }, ({ url }) =>
    writeBackup(url, { path: resolve(file), key, at: clock.now(), signal }),
  );
  const rows = totals.rows.reduce((sum, each) => sum + each, 0);
  say(
    out,
    `backed up ${counted(contents.tables.length, "table")} with ${counted(rows, "row")} to ${file}: ${(bytes / 1e6).toFixed(1)} MB${key === null ? "" : ", encrypted"}`,
  );
  const kept = settings.signIn.secret === null ? keptAuthSecretFile(settings.home) : null;
  say(
    out,
    `not included: ${kept ?? "AUTH_SECRET"}, the passphrase and your other settings; keep copies of them elsewhere`,
  );
}

export interface RestoreFlags extends KeyFlags {
  readonly check?: boolean;
  readonly overwrite?: boolean;
}

type Needs = Pick<Cli, "settings" | "clock" | "interruption" | "out" | "err">;

/**
 * Read to its end before anything changes.
 * @returns 0; 1 when record or secrets do not hold
 */
export async function restore(cli: Needs, path: string, flags: RestoreFlags): Promise<number> {
  const { settings, out, err } = cli;
  const signal = cli.interruption();
  const file = await openBackup(resolve(path), backupKey(settings, flags));
  try {
    const verified = await verifyBackup(file, signal);
    await refuseNewer(file, verified);
    if (flags.check === true) {
      sayCounts(out, `${path} is whole: ${summary(file, verified)}`, verified);
      return 0;
    }
    return await withServiceDatabase(settings, { make: true, signal }, async (urls) => {
      const skipped = await loadBackup(urls, { file, verified, overwrite: flags.overwrite === true, signal });
      sayCounts(out, `restored ${summary(file, verified)}`, verified);
      for (const { name } of skipped) say(err, `conclave: skipped the table ${name}, which is not one of Conclave's`);
      return withDatabase(cli, async (ctx) => {
        const proven = await provenChains(cli, ctx);
        return (await openedSecrets(cli, ctx)) && proven ? 0 : 1;
      });
    });
  } finally {
    await file.close();
  }
}

function summary({ header }: BackupFile, { contents, totals }: Verified): string {
  const rows = totals.rows.reduce((sum, each) => sum + each, 0);
  return `${counted(contents.tables.length, "table")} with ${counted(rows, "row")}, as of ${header.created_at}, tables at ${header.migration}`;
}

function sayCounts(out: Needs["out"], first: string, { contents, totals }: Verified): void {
  say(out, first);
  for (const [index, { part, name }] of contents.tables.entries()) {
    const rows = totals.rows[index] ?? 0;
    if (rows > 0) say(out, `  ${part === "engine" ? "dbos." : ""}${name} ${countText(rows)}`);
  }
}

const headsOfLater =
  "conclave: the data is restored; what was published or booked after the backup is missing, so heads saved since then will not be found: see docs/operations.md";

/** All chains, also against this home's kept heads. */
async function provenChains({ settings, out, err }: Needs, ctx: SystemContext): Promise<boolean> {
  const outside = await readHeads([headFileOf(settings.home)]);
  let entries = 0;
  const lists = await headsOfLists(ctx.db.sql);
  for (const { chain: list } of lists) {
    const verdict = await verifyChain(ctx, { list, noted: [], outside });
    if (!verdict.ok) {
      say(
        err,
        `conclave: the chain of ${list} is broken, in its ${verdict.chain} at ${verdict.number}: ${verdict.reason}`,
      );
      say(err, headsOfLater);
      return false;
    }
    entries += verdict.entries;
  }
  const ledger = await verifyLedger(ctx, { outside });
  if (!ledger.ok) {
    say(err, `conclave: the ledger is broken at entry ${ledger.number}: ${ledger.reason}`);
    say(err, headsOfLater);
    return false;
  }
  say(
    out,
    `the signal record is valid: ${counted(lists.length, "chain")} with ${counted(entries, "entry", "entries")}`,
  );
  say(out, `the ledger is valid: ${counted(ledger.entries, "transfer")}`);
  return true;
}

/** The right secret may still be put in place, so none is made. */
async function openedSecrets({ settings, out, err }: Needs, { db }: SystemContext): Promise<boolean> {
  const { opened, closed } = await countSeals(db.sql, knownVault(settings));
  if (closed === 0) {
    say(out, opened === 0 ? "no stored secrets to open" : `${counted(opened, "stored secret")} can be opened`);
    return true;
  }
  say(err, `conclave: ${closedSecrets(closed, settings.home)}`);
  return false;
}

/** Says what is kept and what the next clean-up would remove; removes nothing. */
export async function retention(
  cli: Pick<Cli, "settings" | "clock" | "out">,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const { retention: policy } = cli.settings;
  const removable = await withDatabase(cli, (ctx) => previewRetention(ctx, policy));
  if (json) {
    const parts = retained.map((part) => [part, { kept_days: policy[part], removable_analyses: removable[part] }]);
    return say(cli.out, JSON.stringify(Object.fromEntries(parts)));
  }
  for (const part of retained) {
    const days = policy[part];
    const kept = days === null ? `kept forever (RETENTION_DAYS does not name it)` : `kept for ${counted(days, "day")}`;
    const next =
      days === null
        ? ""
        : `; the next clean-up removes this for ${counted(removable[part] ?? 0, "analysis", "analyses")}`;
    say(cli.out, `${part}: ${kept}${next}`);
  }
  if (retained.some((part) => policy[part] !== null))
    say(cli.out, "a worker cleans up each night at 04:11 in its own time zone; nothing was removed now");
}

/** @throws InvalidInput without a database */
export async function migrate({ settings, out, err }: Pick<Cli, "settings" | "out" | "err">): Promise<void> {
  const { databaseUrl, migrationUrl } = settings.service;
  if (databaseUrl === null) throw new InvalidInput("conclave service migrate needs DATABASE_URL");
  const told = (entry: unknown): void => say(err, String(entry));
  await prepareDatabase(
    { url: databaseUrl, migrationUrl },
    { info: () => {}, debug: () => {}, warn: told, error: told },
  );
  say(out, "The database is up to date.");
}
