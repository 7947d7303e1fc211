import { type Instant, type LocalDate, addDays, daysBetween } from "#src/core/clock.ts";
import { type Answer, type Dated, type Listing, askVendors } from "./vendor-chain.ts";
import type { Bar, CorporateAction, DataKind, FilingFact, Instrument, RecordOf, VendorChain } from "../market-data.ts";
import { type CheckedSeries, type SeriesFinding, checkSeries } from "../series/checks.ts";
import type { Bounds, RefusalLog } from "./as-of.ts";
import { EARLIEST } from "../calendar/calendar.ts";

/** From which day on prices can be compared; before it a split or a unit is in doubt (ADR 7). */
export interface PriceBasis {
  /** `null`: all of the window. */
  readonly from: LocalDate | null;
  /** Why it is incomplete, as half a sentence; `null` when it is complete. */
  readonly reason: string | null;
  /** The same if a possible split was a crash: for what is no opinion. */
  readonly atBestFrom: LocalDate | null;
}

/**
 * A stock's prices compare if somebody looked for its actions and nothing says otherwise. Coins and indices have none.
 * @param last date of the last bar
 */
function priceBasis(
  { assetType, symbol }: Instrument,
  { broken, surelyBroken }: Pick<CheckedSeries<Bar>, "broken" | "surelyBroken">,
  actions: Answer<CorporateAction>,
  last: LocalDate,
): PriceBasis {
  if (assetType === "stock" && (actions.failure !== null || !actions.covered)) {
    const why = actions.failure === null ? "no source has" : "no source could give";
    return { from: last, reason: `${why} the splits and dividends of ${symbol}`, atBestFrom: last };
  }
  return { from: broken?.from ?? null, reason: broken?.reason ?? null, atBestFrom: surelyBroken?.from ?? null };
}

export function dated<T>(answer: Answer<T>): Dated<T> {
  return { records: answer.records, notes: answer.notes };
}

export interface MarketRun {
  readonly vendors: VendorChain;
  readonly session: LocalDate;
  readonly asOf: Instant;
  readonly historical: boolean;
  readonly signal: AbortSignal;
  readonly refusals?: RefusalLog | undefined;
}

/** One instrument's records in a run, each window fetched once. */
export interface RecordReader {
  /** `days` null: all there is. */
  ask<K extends DataKind>(kind: K, days: number | null, series?: readonly string[]): Promise<Answer<RecordOf[K]>>;
  bars(days: number): Promise<Dated<Bar>>;
  adjustedBars(days: number): Promise<Dated<Bar>>;
  priceBasis(days: number): Promise<PriceBasis>;
}

type Memory = { readonly [K in DataKind]: Map<string, Promise<Answer<RecordOf[K]>>> };

export function openRecordReader(run: MarketRun, { instrument, calendar }: Listing): RecordReader {
  const memory: Memory = {
    bars: new Map(),
    actions: new Map(),
    filings: new Map(),
    news: new Map(),
    social: new Map(),
    macro: new Map(),
    funding: new Map(),
    events: new Map(),
    insiders: new Map(),
    institutions: new Map(),
  };
  const day = calendar.dateAt(run.asOf);
  const lastClosed = calendar.sessionClose(day) <= run.asOf ? day : addDays(day, -1);

  function ask<K extends DataKind>(
    kind: K,
    days: number | null,
    series: readonly string[] = [],
  ): Promise<Answer<RecordOf[K]>> {
    const from = windowStart(run.session, days);
    const wanted = [...new Set(series)].toSorted();
    const bounds: Bounds = {
      from,
      to: run.session,
      fromInstant: calendar.dayStart(from),
      asOf: run.asOf,
      lastClosed: lastClosed < run.session ? lastClosed : run.session,
      historical: run.historical,
      series: wanted,
    };
    return once(
      memory[kind],
      JSON.stringify([from, wanted]),
      () => askVendors(kind, run.vendors.byKind[kind], { instrument, bounds, refusals: run.refusals }, run.signal),
      (answer) => answer.failure === null,
    );
  }

  async function bars(days: number): Promise<Dated<Bar>> {
    const answer = await ask("bars", days);
    if (answer.failure !== null) throw answer.failure;
    const age = staleDays(answer.records, run.session);
    const last = answer.records.at(-1);
    if (age === null || last === undefined) return dated(answer);
    return {
      records: answer.records,
      notes: [...answer.notes, `prices end on ${last.date}, ${age} days before ${run.session}: stale`],
    };
  }

  const comparable = comparablePrices(
    instrument,
    run.session,
    (days) => Promise.all([bars(days), ask("actions", days)]),
    () => ask("filings", null),
  );
  return { ask, bars, ...comparable };
}

interface Basis {
  readonly adjusted: readonly Bar[];
  readonly notes: readonly string[];
  readonly basis: PriceBasis;
  readonly isKept: boolean;
}

function comparablePrices(
  instrument: Instrument,
  session: LocalDate,
  ask: (days: number) => Promise<readonly [Dated<Bar>, Answer<CorporateAction>]>,
  askFilings: () => Promise<Answer<FilingFact>>,
): Pick<RecordReader, "adjustedBars" | "priceBasis"> {
  const bases = new Map<string, Promise<Basis>>();

  /** Computed once per window; again when the actions were unavailable. */
  function basisOf(days: number): Promise<Basis> {
    return once(
      bases,
      String(days),
      async () => {
        const [raw, actions] = await ask(days);
        const checked = checkSeries(raw.records, actions.records);
        // Filings are large, and few series need them.
        const filings = instrument.assetType === "stock" && mayBeSplit(checked) ? await askFilings() : null;
        const known = filings === null ? checked : checkSeries(raw.records, actions.records, filings.records);
        const { adjusted, findings } = known;
        const basis = priceBasis(instrument, known, actions, adjusted.at(-1)?.date ?? session);
        const notes = [...raw.notes, ...actions.notes, ...findings.flatMap(seriesNote)];
        const isKept = actions.failure === null && (filings?.failure ?? null) === null;
        return { adjusted, notes, basis, isKept };
      },
      ({ isKept }) => isKept,
    );
  }

  return {
    async adjustedBars(days) {
      const { adjusted, notes, basis } = await basisOf(days);
      const { from, reason } = basis;
      if (from === null) return { records: adjusted, notes };
      return {
        records: adjusted.filter((bar) => bar.date >= from),
        notes: [...notes, `prices before ${from} are left out: ${reason}`],
      };
    },
    priceBasis: async (days) => (await basisOf(days)).basis,
  };
}

function mayBeSplit({ findings }: CheckedSeries<Bar>): boolean {
  return findings.some(({ kind }) => kind === "split" || kind === "unclear");
}

/** A break in the series is reported with what it leaves out. */
function seriesNote({ kind, reason }: SeriesFinding): string[] {
  switch (kind) {
    case "slip":
      return [`${reason}, and left out`];
    case "moved":
    case "halt":
    case "no trade":
      return [reason];
    default:
      return [];
  }
}

function windowStart(session: LocalDate, days: number | null): LocalDate {
  if (days === null) return EARLIEST;
  if (!Number.isInteger(days) || days < 1) throw new RangeError(`a window of ${days} days`);
  const start = addDays(session, 1 - days);
  return start < EARLIEST ? EARLIEST : start;
}

/** Concurrent callers share one answer per `key`; failures and refused ones are not kept. */
export function once<T>(
  memory: Map<string, Promise<T>>,
  key: string,
  ask: () => Promise<T>,
  isGood: (answer: T) => boolean,
): Promise<T> {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const asked = ask().then(
    (answer) => {
      if (!isGood(answer)) memory.delete(key);
      return answer;
    },
    (error: unknown) => {
      memory.delete(key);
      throw error;
    },
  );
  memory.set(key, asked);
  return asked;
}

/** Bars that end more than this many days before the session are stale. */
const STALE_AFTER_DAYS = 10;

/** Days from the last bar to `session` if too many, else `null`. */
export function staleDays(bars: readonly Bar[], session: LocalDate): number | null {
  const last = bars.at(-1);
  if (last === undefined) return null;
  const age = daysBetween(last.date, session);
  return age > STALE_AFTER_DAYS ? age : null;
}
