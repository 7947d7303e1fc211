import { existsSync } from "node:fs";
import { InvalidInput } from "#src/core/errors.ts";
import { type KeptHeads, headFileOf, readHeads } from "#src/product/signals/public/check-chain.ts";
import { counted } from "#src/core/text/number-text.ts";
import { verifyLedger } from "#src/product/ledger/ledger.ts";
import { houseList } from "#src/contract/signals/signals.ts";
import type { SignalChainVerdict } from "#src/contract/signals/chains.ts";
import { listSignals } from "#src/product/signals/queries/signals.ts";
import { verifyChain, withdrawSignal } from "#src/product/signals/chain.ts";
import type { Cli } from "../cli.ts";
import { asOperator, withDatabase } from "../service/with-database.ts";
import { jsonLine, say } from "../terminal.ts";

export interface HeadFlags {
  readonly head?: readonly string[];
  readonly heads?: readonly string[];
}

/**
 * Noted hashes and files, this home's first.
 * @throws InvalidInput for no hash, or a missing file
 */
export async function savedHeads(
  home: string,
  { head: noted = [], heads: files = [] }: HeadFlags,
): Promise<{ readonly noted: readonly string[]; readonly outside: KeptHeads }> {
  if (!noted.every((hash) => /^[0-9a-f]{64}$/.test(hash)))
    throw new InvalidInput("--head: must be a hash of 64 lowercase hexadecimal digits");
  for (const path of files) if (!existsSync(path)) throw new InvalidInput(`--heads: there is no file ${path}`);
  return { noted, outside: await readHeads([headFileOf(home), ...files]) };
}

export interface LedgerFlags extends HeadFlags {
  readonly json?: boolean;
}

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

export interface SignalFlags extends HeadFlags {
  readonly list?: string;
  readonly limit?: string;
  readonly reason?: string;
  readonly json?: boolean;
}

type Needs = Pick<Cli, "settings" | "clock" | "out" | "err">;

/** Verifies a chain. @returns 0 when it is intact, else 1 */
export async function signalsVerify(cli: Needs, flags: SignalFlags): Promise<number> {
  const { noted, outside } = await savedHeads(cli.settings.home, flags);
  const list = flags.list ?? houseList;
  const verdict = await withDatabase(cli, (ctx) => verifyChain(ctx, { list, noted, outside }));
  if (flags.json === true) cli.out.write(jsonLine(verdict));
  else if (verdict.ok) for (const line of proven(list, verdict)) say(cli.out, line);
  else say(cli.err, broken(list, verdict));
  return verdict.ok ? 0 : 1;
}

function proven(
  list: string,
  { entries, hash, settlement, outside }: Extract<SignalChainVerdict, { ok: true }>,
): string[] {
  const { sealed } = settlement;
  return [
    `the chain of ${nameOf(list)} is valid: ${entriesOf(entries)}, head ${hash}`,
    `the settlement prices are valid: ${entriesOf(settlement.entries)}, head ${settlement.hash}`,
    ...(sealed === null
      ? []
      : [`the first ${sealed.entries} of them are older than the chain and are proven from ${sealed.at} onwards`]),
    outside === null
      ? "no heads were saved outside the database, so a complete rewrite would go unnoticed; pass a copy with --heads or a hash with --head"
      : `both match the heads saved outside the database on ${counted(outside.days, "day")}, from ${outside.first} to ${outside.last}`,
  ];
}

function nameOf(list: string): string {
  return list === houseList ? "the house list" : `the list ${list}`;
}

function entriesOf(count: number): string {
  return counted(count, "entry", "entries");
}

function broken(list: string, { chain, number, reason }: Extract<SignalChainVerdict, { ok: false }>): string {
  switch (chain) {
    case "signals":
      return `the chain of ${nameOf(list)} is broken at entry ${number}: ${reason}`;
    case "settlement":
      return `the chain of settlement prices is broken at entry ${number}: ${reason}`;
    case "heads":
      return `the saved heads cannot be read at line ${number}: ${reason}`;
  }
}

/** A list's signals, newest first, including withdrawn ones. */
export async function signalsList(cli: Needs, flags: SignalFlags): Promise<void> {
  const limit = flags.limit ?? "20";
  if (!/^[1-9]\d{0,3}$/.test(limit)) throw new InvalidInput("--limit: must be a whole number from 1 to 9999");
  const filter = { symbol: null, rating: null, changed: false, before: null, limit: Number(limit) };
  const signals = await withDatabase(cli, ({ db }) => listSignals(db.sql, flags.list ?? houseList, filter));
  if (flags.json === true) {
    cli.out.write(jsonLine({ signals }));
    return;
  }
  if (signals.length === 0) say(cli.err, "no signals yet");
  for (const { signal, withdrawn } of signals) {
    const rating = signal.changed ? `${signal.previous_rating} → ${signal.rating}` : signal.rating;
    const columns = [`${signal.number}`, signal.id, signal.session, signal.symbol, rating, signal.published_at];
    say(cli.out, [...columns, ...(withdrawn === null ? [] : [`withdrawn: ${withdrawn.reason}`])].join("  "));
  }
}

/** Withdraws a signal by an entry at the end of the chain. */
export async function signalsWithdraw(cli: Needs, id: string, flags: SignalFlags): Promise<void> {
  const reason = flags.reason ?? "";
  const entry = await withDatabase(cli, (ctx) =>
    asOperator(
      ctx,
      (within) => withdrawSignal(within, { id, reason }),
      () => ({ account: null, action: "withdraw_signal", what: `withdrew signal ${id}`, reason, amountMinor: null }),
    ),
  );
  if (flags.json === true) cli.out.write(jsonLine(entry));
  else say(cli.err, `${id} is withdrawn by entry ${entry.number}; it stays in the record`);
}
