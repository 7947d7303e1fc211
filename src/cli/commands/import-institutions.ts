import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { ask, canAsk, printable, say } from "#src/cli/terminal.ts";
import type { Cli } from "#src/cli/cli.ts";
import { exit } from "#src/cli/failure.ts";
import { type FiledPosition, type Form13fSet, inFilingOrder, readForm13f } from "#src/market/imports/form-13f.ts";
import { readSymbol } from "#src/market/symbols/read-symbol.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { counted } from "#src/core/text/number-text.ts";
import { isSystemError } from "#src/cli/runs/run-folder.ts";

/** The exit code; `null`: write it. */
export async function refusedToWrite(cli: Cli, yes: boolean | undefined): Promise<number | null> {
  if (yes === true) return null;
  if (!canAsk(cli)) {
    say(cli.err, "Nothing was written. Add --yes to write it.");
    return exit.usage;
  }
  if (/^y(es)?$/i.test(await ask(cli, "Write it? [y/N]"))) return null;
  say(cli.err, "Nothing was written.");
  return exit.ok;
}

const mostProblems = 20;

interface Flags {
  readonly cusip: string;
  readonly out?: string;
  readonly yes?: boolean;
}
const allowed: readonly string[] = ["cusip", "out", "yes"] satisfies (keyof Flags)[];

/**
 * Adds the positions of a Form 13F data set to an archive that has the prices. What is there already stays.
 * @returns the exit code
 */
export async function importInstitutions(cli: Cli, path: string, flags: Flags): Promise<number> {
  const odd = Object.entries(flags).find(([name, value]) => value !== undefined && !allowed.includes(name));
  if (odd !== undefined) throw new InvalidInput("--cusip: goes with --out and --yes alone");
  if (flags.out === undefined) throw new InvalidInput("--out: is required: the archive that has the prices");
  const out = resolve(flags.out);
  const symbols = await readCusips(flags.cusip);
  const { institutionsIn, writeInstitutions } = await import("#src/server/compose/data/archive-tools.ts");
  const held = await institutionsIn(out, new Set(symbols.values()));
  const set = await readForm13f(resolve(path), symbols);
  const added = [...set.positions].map(([symbol, rows]) => {
    const known = new Set((held.get(symbol) ?? []).map(({ accn }) => accn));
    const fresh = rows.filter(({ accn }) => !known.has(accn));
    return { symbol, fresh, there: rows.length - fresh.length };
  });
  cli.out.write(previewText(basename(path), set, added, out));
  for (const problem of set.problems.slice(0, mostProblems)) say(cli.err, printable(problem));
  const more = set.problems.length - mostProblems;
  if (more > 0) say(cli.err, counted(more, "more line"));
  const news = added.filter(({ fresh }) => fresh.length > 0);
  if (news.length === 0) {
    say(cli.out, "Nothing is new, so nothing was written.");
    return exit.ok;
  }
  const refused = await refusedToWrite(cli, flags.yes);
  if (refused !== null) return refused;
  const positions = news.map(
    ({ symbol, fresh }) => [symbol, inFilingOrder([...(held.get(symbol) ?? []), ...fresh])] as const,
  );
  const left = `institutions: ${counted(set.problems.length, "line")} of ${basename(path)} could not be used`;
  const caveats = set.problems.length === 0 ? [] : [left];
  await writeInstitutions(out, new Map(positions), { origin: `the Form 13F data set ${basename(path)}`, caveats });
  say(cli.out, "Written.");
  return exit.ok;
}

/** By CUSIP; the new CUSIP of a symbol may stand beside its old one. */
async function readCusips(given: string): Promise<ReadonlyMap<string, string>> {
  const text = given.includes("=") ? given : await textOf(given);
  const pairs = text.split(/[,\r\n]+/).flatMap((part) => part.trim() || []);
  const symbols = new Map<string, string>();
  for (const pair of pairs) {
    const [, cusip = "", symbol = ""] = /^([0-9A-Za-z*@#]{9})\s*=\s*(\S+)$/.exec(pair) ?? [];
    if (cusip === "" || symbols.has(cusip.toUpperCase()))
      throw new InvalidInput(`--cusip: must be like 037833100=AAPL,594918104=MSFT, each CUSIP once, not "${pair}"`);
    const read = readSymbol(symbol, undefined, []);
    if (!read.ok) throw new InvalidInput(`--cusip: ${read.detail}`);
    symbols.set(cusip.toUpperCase(), read.symbol.symbol);
  }
  if (symbols.size === 0) throw new InvalidInput("--cusip: names no CUSIP, such as 037833100=AAPL");
  return symbols;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new InvalidInput(`--cusip: must be like 037833100=AAPL, or a file of such lines, not "${file}"`);
  }
}

interface Added {
  readonly symbol: string;
  readonly fresh: readonly FiledPosition[];
  readonly there: number;
}

function previewText(label: string, set: Form13fSet, added: readonly Added[], out: string): string {
  const days = set.filed === null ? "" : `, filed ${set.filed.join(" to ")}`;
  const lines: (readonly [string, string])[] = [
    ["Set", `${label}: ${counted(set.filings, "filing")}${days}`],
    ...added.map(({ symbol, fresh, there }) => [symbol, positionsText(fresh, there)] as const),
    [
      "Left out",
      `${counted(set.options, "option")}, ${counted(set.principalAmounts, "principal amount")}, ${counted(set.problems.length, "line")} that cannot be used`,
    ],
    ["Archive", out],
  ];
  return lines.map(([name, text]) => `${name.padEnd(9)}${printable(text)}\n`).join("");
}

function positionsText(fresh: Added["fresh"], there: number): string {
  const managers = new Set(fresh.map(({ cik }) => cik)).size;
  const quarters = [...new Set(fresh.map(({ period }) => period))].toSorted();
  const amended = fresh.filter(({ amendment }) => amendment !== null).length;
  const known = there === 0 ? "" : `; ${counted(there, "position is", "positions are")} in the archive already`;
  if (fresh.length === 0) return `no new position${known}`;
  return `${counted(fresh.length, "position")} of ${counted(managers, "manager")}, quarters to ${quarters.join(", ")}, ${counted(amended, "amendment")}${known}`;
}
