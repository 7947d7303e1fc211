import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { LocalDate } from "#src/core/clock.ts";
import { InvalidInput } from "#src/core/errors.ts";
import { type Calendar, calendarByName } from "#src/market/calendar/calendar.ts";
import { checkSeries, type SeriesFinding } from "#src/market/series/checks.ts";
import { isPairSymbol, parseSymbol } from "#src/market/symbols/symbols.ts";
import {
  type ActionRow,
  type ArchiveInstrument,
  type BarRow,
  type FilingRow,
  fileStem,
  type Parse,
  type ParsedFile,
  parseActions,
  parseBars,
  parseDescription,
  parseEvents,
  parseInsiders,
  parseInstitutions,
  parseFilings,
  parseInstruments,
  parseNews,
  parseSocial,
  readArchiveFile,
} from "./archive-files.ts";

/** `error`: broken layout, or a run would fail. `warning`: readable, but odd. `line` counts from 1. */
export interface ArchiveFinding {
  readonly level: "error" | "warning";
  readonly file: string;
  readonly line: number | null;
  readonly message: string;
}

const jumpShare = 0.4;

const endings = {
  bars: "csv",
  actions: "csv",
  filings: "jsonl",
  news: "jsonl",
  social: "jsonl",
  events: "jsonl",
  insiders: "jsonl",
  institutions: "jsonl",
} as const;

/** Optional files beside the two required ones. */
const companions: readonly string[] = ["README.md", "NOTICE.md", "LICENSE", "LICENSE.md", "LICENSE.txt"];

/**
 * Reads a whole archive and lists what is wrong or odd.
 * @throws InvalidInput when `dir` cannot be read
 */
export async function checkArchive(dir: string): Promise<ArchiveFinding[]> {
  const entries = await listing(dir);
  const findings: ArchiveFinding[] = [];
  const description = await read(dir, "archive.json", parseDescription, findings);
  const instruments = await read(dir, "instruments.json", parseInstruments, findings);
  if (description === null) findings.push(missing("archive.json"));
  if (instruments === null) findings.push(missing("instruments.json"));
  const known = instruments?.rows ?? [];
  const holdsSynthetic = known.some((instrument) => instrument.synthetic);
  if (known.length > 0 && description?.rows[0] !== undefined && description.rows[0].synthetic !== holdsSynthetic) {
    findings.push(warn("archive.json", null, "synthetic differs from what the instruments say of themselves"));
  }
  for (const instrument of known) findings.push(...(await checkSymbol(dir, instrument)));
  // Without the list of instruments every file would look unknown.
  if (known.length > 0) findings.push(...unlistedFiles(entries, known));
  return findings;
}

async function checkSymbol(dir: string, instrument: ArchiveInstrument): Promise<ArchiveFinding[]> {
  const findings: ArchiveFinding[] = [];
  const stem = fileStem(instrument.symbol);
  const spelling = parseSymbol(instrument.symbol, instrument.assetType === "crypto" ? "crypto" : undefined);
  const { symbol, assetType, currency } = instrument;
  if (assetType === "currency") {
    if (!isPairSymbol(symbol) || symbol.slice(3, 6) !== currency)
      findings.push(
        warn(
          "instruments.json",
          null,
          `${symbol} is no pair of currencies such as EURUSD=X, with the second as currency`,
        ),
      );
  } else if (!spelling.ok || spelling.symbol.symbol !== symbol) {
    const canonical = spelling.ok ? `; ${spelling.symbol.symbol} would be` : `: ${spelling.reason}`;
    findings.push(
      warn("instruments.json", null, `${symbol} is not a canonical symbol, so no run can ask for it${canonical}`),
    );
  }
  const bars = await read(dir, `bars/${stem}.csv`, parseBars, findings);
  if (bars === null) findings.push(missing(`bars/${stem}.csv`));
  const actions = await read(dir, `actions/${stem}.csv`, parseActions, findings);
  const filings = await read(dir, `filings/${stem}.jsonl`, parseFilings, findings);
  await read(dir, `news/${stem}.jsonl`, parseNews, findings);
  await read(dir, `social/${stem}.jsonl`, parseSocial, findings);
  await read(dir, `events/${stem}.jsonl`, parseEvents, findings);
  await read(dir, `insiders/${stem}.jsonl`, parseInsiders, findings);
  await read(dir, `institutions/${stem}.jsonl`, parseInstitutions, findings);

  const calendar = calendarByName(instrument.calendar);
  if (bars !== null && calendar !== null) findings.push(...sessionWarnings(`bars/${stem}.csv`, bars, calendar));
  if (bars !== null)
    findings.push(...priceWarnings(`bars/${stem}.csv`, bars, actions?.rows ?? [], filings?.rows ?? []));
  if (instrument.assetType === "stock" && actions === null) {
    const remedy = "write one with its header alone if there were no splits and no dividends";
    findings.push(
      warn(`actions/${stem}.csv`, null, `is missing, so every run on ${instrument.symbol} ends in REVIEW: ${remedy}`),
    );
  }
  if (filings !== null) findings.push(...filingWarnings(`filings/${stem}.jsonl`, filings));
  return findings;
}

function sessionWarnings(file: string, bars: ParsedFile<BarRow>, calendar: Calendar): ArchiveFinding[] {
  const first = bars.rows[0];
  const last = bars.rows.at(-1);
  if (first === undefined || last === undefined) return [warn(file, null, "has no bars")];
  const traded = new Set(bars.rows.map((bar) => bar.date));
  const caution =
    calendar.holidaysKnown(first.date) && calendar.holidaysKnown(last.date)
      ? ""
      : ` (the holidays of ${calendar.name} are not known)`;
  const gaps = stretches(calendar.sessionsBetween(first.date, last.date), (date) => !traded.has(date)).map((gap) =>
    warn(file, null, `${span(gap)} of ${calendar.name} without a bar${caution}`),
  );
  const odd = bars.rows.flatMap((bar, index) =>
    calendar.isSession(bar.date)
      ? []
      : [warn(file, bars.lines[index] ?? null, `a bar on ${bar.date}, which is not a session of ${calendar.name}`)],
  );
  return [...gaps, ...odd];
}

function priceWarnings(
  file: string,
  bars: ParsedFile<BarRow>,
  actions: readonly ActionRow[],
  filings: readonly FilingRow[],
): ArchiveFinding[] {
  const known = actions.map(({ exDate, kind, value }) => ({ exDate, action: kind, value }));
  const { findings, adjusted } = checkSeries(bars.rows, known, filings);
  const lines = new Map(bars.rows.map(({ date }, index) => [date, bars.lines[index] ?? null]));
  const named = findings.map((found) =>
    warn(file, lines.get(found.from) ?? null, `${found.reason}${consequence(found)}`),
  );
  const still = bars.rows.flatMap(({ date, volume, high, low }) =>
    volume === 0 && high === low
      ? [warn(file, lines.get(date) ?? null, `${date} is flat with volume 0: a day without a trade`)]
      : [],
  );
  const moves = adjusted.flatMap(({ date, close }, index) => {
    const before = adjusted[index - 1];
    const move = before === undefined ? 0 : close / before.close - 1;
    return Math.abs(move) <= jumpShare || findings.some(({ from }) => from === date)
      ? []
      : [
          warn(
            file,
            lines.get(date) ?? null,
            `the close of ${date} is ${percent(move)} from the one before, without a split`,
          ),
        ];
  });
  return [...named, ...still, ...moves].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

function consequence({ kind }: SeriesFinding): string {
  switch (kind) {
    case "absent":
    case "inverse":
      return "; bars must be raw, and runs leave out the prices before it";
    case "split":
    case "unclear":
    case "unit":
      return "; runs leave out the prices before it";
    case "slip":
      return "; runs leave them out";
    case "moved":
    case "halt":
      return "";
    case "no trade":
      return "; a run of that day ends in REVIEW";
  }
}

function filingWarnings(file: string, filings: ParsedFile<FilingRow>): ArchiveFinding[] {
  return filings.rows.flatMap((fact, index) =>
    fact.filed < fact.end
      ? [
          warn(
            file,
            filings.lines[index] ?? null,
            `${fact.concept} is filed on ${fact.filed}, before its end ${fact.end}`,
          ),
        ]
      : [],
  );
}

/** Files that no reader of the layout would open. */
function unlistedFiles(entries: readonly string[], instruments: readonly ArchiveInstrument[]): ArchiveFinding[] {
  const expected = new Set<string>(["archive.json", "instruments.json", ...companions]);
  for (const [folder, ending] of Object.entries(endings)) {
    for (const { symbol } of instruments) expected.add(`${folder}/${fileStem(symbol)}.${ending}`);
  }
  return entries
    .filter((entry) => !expected.has(entry))
    .map((entry) => ({ level: "error", file: entry, line: null, message: "is not part of the layout" }));
}

async function read<T>(
  dir: string,
  file: string,
  parse: Parse<T>,
  findings: ArchiveFinding[],
): Promise<ParsedFile<T> | null> {
  const parsed = await readArchiveFile(join(dir, file), parse).catch((error: unknown): ParsedFile<T> => {
    const reason = error instanceof Error ? error.message : String(error);
    return { rows: [], lines: [], problems: [{ line: null, message: `cannot be read: ${reason}`, since: null }] };
  });
  for (const { line, message } of parsed?.problems ?? []) findings.push({ level: "error", file, line, message });
  return parsed;
}

/** Every file below the folder, by its path with `/`, in code-unit order. */
async function listing(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new InvalidInput(`${dir} is not a folder that can be read`, { cause });
  });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
    .toSorted();
}

/** Neighbouring dates for which `holds`, together. */
function stretches(dates: readonly LocalDate[], holds: (date: LocalDate) => boolean): LocalDate[][] {
  const found: LocalDate[][] = [];
  let open: LocalDate[] = [];
  for (const date of dates) {
    if (holds(date)) {
      if (open.length === 0) found.push(open);
      open.push(date);
    } else open = [];
  }
  return found;
}

function span(dates: readonly LocalDate[]): string {
  const [first = ""] = dates;
  return dates.length === 1 ? `the session ${first}` : `${dates.length} sessions, ${first} to ${dates.at(-1)},`;
}

function percent(share: number): string {
  return `${share > 0 ? "+" : "−"}${Math.abs(share * 100).toFixed(1)} %`;
}

function warn(file: string, line: number | null, message: string): ArchiveFinding {
  return { level: "warning", file, line, message };
}

function missing(file: string): ArchiveFinding {
  return { level: "error", file, line: null, message: "is missing" };
}
