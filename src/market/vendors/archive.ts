import { basename, join } from "node:path";
import { addDays, type LocalDate } from "#src/platform/clock.ts";
import { shortageOf } from "#src/platform/database-away.ts";
import { Cancelled, InvalidInput, VendorFailed } from "#src/platform/errors.ts";
import { type Calendar, calendarByName } from "../calendar.ts";
import type { Known, MarketQuery, Source, Vendor } from "../market-data.ts";
import {
  type FileProblem,
  fileStem,
  type Parse,
  type ParsedFile,
  parseActions,
  parseBars,
  parseDescription,
  parseFilings,
  parseInstruments,
  parseNews,
  parseSocial,
  readArchiveFile,
} from "./archive-files.ts";
import { leading } from "./archive-lines.ts";
import { actions, bars, filings, news, social, type Holding } from "./archive-records.ts";

/** How many problems of one file an error names. */
const namedProblems = 20;

/**
 * A folder in the layout of docs/archives.md as a vendor named `archive:NAME`. Every file is read when it is first
 * asked for and kept parsed, so a change on disk shows only in a newly opened archive. A symbol without a file has
 * no data, and of its actions nothing is known. A fetch throws VendorFailed `malformed`, naming the lines, for a file
 * that breaks the layout at or before the instant of the query, and `unavailable` for one that cannot be read; what
 * is broken later is for `archive check` to tell.
 * @throws InvalidInput when the folder has no archive.json or no instruments.json; VendorFailed as a fetch does
 */
export async function openArchive(dir: string): Promise<Vendor> {
  const [description] = await required(dir, "archive.json", parseDescription);
  if (description === undefined) throw new RangeError("a parsed archive.json without a description");
  const name = `archive:${description.name}`;
  const holdings = new Map<string, Holding>();
  for (const instrument of await required(dir, "instruments.json", parseInstruments)) {
    const calendar = calendarByName(instrument.calendar);
    if (calendar === null) throw new RangeError(`a parsed instrument with the calendar ${instrument.calendar}`);
    holdings.set(instrument.symbol, { source: name, instrument, calendar });
  }

  const source = sourcesOf({ name, dir, holdings });
  return {
    name,
    symbols: [...holdings.keys()],
    instrument: async (symbol) => holdings.get(symbol)?.instrument ?? null,
    bars: source(
      (symbol) => `bars/${fileStem(symbol)}.csv`,
      parseBars,
      bars,
      (records, { from, to }) => between(records, (bar) => bar.date, from, to),
      lastClosed,
    ),
    actions: source(
      (symbol) => `actions/${fileStem(symbol)}.csv`,
      parseActions,
      actions,
      (records, { from, to }) => between(records, (action) => action.exDate, from, to),
      ({ asOf }, calendar) => calendar.dateAt(asOf),
    ),
    // All of the past belongs to a filing's window: what was filed long ago is what is known until it is restated.
    filings: source(
      (symbol) => `filings/${fileStem(symbol)}.jsonl`,
      parseFilings,
      filings,
      (records, { to }) => [0, leading(records, (fact) => fact.filed <= to)],
      ({ asOf }, calendar) => addDays(calendar.dateAt(asOf), -1),
    ),
    news: source((symbol) => `news/${fileStem(symbol)}.jsonl`, parseNews, news, published, instantOf),
    social: source((symbol) => `social/${fileStem(symbol)}.jsonl`, parseSocial, social, published, instantOf),
  };
}

interface Archive {
  readonly name: string;
  readonly dir: string;
  readonly holdings: ReadonlyMap<string, Holding>;
}

/** Where it starts, and where it ends before. */
type Stretch = readonly [from: number, to: number];

/** One kind of file of an archive. `lastKnown`: the last time of which a line can be known by the instant of a query. */
type ArchiveSource = <R, T extends Known>(
  fileOf: (symbol: string) => string,
  parse: Parse<R>,
  toRecords: (rows: readonly R[], holding: Holding) => readonly T[],
  window: (records: readonly T[], query: MarketQuery, calendar: Calendar) => Stretch,
  lastKnown: (query: MarketQuery, calendar: Calendar) => string,
) => Source<T>;

function sourcesOf({ name, dir, holdings }: Archive): ArchiveSource {
  return (fileOf, parse, toRecords, window, lastKnown) => {
    const files = kept(async (holding) => {
      const file = fileOf(holding.instrument.symbol);
      const parsed = await readFor(name, dir, file, parse);
      return parsed && { file, problems: parsed.problems, stretch: stretches(toRecords(parsed.rows, holding)) };
    });
    return {
      timing: "dated",
      async fetch(query, signal) {
        if (signal.aborted) throw new Cancelled();
        const holding = holdings.get(query.instrument.symbol);
        const found = holding === undefined ? null : await files.of(holding);
        if (holding === undefined || found === null) return [];
        const known = lastKnown(query, holding.calendar);
        const problems = found.problems.filter(({ since }) => since === null || since <= known);
        if (problems.length > 0) {
          // What was mended on disk is read again.
          files.forget(holding);
          throw new VendorFailed(name, "malformed", listed(found.file, problems));
        }
        return found.stretch((records) => window(records, query, holding.calendar));
      },
      async covers({ symbol }) {
        const holding = holdings.get(symbol);
        return holding !== undefined && (await files.of(holding)) !== null;
      },
    };
  };
}

/** The last day of which trading had ended by the instant of the query. */
function lastClosed({ asOf }: MarketQuery, calendar: Calendar): LocalDate {
  const day = calendar.dateAt(asOf);
  return calendar.sessionClose(day) <= asOf ? day : addDays(day, -1);
}

function instantOf({ asOf }: MarketQuery): string {
  return new Date(asOf).toISOString();
}

/** The calendar's days from `from` to `to`, to the last instant. */
function published<T extends Known>(records: readonly T[], { from, to }: MarketQuery, calendar: Calendar): Stretch {
  const start = calendar.dayStart(from);
  const end = calendar.dayStart(addDays(to, 1));
  return [leading(records, (record) => record.eventTime < start), leading(records, (record) => record.eventTime < end)];
}

/** The stretch of ascending records whose day lies in the window, both ends inclusive. */
function between<T>(records: readonly T[], dayOf: (record: T) => LocalDate, from: LocalDate, to: LocalDate): Stretch {
  return [leading(records, (record) => dayOf(record) < from), leading(records, (record) => dayOf(record) <= to)];
}

/** Stretches of some records; the same stretch twice running is the same array, so that what is kept with it serves again. */
function stretches<T>(records: readonly T[]): (find: (records: readonly T[]) => Stretch) => readonly T[] {
  let last: { readonly stretch: Stretch; readonly records: readonly T[] } | null = null;
  return (find) => {
    const stretch = find(records);
    if (last === null || last.stretch.join() !== stretch.join()) last = { stretch, records: records.slice(...stretch) };
    return last.records;
  };
}

/** Loads each holding once; concurrent callers share one load. A failed or forgotten one is tried again. */
function kept<T>(load: (holding: Holding) => Promise<T>): {
  readonly of: (holding: Holding) => Promise<T>;
  readonly forget: (holding: Holding) => void;
} {
  const loads = new Map<string, Promise<T>>();
  const forget = ({ instrument }: Holding): void => void loads.delete(instrument.symbol);
  return {
    of(holding) {
      const { symbol } = holding.instrument;
      const known = loads.get(symbol);
      if (known !== undefined) return known;
      const started = load(holding);
      loads.set(symbol, started);
      started.catch(() => forget(holding));
      return started;
    },
    forget,
  };
}

async function required<R>(dir: string, file: string, parse: Parse<R>): Promise<readonly R[]> {
  const vendor = `archive:${basename(dir)}`;
  const parsed = await readFor(vendor, dir, file, parse);
  if (parsed === null) throw new InvalidInput(`${dir} is not an archive: it has no ${file}`);
  if (parsed.problems.length > 0) throw new VendorFailed(vendor, "malformed", listed(file, parsed.problems));
  return parsed.rows;
}

/** The file with all that is wrong in it; `null` when there is none. */
async function readFor<R>(vendor: string, dir: string, file: string, parse: Parse<R>): Promise<ParsedFile<R> | null> {
  return readArchiveFile(join(dir, file), parse).catch((cause: unknown) => {
    if (shortageOf(cause) !== null) throw cause;
    throw new VendorFailed(vendor, "unavailable", `${file} cannot be read`, { cause });
  });
}

function listed(file: string, problems: readonly FileProblem[]): string {
  const named = problems
    .slice(0, namedProblems)
    .map(({ line, message }) => (line === null ? `${file}: ${message}` : `${file}:${line}: ${message}`));
  const rest = problems.length - named.length;
  return [...named, ...(rest > 0 ? [`${rest} more in ${file}`] : [])].join("; ");
}
