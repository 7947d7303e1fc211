import { resolve } from "node:path";
import { writeBackup } from "#src/core/db/backup/write-backup.ts";
import { counted } from "#src/core/text/number-text.ts";
import { keptAuthSecretFile } from "#src/product/accounts/public/auth-settings.ts";
import { backupKey, withServiceDatabase, type KeyFlags } from "#src/cli/service/backup-source.ts";
import type { Cli } from "#src/cli/cli.ts";
import { say } from "#src/cli/terminal.ts";

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
