import { resolve } from "node:path";
import { closedSecrets, knownVault } from "#src/server/compose/auth-settings.ts";
import {
  loadBackup,
  refuseNewer,
  openBackup,
  verifyBackup,
  type BackupFile,
  type Verified,
} from "#src/core/db/backup/read-backup.ts";
import { countSeals } from "#src/core/db/sealed-columns.ts";
import { headsOfLists } from "#src/product/signals/queries/signals.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import type { SystemContext } from "#src/product/context.ts";
import { verifyLedger } from "#src/product/ledger/ledger.ts";
import { headFileOf, readHeads } from "#src/product/signals/public/check-chain.ts";
import { verifyChain } from "#src/product/signals/chain.ts";
import { backupKey, withServiceDatabase, type KeyFlags } from "#src/cli/service/backup-source.ts";
import type { Cli } from "#src/cli/cli.ts";
import { say } from "#src/cli/terminal.ts";
import { withDatabase } from "#src/cli/service/with-database.ts";

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
