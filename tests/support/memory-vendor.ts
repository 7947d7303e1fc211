import { addDays, type Instant, type LocalDate } from "#src/core/clock.ts";
import { VendorFailed, type OutsideReason } from "#src/core/errors.ts";
import { calendarByName } from "#src/market/calendar/calendar.ts";
import {
  forEachKind,
  type Bar,
  type CompanyEvent,
  type CorporateAction,
  type DataKind,
  type FilingFact,
  type FundingRate,
  type InsiderTrade,
  type InstitutionPosition,
  type Instrument,
  type MacroPoint,
  type VendorChain,
  type NewsItem,
  type RecordOf,
  type SocialPost,
  type Vendor,
} from "#src/market/market-data.ts";

/*
 * Vendors made of arrays, for tests of what stands above vendors. They ignore the window on purpose: what is
 * outside must be stopped by the market and not by a vendor's good manners.
 */

export type Records = { readonly [K in DataKind]?: readonly RecordOf[K][] };

export interface MemoryVendor extends Vendor {
  /** What was asked, in order: `instrument`, `bars`, … */
  readonly asked: string[];
}

export function memoryVendor(name: string, records: Records, instruments: readonly Instrument[] = []): MemoryVendor {
  const asked: string[] = [];
  function source<K extends DataKind>(kind: K, of: readonly RecordOf[K][] | undefined) {
    if (of === undefined) return undefined;
    return {
      timing: "dated" as const,
      fetch: async () => {
        asked.push(kind);
        return of;
      },
    };
  }
  const sources = {
    bars: source("bars", records.bars),
    // Who has prices and names no action has looked and found none; `withoutActions` is for the other case.
    actions: source("actions", records.actions ?? (records.bars === undefined ? undefined : [])),
    filings: source("filings", records.filings),
    news: source("news", records.news),
    social: source("social", records.social),
    macro: source("macro", records.macro),
    funding: source("funding", records.funding),
    events: source("events", records.events),
    insiders: source("insiders", records.insiders),
    institutions: source("institutions", records.institutions),
  };
  return {
    name,
    symbols: instruments.map(({ symbol }) => symbol),
    asked,
    ...(sources.bars && { bars: sources.bars }),
    ...(sources.actions && { actions: sources.actions }),
    ...(sources.filings && { filings: sources.filings }),
    ...(sources.news && { news: sources.news }),
    ...(sources.social && { social: sources.social }),
    ...(sources.macro && { macro: sources.macro }),
    ...(sources.funding && { funding: sources.funding }),
    ...(sources.events && { events: sources.events }),
    ...(sources.insiders && { insiders: sources.insiders }),
    ...(sources.institutions && { institutions: sources.institutions }),
    instrument: async (symbol) => {
      asked.push("instrument");
      return instruments.find((each) => each.symbol === symbol) ?? null;
    },
  };
}

/** The vendor, as one that nobody can ask for corporate actions. */
export function withoutActions(vendor: MemoryVendor): MemoryVendor {
  const rest = { ...vendor };
  delete rest.actions;
  return rest;
}

/** A vendor that fails whatever it is asked. */
export function failingVendor(name: string, reason: OutsideReason): Vendor {
  const fetch = async () => {
    throw new VendorFailed(name, reason, "down for the test");
  };
  const source = { timing: "dated" as const, fetch };
  return {
    name,
    instrument: fetch,
    bars: source,
    actions: source,
    filings: source,
    news: source,
    social: source,
    macro: source,
    funding: source,
    events: source,
    insiders: source,
    institutions: source,
  };
}

/** The same vendors for every kind. */
export function vendorChainOf(...vendors: readonly Vendor[]): VendorChain {
  return { instruments: vendors, byKind: forEachKind(() => vendors) };
}

export function instrument(
  symbol: string,
  calendar = "XNYS",
  assetType: Instrument["assetType"] = "stock",
): Instrument {
  return {
    symbol,
    name: `${symbol} for a test`,
    assetType,
    exchange: "test",
    currency: "USD",
    calendar,
    synthetic: true,
  };
}

function closeOf(date: LocalDate, calendarName: string): Instant {
  const calendar = calendarByName(calendarName);
  if (calendar === null) throw new Error(`no calendar ${calendarName}`);
  return calendar.sessionClose(date);
}

export function bar(date: LocalDate, close: number, changes: Partial<Bar> = {}, calendar = "XNYS"): Bar {
  const at = closeOf(date, calendar);
  return {
    eventTime: at,
    availableAt: at,
    source: "test",
    sourceId: `bar-${date}`,
    date,
    open: close,
    high: close * 1.01,
    low: close * 0.99,
    close,
    volume: 1000,
    currency: "USD",
    ...changes,
  };
}

export function split(exDate: LocalDate, value: number, changes: Partial<CorporateAction> = {}): CorporateAction {
  const at = Date.parse(`${exDate}T04:00:00Z`);
  return {
    eventTime: at,
    availableAt: at,
    source: "test",
    sourceId: `split-${exDate}`,
    exDate,
    action: "split",
    value,
    currency: null,
    ...changes,
  };
}

export function fact(filed: LocalDate, value: number, changes: Partial<FilingFact> = {}): FilingFact {
  return {
    eventTime: Date.parse(`${filed}T00:00:00Z`),
    availableAt: Date.parse(`${addDays(filed, 1)}T00:00:00Z`),
    source: "test",
    sourceId: `fact-${filed}-${value}`,
    concept: "NetIncomeLoss",
    unit: "USD",
    start: "2024-01-01",
    end: "2024-12-31",
    value,
    filed,
    form: "10-K",
    accession: `acc-${filed}`,
    ...changes,
  };
}

export function news(publishedAt: string, title: string, changes: Partial<NewsItem> = {}): NewsItem {
  const at = Date.parse(publishedAt);
  return {
    eventTime: at,
    availableAt: at,
    source: "test",
    sourceId: `news-${publishedAt}-${title}`,
    title,
    summary: null,
    url: null,
    publisher: null,
    ...changes,
  };
}

export function post(publishedAt: string, text: string, changes: Partial<SocialPost> = {}): SocialPost {
  const at = Date.parse(publishedAt);
  return {
    eventTime: at,
    availableAt: at,
    source: "test",
    sourceId: `post-${publishedAt}-${text}`,
    text,
    stance: null,
    ...changes,
  };
}

export function point(series: string, day: LocalDate, value: number): MacroPoint {
  const at = Date.parse(`${day}T12:30:00Z`);
  return {
    eventTime: at,
    availableAt: at,
    source: "test",
    sourceId: `${series}-${day}-${value}`,
    series,
    label: series,
    unit: "%",
    date: day,
    value,
  };
}

export function funding(at: string, rate: number): FundingRate {
  return {
    eventTime: Date.parse(at),
    availableAt: Date.parse(at),
    source: "test",
    sourceId: `funding-${at}-${rate}`,
    rate,
    intervalHours: 8,
  };
}

export function companyEvent(at: string, ...items: readonly string[]): CompanyEvent {
  return {
    eventTime: Date.parse(at),
    availableAt: Date.parse(at),
    source: "test",
    sourceId: `event-${at}-${items.join("+")}`,
    filed: at.slice(0, 10),
    form: "8-K",
    items,
  };
}

export function insiderTrade(at: string, code: string, changes: Partial<InsiderTrade> = {}): InsiderTrade {
  return {
    eventTime: Date.parse(at),
    availableAt: Date.parse(at),
    source: "test",
    sourceId: `insider-${at}-${code}`,
    filed: at.slice(0, 10),
    owner: "DOE JANE",
    role: "director",
    date: at.slice(0, 10),
    code,
    acquired: code !== "S",
    shares: 100,
    price: 10,
    ...changes,
  };
}

/** @param by the manager's name; its CIK comes from it */
export function position(
  at: string,
  period: LocalDate,
  by: string,
  shares: number,
  changes: Partial<InstitutionPosition> = {},
): InstitutionPosition {
  const cik = [...by].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % 1e10;
  return {
    eventTime: Date.parse(at),
    availableAt: Date.parse(at),
    source: "test",
    sourceId: `position-${at}-${period}-${by}-${shares}`,
    filed: at.slice(0, 10),
    period,
    manager: by,
    cik: String(cik).padStart(10, "0"),
    shares,
    value: shares * 100,
    accession: `${by}-${at}`,
    amendment: null,
    ...changes,
  };
}
