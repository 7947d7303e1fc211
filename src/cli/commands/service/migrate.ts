import { prepareDatabase } from "#src/core/db/migrate.ts";
import { InvalidInput } from "#src/core/errors.ts";
import type { Cli } from "#src/cli/cli.ts";
import { say } from "#src/cli/terminal.ts";

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
