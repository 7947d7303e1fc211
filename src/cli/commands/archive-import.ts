import { readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { dateOrders } from "#src/market/imports/dates.ts";
import { fileText, tooLarge } from "#src/market/imports/file-text.ts";
import { readPriceFile, type PriceFile, type PriceOptions } from "#src/market/imports/price-file.ts";
import type { PriceAction } from "#src/market/imports/price-restore.ts";
import { delimiterNames, readRows, type Row } from "#src/market/imports/table.ts";
import { checkSeries } from "#src/market/series/checks.ts";
import { splitText } from "#src/market/series/ratio-text.ts";
import { readSymbol } from "#src/market/read-symbol.ts";
import type { ParsedSymbol } from "#src/market/symbols.ts";
import { isRealDate, toIso } from "#src/platform/clock.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import { counted } from "#src/platform/number-text.ts";
import { ask, canAsk } from "../ask.ts";
import type { Cli } from "../cli.ts";
import { exit } from "../failure.ts";
import { isSystemError, shellWord } from "../run-folder.ts";
import { oneOf } from "../run-flags.ts";
import { printable, say } from "../terminal.ts";

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
  readonly out?: string;
  readonly yes?: boolean;
}

/** Daily prices of a century are a twentieth of it. */
const mostBytes = 32_000_000;
const mostProblems = 20;
const mostFindings = 5;
const shownRows = 2;

/**
 * Makes an archive of somebody's price file, once they have seen what was understood; what is not certain is asked on
 * a terminal, and refused with the option that answers elsewhere.
 * @returns the exit code
 */
export async function runArchiveImport(cli: Cli, path: string, flags: ArchiveImportFlags): Promise<number> {
  const label = printable(basename(path));
  const { rows, format } = await readFileRows(path, label);
  const given = flags.symbol === undefined ? null : parsedSymbol(flags.symbol);
  const options = readOptions(flags, given);
  const first = await readPrices(cli, label, rows, options);
  const symbol = given ?? (await symbolOf(cli, first.file, path));
  const splits =
    first.file.actions === null && symbol.assetType === "stock" && flags.yes !== true ? await askSplits(cli) : null;
  const { file } = splits === null ? first : await readPrices(cli, label, rows, { ...first.options, splits });
  const currency = await currencyOf(cli, symbol, flags.currency);
  const assetType = symbol.assetType;
  const actions = assetType === "stock" ? file.actions : null;
  const out =
    flags.out === undefined ? join(cli.settings.home, "archives", folderName(symbol.symbol)) : resolve(flags.out);
  const notes = [...file.notes, ...splitNotes(symbol, file)];
  cli.out.write(previewText({ label, format, symbol, currency, file, notes, out }));
  if (flags.yes !== true && !canAsk(cli)) {
    say(cli.err, "Nothing was written. Add --yes to write it.");
    return exit.usage;
  }
  if (flags.yes !== true && !/^y(es)?$/i.test(await ask(cli, "Write it? [y/N]"))) {
    say(cli.err, "Nothing was written.");
    return exit.ok;
  }
  const { calendar } = symbol;
  const instrument = {
    symbol: symbol.symbol,
    name: flags.name ?? symbol.symbol,
    assetType,
    exchange: "not stated",
    currency,
    calendar,
    synthetic: false,
  };
  const { writeToArchive } = await import("#src/compose/write-archive.ts");
  await writeToArchive(out, { instrument, bars: file.bars, actions, origin: `the file ${label}`, caveats: notes });
  return told(cli, out, symbol.symbol, file);
}

async function readFileRows(path: string, label: string): Promise<{ rows: readonly Row[]; format: string }> {
  const refuse = (reason: string): never => {
    throw new InvalidInput(`${label} ${reason}`);
  };
  const bytes = await bytesOf(path).catch((error: unknown) => {
    if (isSystemError(error))
      return refuse(error.code === "ENOENT" ? "does not exist" : `cannot be read (${error.code})`);
    throw error;
  });
  if (bytes === null) return refuse("is not a file");
  const text = bytes === "too large" ? { ok: false as const, reason: tooLarge(mostBytes) } : fileText(bytes, mostBytes);
  if (!text.ok) return refuse(text.reason);
  const read = readRows(text.text);
  if (!read.ok) return refuse(read.reason);
  if (read.rows.length === 0) return refuse("is empty");
  const format = [
    text.encoding,
    ...(text.gzip ? ["gzip"] : []),
    `separated by ${delimiterNames[read.delimiter] ?? `"${read.delimiter}"`}`,
  ];
  return { rows: read.rows, format: format.join(", ") };
}

/** A file that is too large is not read; `null` for what is no file. */
async function bytesOf(path: string): Promise<Uint8Array | "too large" | null> {
  const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
  return !isFile ? null : size > mostBytes ? "too large" : readFile(path);
}

function readOptions(flags: ArchiveImportFlags, given: ParsedSymbol | null): PriceOptions {
  return {
    dateOrder: flags.dateOrder === undefined ? null : oneOf("--date-order", flags.dateOrder, z.enum(dateOrders)),
    decimal: flags.decimal === undefined ? null : oneOf("--decimal", flags.decimal, z.enum(["comma", "point"])),
    symbol: given?.symbol ?? null,
    symbolColumn: flags.symbolColumn ?? null,
    splits: flags.splits === undefined ? null : readSplits(flags.splits),
    takesAdjusted: flags.adjusted === true,
  };
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

/** `null`: not known. */
async function askSplits(cli: Cli): Promise<PriceAction[] | null> {
  const answer = canAsk(cli) ? await ask(cli, "Splits in this time, as none or 2020-08-31:4? Enter: not known.") : "";
  return answer === "" ? null : readSplits(answer);
}

function parsedSymbol(text: string): ParsedSymbol {
  const read = readSymbol(text, undefined, []);
  if (!read.ok) throw new InvalidInput(`--symbol: ${read.detail}`);
  return read.symbol;
}

interface Understood {
  readonly file: PriceFile;
  /** With what was answered. */
  readonly options: PriceOptions;
}

/** Asks until nothing is unclear. @throws InvalidInput for a file that cannot be imported */
async function readPrices(cli: Cli, label: string, rows: readonly Row[], options: PriceOptions): Promise<Understood> {
  const read = readPriceFile(rows, options, toIso(cli.clock.now()).slice(0, 10));
  if (read.status === "read") return { file: read.file, options };
  if (read.status === "refused") {
    for (const problem of read.problems.slice(0, mostProblems)) say(cli.err, `${label}: ${problem}`);
    const more = read.problems.length - mostProblems;
    if (more > 0) say(cli.err, `${label}: ${counted(more, "more line")}`);
    const count =
      read.problems.length === 0
        ? ""
        : `: ${counted(read.problems.length, "line")} cannot be used; nothing was written`;
    throw new InvalidInput(`${label} ${read.reason}${count}`);
  }
  const { option, question, choices } = read;
  const some = choices.length > 10 ? [...choices.slice(0, 10), "…"] : choices;
  if (!canAsk(cli)) throw new InvalidInput(`${label}: ${question} Add ${option} ${some.join(" or ")}`);
  const answer = await ask(cli, `${question} [${some.join("/")}]`);
  if (!choices.includes(answer))
    throw new InvalidInput(`${option}: must be one of ${some.join(", ")}, not "${answer}"`);
  const next: PriceOptions = {
    ...options,
    ...(option === "--date-order" && { dateOrder: oneOf(option, answer, z.enum(dateOrders)) }),
    ...(option === "--decimal" && { decimal: oneOf(option, answer, z.enum(["comma", "point"])) }),
    ...(option === "--symbol" && { symbol: answer }),
  };
  return readPrices(cli, label, rows, next);
}

/** A file's name may be anything: it is only offered. */
async function symbolOf(cli: Cli, file: PriceFile, path: string): Promise<ParsedSymbol> {
  if (file.symbol !== null) return parsedSymbol(file.symbol);
  const stem = basename(path).replace(/\.(?:gz|csv|tsv|txt)\b.*$/i, "");
  const offered = readSymbol(stem, undefined, []);
  const name = offered.ok ? offered.symbol.symbol : "AAPL";
  if (!canAsk(cli))
    throw new InvalidInput(
      `--symbol: is required, since the file does not say whose prices they are; such as --symbol ${name}`,
    );
  const answer = await ask(cli, offered.ok ? `Whose prices are they? [${name}]` : "Whose prices are they?");
  return parsedSymbol(answer === "" && offered.ok ? name : answer);
}

async function currencyOf(cli: Cli, { symbol, currency }: ParsedSymbol, given: string | undefined): Promise<string> {
  if (given === undefined && currency !== null) return currency;
  if (given === undefined && !canAsk(cli))
    throw new InvalidInput(`--currency: is required for ${symbol}, such as GBP for pounds or GBX for pence`);
  const code = (
    given ?? (await ask(cli, `Currency of the prices, such as GBP for pounds or GBX for pence?`))
  ).toUpperCase();
  if (!/^[A-Z]{3,5}$/.test(code)) throw new InvalidInput(`--currency: must be a code such as USD, not "${code}"`);
  return code;
}

function folderName(symbol: string): string {
  return symbol.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "");
}

/** What a stock's runs need and the file does not have. */
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
  const unknown = `Splits are not known, and runs on ${symbol} end in REVIEW without them: give them with --splits 2020-08-31:4, or --splits none.`;
  return [...looks, ...(actions === null ? [unknown] : [])];
}

interface Preview {
  readonly label: string;
  readonly format: string;
  readonly symbol: ParsedSymbol;
  readonly currency: string;
  readonly file: PriceFile;
  readonly notes: readonly string[];
  readonly out: string;
}

function previewText({ label, format, symbol, currency, file, notes, out }: Preview): string {
  const { bars, columns, dateOrder, decimal, actions } = file;
  const first = bars.slice(0, shownRows);
  const last = bars.slice(Math.max(shownRows, bars.length - shownRows));
  const order = dateOrder === null ? "" : `, dates ${dateOrder === "dmy" ? "day first" : "month first"}`;
  const lines: (readonly [string, string])[] = [
    ["File", `${label} (${format})`],
    ["Symbol", `${symbol.symbol}, ${symbol.assetType}, in ${currency}, sessions of ${symbol.calendar}`],
    [
      "Columns",
      columns.map(({ title, use }) => (title.toLowerCase() === use ? title : `${title} as ${use}`)).join(", "),
    ],
    ["Read as", `decimal ${decimal}${order}`],
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

async function told(cli: Cli, out: string, symbol: string, { bars }: PriceFile): Promise<number> {
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
