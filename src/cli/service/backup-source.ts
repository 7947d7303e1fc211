import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseError } from "pg";
import { startEmbeddedPostgres } from "#src/core/db/embedded.ts";
import { PostgresFailed } from "#src/core/db/embedded-place.ts";
import type { DatabaseUrls } from "#src/core/db/migrate.ts";
import type { Settings } from "#src/core/config/config.ts";
import { Conflict, InvalidInput, isConclaveError, NotFound } from "#src/core/errors.ts";

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
  { backup }: Pick<Settings, "backup">,
  { unencrypted, passphraseFile: file }: KeyFlags,
): string | null {
  if (unencrypted === true) return null;
  if (file === undefined) {
    if (backup.passphrase === null)
      throw new InvalidInput("set BACKUP_PASSPHRASE, or pass --passphrase-file or --unencrypted");
    return backup.passphrase;
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
