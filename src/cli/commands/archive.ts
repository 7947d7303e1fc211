import { basename, join, resolve } from "node:path";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { counted } from "#src/core/text/number-text.ts";
import type { Cli, Json } from "#src/cli/cli.ts";
import { jsonLine, penFor, printable, say } from "#src/cli/terminal.ts";
import { dateOrders } from "#src/market/imports/cells.ts";
import { tooLarge, readFileRows } from "#src/market/imports/table.ts";
import { type PriceFile, type PriceOptions, readPriceFile, type PriceAction } from "#src/market/imports/price-file.ts";
import { checkSeries } from "#src/market/series/checks.ts";
import { splitText } from "#src/market/series/corporate-actions.ts";
import { readSymbol } from "#src/market/symbols/read-symbol.ts";
import type { ParsedSymbol } from "#src/market/symbols/symbols.ts";
import { isRealDate, toIso } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { exit } from "#src/cli/failure.ts";
import { isSystemError, shellWord } from "#src/cli/runs/run-folder.ts";
import { oneOf } from "#src/cli/runs/run-flags.ts";
import { refusedToWrite } from "./import-institutions.ts";

/** @returns 1 when there is an error */
export async function runArchiveCheck(cli: Cli, dir: string, { json }: Json): Promise<number> {
  const findings = await cli.checkArchive(resolve(dir));
  const errors = findings.filter(({ level }) => level === "error").length;
  if (json === true) {
    cli.out.write(jsonLine({ findings }));
    return errors === 0 ? 0 : 1;
  }
  const draw = penFor(cli.out);
  for (const { level, file, line, message } of findings) {
    const place = line === null ? file : `${file}:${line}`;
    cli.out.write(
      `${draw(level === "error" ? "red" : "yellow", level.padEnd(7))}  ${printable(place)}  ${printable(message)}\n`,
    );
  }
  cli.out.write(
    findings.length === 0
      ? "no problems found\n"
      : `${counted(errors, "error")}, ${counted(findings.length - errors, "warning")}\n`,
  );
  return errors === 0 ? 0 : 1;
}

/** The flags as they came, all text. */
export interface ArchiveImportFlags {
  readonly symbol?: string;
  readonly symbolColumn?: string;
  readonly name?: string;
  readonly currency?: string;
  readonly dateOrder?: string;
  readonly decimal?: string;
  readonly splits?: string;
  readonly adjusted?: boolean;
  readonly cusip?: string;
  readonly out?: string;
  readonly yes?: boolean;
}

/** Twenty times a century of daily prices. */
const mostBytes = 32_000_000;
const mostProblems = 20;
const mostFindings = 5;
const shownRows = 2;

/**
 * Asks before it writes; what is uncertain is refused with its option.
 * @returns the exit code
 */
export async function runArchiveImport(cli: Cli, path: string, flags: ArchiveImportFlags): Promise<number> {
  if (flags.cusip !== undefined)
    return (await import("./import-institutions.ts")).importInstitutions(cli, path, { ...flags, cusip: flags.cusip });
  const label = printable(basename(path));
  const { rows, format } = readFileRows(await bytesOf(path), mostBytes);
  const options = readOptions(flags);
  const file = readPriceFile(rows, options, toIso(cli.clock.now()).slice(0, 10));
  refuseProblems(cli, file.problems);
  if (file.symbol === null) throw new InvalidInput("--symbol: is required, because the file does not name the symbol");
  const symbol = parsedSymbol(file.symbol);
  const currency = readCurrency(symbol, flags.currency);
  const actions = symbol.assetType === "stock" ? file.actions : null;
  const notes = [...file.notes, ...splitNotes(symbol, file)];
  const out =
    flags.out === undefined ? join(cli.settings.home, "archives", folderName(symbol.symbol)) : resolve(flags.out);
  cli.out.write(previewText({ from: `${label} (${format})`, symbol, currency, file, notes, out }));
  const refused = await refusedToWrite(cli, flags.yes);
  if (refused !== null) return refused;
  const { symbol: name, assetType, calendar } = symbol;
  const instrument = {
    symbol: name,
    name: flags.name ?? name,
    assetType,
    exchange: "not stated",
    currency,
    calendar,
    synthetic: false,
  };
  const { writeToArchive } = await import("#src/server/compose/data/archive-tools.ts");
  await writeToArchive(out, { instrument, bars: file.bars, actions, origin: `the file ${label}`, caveats: notes });
  return checked(cli, out, name, file);
}

/** Reads no file that is too large. */
async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new InvalidInput(`${path} is not a file; for a Form 13F data set, add --cusip`);
    if (found.size > mostBytes) throw tooLarge(mostBytes);
    return await readFile(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new InvalidInput(`${path} ${error.code === "ENOENT" ? "does not exist" : `cannot be read (${error.code})`}`);
  }
}

function readOptions(flags: ArchiveImportFlags): PriceOptions {
  return {
    dateOrder: flags.dateOrder === undefined ? null : oneOf("--date-order", flags.dateOrder, z.enum(dateOrders)),
    decimal: flags.decimal === undefined ? null : oneOf("--decimal", flags.decimal, z.enum(["comma", "point"])),
    symbol: flags.symbol === undefined ? null : parsedSymbol(flags.symbol).symbol,
    symbolColumn: flags.symbolColumn ?? null,
    splits: flags.splits === undefined ? null : readSplits(flags.splits),
    takesAdjusted: flags.adjusted === true,
  };
}

function refuseProblems(cli: Cli, problems: readonly string[]): void {
  if (problems.length === 0) return;
  for (const problem of problems.slice(0, mostProblems)) say(cli.err, problem);
  if (problems.length > mostProblems) say(cli.err, `${counted(problems.length - mostProblems, "more line")}`);
  throw new InvalidInput(`${counted(problems.length, "line")} of the file cannot be used; nothing was written`);
}

/** `none`, or `2014-06-09:7,2020-08-31:4`; a reverse split is `2012-05-01:1/10` or `:0.1`. */
function readSplits(text: string): PriceAction[] {
  if (text === "none") return [];
  return text.split(",").map((one) => {
    const [, exDate = "", up = "", down = "1"] =
      /^(\d{4}-\d{2}-\d{2}):(\d+(?:\.\d+)?)(?:[/:](\d+))?$/.exec(one.trim()) ?? [];
    const value = Number(up) / Number(down);
    if (!isRealDate(exDate) || !(value > 0) || !Number.isFinite(value))
      throw new InvalidInput(
        `--splits: must be none, or dates with new shares per old one such as 2020-08-31:4, not "${one}"`,
      );
    return { exDate, kind: "split", value };
  });
}

function parsedSymbol(text: string): ParsedSymbol {
  const read = readSymbol(text, undefined, []);
  if (!read.ok) throw new InvalidInput(`--symbol: ${read.detail}`);
  return read.symbol;
}

function readCurrency({ symbol, currency }: ParsedSymbol, given: string | undefined): string {
  const code = given?.toUpperCase() ?? currency;
  if (code === null)
    throw new InvalidInput(`--currency: is required for ${symbol}, such as GBP for pounds or GBX for pence`);
  if (!/^[A-Z]{3,5}$/.test(code)) throw new InvalidInput(`--currency: must be a code such as USD, not "${code}"`);
  return code;
}

function folderName(symbol: string): string {
  return symbol.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "");
}

/** Says what runs on a stock need and the file lacks. */
function splitNotes({ assetType, symbol }: ParsedSymbol, { bars, actions }: PriceFile): string[] {
  if (assetType !== "stock") return [];
  const { findings } = checkSeries(
    bars,
    (actions ?? []).map(({ kind, ...rest }) => ({ ...rest, action: kind })),
  );
  const looks = findings.flatMap(({ kind, from, ratio, reason }) =>
    (kind === "split" || kind === "unclear") && ratio !== null
      ? [`${reason} (--splits ${from}:${ratio >= 1 ? ratio : `1/${Math.round(1 / ratio)}`}).`]
      : [],
  );
  const unknown = `Splits are not known, and without them runs on ${symbol} end in REVIEW: add --splits 2020-08-31:4, or --splits none.`;
  return [...looks, ...(actions === null ? [unknown] : [])];
}

interface Preview {
  readonly from: string;
  readonly symbol: ParsedSymbol;
  readonly currency: string;
  readonly file: PriceFile;
  readonly notes: readonly string[];
  readonly out: string;
}

function previewText({ from, symbol, currency, file, notes, out }: Preview): string {
  const { bars, columns, dateOrder, decimal, actions } = file;
  const first = bars.slice(0, shownRows);
  const last = bars.slice(Math.max(shownRows, bars.length - shownRows));
  const order = dateOrder === null ? "" : `, dates ${dateOrder === "dmy" ? "day first" : "month first"}`;
  const lines: (readonly [string, string])[] = [
    ["File", from],
    ["Symbol", `${symbol.symbol}, ${symbol.assetType}, in ${currency}, sessions of ${symbol.calendar}`],
    [
      "Columns",
      columns.map(({ title, use }) => (title.toLowerCase() === use ? title : `${title} as ${use}`)).join(", "),
    ],
    ["Read as", `decimal ${decimal ?? "point"}${order}`],
    ["Days", `${counted(bars.length, "day")}, ${bars[0]?.date} to ${bars.at(-1)?.date}`],
    ...[...first, ...last].map(
      (bar) =>
        [
          "",
          `${bar.date}  open ${bar.open}  high ${bar.high}  low ${bar.low}  close ${bar.close}  volume ${bar.volume ?? "unknown"}`,
        ] as const,
    ),
    ...(actions === null ? [] : [["Actions", actionsText(actions)] as const]),
    ...notes.map((note, index) => [index === 0 ? "Notes" : "", note] as const),
    ["Archive", out],
  ];
  return lines.map(([name, text]) => `${name.padEnd(9)}${printable(text)}\n`).join("");
}

function actionsText(actions: readonly PriceAction[]): string {
  const splits = actions
    .filter(({ kind }) => kind === "split")
    .map(({ exDate, value }) => `${splitText(value)} on ${exDate}`);
  const dividends = actions.length - splits.length;
  const named = splits.length === 0 ? "no splits" : splits.join(", ");
  return dividends === 0 ? named : `${named}; ${counted(dividends, "dividend")}`;
}

async function checked(cli: Cli, out: string, symbol: string, { bars }: PriceFile): Promise<number> {
  const findings = (await cli.checkArchive(out)).filter(
    ({ level, message, file }) => level === "error" || `${file} ${message}`.includes(symbol),
  );
  for (const { file, line, level, message } of findings.slice(0, mostFindings))
    say(cli.err, `${level}: ${file}${line === null ? "" : `:${line}`}: ${message}`);
  const more = findings.length - mostFindings;
  if (more > 0) say(cli.err, `${counted(more, "more finding")}: conclave archive check ${shellWord(out)}`);
  say(
    cli.out,
    `Written. Try it: conclave analyze ${shellWord(symbol)} --date ${bars.at(-1)?.date} --archive ${shellWord(out)} --offline`,
  );
  return findings.some(({ level }) => level === "error") ? exit.failed : exit.ok;
}
