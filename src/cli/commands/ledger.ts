import { counted } from "#src/core/text/number-text.ts";
import { verifyLedger } from "#src/product/ledger/ledger.ts";
import type { Cli } from "../cli.ts";
import { savedHeads, type HeadFlags } from "../runs/saved-heads.ts";
import { withDatabase } from "../service/with-database.ts";
import { say, jsonLine } from "../terminal.ts";

export interface LedgerFlags extends HeadFlags {
  readonly json?: boolean;
}

type Needs = Pick<Cli, "settings" | "clock" | "out" | "err">;

/** Verifies the ledger's chain. @returns 0 when it is intact, else 1 */
export async function ledgerVerify(cli: Needs, flags: LedgerFlags): Promise<number> {
  const { noted, outside } = await savedHeads(cli.settings.home, flags);
  const verdict = await withDatabase(cli, (ctx) => verifyLedger(ctx, { noted, outside }));
  if (flags.json === true) cli.out.write(jsonLine(verdict));
  else if (!verdict.ok) say(cli.err, `the ledger is broken at entry ${verdict.number}: ${verdict.reason}`);
  else {
    const { entries, accounts, waiting, hash } = verdict;
    say(
      cli.out,
      `the ledger is valid: ${counted(entries, "transfer")} and the balances of ${counted(accounts, "account")}, head ${hash}`,
    );
    if (waiting > 0) say(cli.out, `${counted(waiting, "transfer")} of the last minute will become entries shortly`);
    say(
      cli.out,
      verdict.kept + noted.length === 0
        ? "no heads were saved outside the database, so a complete rewrite would go unnoticed; pass a copy with --heads or a hash with --head"
        : `it matches ${counted(verdict.kept + noted.length, "head")} saved outside the database`,
    );
  }
  return verdict.ok ? 0 : 1;
}
