import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "#src/db/database.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#src/db/embedded.ts";
import { PostgresFailed } from "#src/db/embedded-place.ts";
import { migrateAll } from "#src/db/migrate.ts";
import { childEnvironment } from "#src/platform/config.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Cli } from "../cli.ts";
import { supervise, type Role } from "../supervise.ts";

/** Who argues and on what data, each as a line of text. */
export interface InUse {
  readonly reasoner: string;
  readonly data: string;
}

/** All of it must be over this long after SIGINT or SIGTERM; a process manager kills after 10 s. */
const stopWithinMs = 9500;

/**
 * Runs the whole service on this machine until Ctrl-C or SIGTERM: Postgres when no DATABASE_URL is set, migrations,
 * a worker and the front door, each in its own process.
 * @param script what `worker` and `http` are commands of
 * @returns the exit code: 0 when it was told to stop, 1 when it could not start
 * @throws InvalidInput for a port that is taken
 */
export async function up(
  cli: Pick<Cli, "settings" | "signal" | "out" | "err">,
  { script, inUse }: { readonly script: string; readonly inUse: () => Promise<InUse> },
): Promise<number> {
  const { signal } = cli;
  const { databaseUrl, port, host } = cli.settings.service;
  const log = (line: string): void => void cli.err.write(`conclave: ${line}\n`);
  if (port === 0) throw new InvalidInput("PORT: must be a number from 1 to 65535, so that the front door can be found");
  if (!(await isFree(port, host))) throw new InvalidInput(`PORT: ${port} cannot be listened on at ${host}; another program has it, or HOST is not this machine's`);
  let embedded: EmbeddedPostgres | null = null;
  try {
    const use = await inUse();
    if (databaseUrl === null) embedded = await startEmbeddedPostgres({ home: cli.settings.home, log, signal });
    const url = embedded?.url ?? databaseUrl ?? "";
    await migrateWhenReached(url, signal);
    if (signal.aborted) return 0;
    return await runRoles(cli, rolesOn(url, script, cli), log, () => cli.out.write(whereabouts(cli, embedded, use)));
  } catch (error) {
    if (signal.aborted) return 0;
    if (!(error instanceof PostgresFailed)) throw error;
    log(error.message);
    return 1;
  } finally {
    await embedded?.stop(AbortSignal.timeout(stopWithinMs));
  }
}

async function runRoles(cli: Pick<Cli, "settings" | "signal">, roles: readonly Role[], log: (line: string) => void, ready: () => void): Promise<number> {
  const supervised = supervise(roles, log);
}
