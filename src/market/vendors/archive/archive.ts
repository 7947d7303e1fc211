import { basename, join } from "node:path";
import { type LocalDate, addDays } from "#src/core/clock.ts";
import { shortageOf } from "#src/core/network/database-away.ts";
import { Cancelled, InvalidInput, VendorFailed } from "#src/core/errors.ts";
import { type Calendar, calendarByName } from "#src/market/calendar/calendar.ts";
import {
  type Analysable,
  type Instrument,
  type Known,
  type MarketQuery,
  type Source,
  type Vendor,
  isAnalysable,
} from "#src/market/market-data.ts";
import {
  type FileProblem,
  type Parse,
  type ParsedFile,
  fileStem,
  parseActions,
  parseBars,
  parseDescription,
  parseEvents,
  parseFilings,
  parseInsiders,
  parseInstitutions,
  parseInstruments,
  parseNews,
  parseSocial,
  readArchiveFile,
} from "./archive-files.ts";
import { leading } from "./archive-lines.ts";
import {
  type Holding,
  actions,
  bars,
  events,
  filings,
  insiders,
  institutions,
  news,
  social,
} from "./archive-records.ts";

/** How many problems per file an error lists. */
const namedProblems = 20;

/**
 * A folder (docs/archives.md) as the vendor `archive:NAME`. Files are kept parsed once read. A fetch throws
 * VendorFailed `malformed` for faults at or before the query's instant, `unavailable` for unreadable files.
 * @throws InvalidInput without archive.json or instruments.json
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
    // Old filings hold until restated, so the window begins at the start.
    filings: source(
      (symbol) => `filings/${fileStem(symbol)}.jsonl`,
      parseFilings,
      filings,
      (records, { to }) => [0, leading(records, (fact) => fact.filed <= to)],
      ({ asOf }, calendar) => addDays(calendar.dateAt(asOf), -1),
    ),
    news: source((symbol) => `news/${fileStem(symbol)}.jsonl`, parseNews, news, published, instantOf),
    social: source((symbol) => `social/${fileStem(symbol)}.jsonl`, parseSocial, social, published, instantOf),
    events: source((symbol) => `events/${fileStem(symbol)}.jsonl`, parseEvents, events, published, instantOf),
    insiders: source((symbol) => `insiders/${fileStem(symbol)}.jsonl`, parseInsiders, insiders, published, instantOf),
    institutions: source(
      (symbol) => `institutions/${fileStem(symbol)}.jsonl`,
      parseInstitutions,
      institutions,
      published,
      instantOf,
    ),
  };
}

interface Archive {
  readonly name: string;
  readonly dir: string;
  readonly holdings: ReadonlyMap<string, Holding>;
}

/** Its start, and its exclusive end. */
type Stretch = readonly [from: number, to: number];

/** `lastKnown`: the last time that a query's instant can know. */
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
          // A file that is corrected on disk is read again.
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

function lastClosed({ asOf }: MarketQuery, calendar: Calendar): LocalDate {
  const day = calendar.dateAt(asOf);
  return calendar.sessionClose(day) <= asOf ? day : addDays(day, -1);
}

function instantOf({ asOf }: MarketQuery): string {
  return new Date(asOf).toISOString();
}

/** The calendar's days from `from` to `to`, up to the last instant. */
function published<T extends Known>(records: readonly T[], { from, to }: MarketQuery, calendar: Calendar): Stretch {
  const start = calendar.dayStart(from);
  const end = calendar.dayStart(addDays(to, 1));
  return [leading(records, (record) => record.eventTime < start), leading(records, (record) => record.eventTime < end)];
}

/** Ascending records in the window, both ends inclusive. */
function between<T>(records: readonly T[], dayOf: (record: T) => LocalDate, from: LocalDate, to: LocalDate): Stretch {
  return [leading(records, (record) => dayOf(record) < from), leading(records, (record) => dayOf(record) <= to)];
}

/** Repeated stretches return the same array, so caches on it hold. */
function stretches<T>(records: readonly T[]): (find: (records: readonly T[]) => Stretch) => readonly T[] {
  let last: { readonly stretch: Stretch; readonly records: readonly T[] } | null = null;
  return (find) => {
    const stretch = find(records);
    if (last === null || last.stretch.join() !== stretch.join()) last = { stretch, records: records.slice(...stretch) };
    return last.records;
  };
}

/** Loads once, shared by concurrent callers; failures are retried. */
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

/** `null` when there is no file. */
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

/** Days with prices; `null` where there are none. */
export interface ArchiveListing {
  readonly archive: string;
  readonly instrument: Analysable;
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
}

/**
 * Without pairs of currencies. Broken price lines are passed over.
 * @param wanted other instruments' prices are not read
 * @throws InvalidInput for a folder that is no archive
 */
export async function listArchive(
  dir: string,
  wanted: (instrument: Instrument) => boolean = () => true,
): Promise<ArchiveListing[]> {
  const [description] = await rowsIn(dir, "archive.json", parseDescription);
  const instruments = await rowsIn(dir, "instruments.json", parseInstruments);
  if (description === undefined) throw new InvalidInput(`the archive ${dir} has a broken archive.json`);
  return Promise.all(
    instruments
      .filter(isAnalysable)
      .filter(wanted)
      .map(async (instrument) => {
        const prices =
          (await readArchiveFile(join(dir, `bars/${fileStem(instrument.symbol)}.csv`), parseBars))?.rows ?? [];
        return {
          archive: description.name,
          instrument,
          from: prices.at(0)?.date ?? null,
          to: prices.at(-1)?.date ?? null,
        };
      }),
  );
}

async function rowsIn<T>(dir: string, file: string, parse: Parse<T>): Promise<readonly T[]> {
  const read = await readArchiveFile(join(dir, file), parse);
  if (read === null) throw new InvalidInput(`the archive ${dir} has no ${file}`);
  return read.rows;
}
