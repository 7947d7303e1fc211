import { addDays } from "#src/core/clock.ts";
import { cleanText } from "#src/market/door/news.ts";
import { sha256 } from "#src/core/hash.ts";
import type { Calendar } from "#src/market/calendar/calendar.ts";
import type {
  Bar,
  CompanyEvent,
  CorporateAction,
  FilingFact,
  InsiderTrade,
  InstitutionPosition,
  Instrument,
  Known,
  NewsItem,
  SocialPost,
} from "#src/market/market-data.ts";
import type {
  ActionRow,
  BarRow,
  EventRow,
  FilingRow,
  InsiderRow,
  InstitutionRow,
  NewsRow,
  SocialRow,
} from "./archive-files.ts";

/** What a row needs to become a record. */
export interface Holding {
  readonly source: string;
  readonly instrument: Instrument;
  readonly calendar: Calendar;
}

export function bars(rows: readonly BarRow[], { source, instrument, calendar }: Holding): Bar[] {
  const { symbol, currency } = instrument;
  return rows.map((row) => {
    const close = calendar.sessionClose(row.date);
    return { eventTime: close, availableAt: close, source, sourceId: `${symbol}:${row.date}`, ...row, currency };
  });
}

export function actions(rows: readonly ActionRow[], { source, instrument, calendar }: Holding): CorporateAction[] {
  const idOf = numbered();
  return rows.map(({ exDate, kind, value }) => {
    const start = calendar.dayStart(exDate);
    return {
      eventTime: start,
      // Announcements are not in an archive; the ex-date is certain.
      availableAt: start,
      source,
      sourceId: idOf(`${instrument.symbol}:${exDate}:${kind}`),
      exDate,
      action: kind,
      value,
      currency: kind === "dividend" ? instrument.currency : null,
    };
  });
}

export function filings(rows: readonly FilingRow[], { source, calendar }: Holding): FilingFact[] {
  const idOf = numbered();
  return rows.map(({ accn, ...fact }) => ({
    // The filing is the event; the period is in `start` and `end`.
    eventTime: calendar.dayStart(fact.filed),
    // A day without a time: all of it must have passed.
    availableAt: calendar.dayStart(addDays(fact.filed, 1)),
    source,
    sourceId: idOf(`${accn}:${fact.concept}:${fact.start ?? ""}:${fact.end}`),
    ...fact,
    accession: accn,
  }));
}

export function news(rows: readonly NewsRow[], { source, instrument }: Holding): NewsItem[] {
  const idOf = numbered();
  return rows.map((row) => ({
    ...publication(row.publishedAt),
    source,
    sourceId: idOf(textId(instrument.symbol, row.publishedAt, row.title)),
    title: row.title,
    summary: row.summary ?? null,
    url: row.url ?? null,
    publisher: row.source ?? null,
  }));
}

export function social(rows: readonly SocialRow[], { source, instrument }: Holding): SocialPost[] {
  const idOf = numbered();
  return rows.map((row) => ({
    ...publication(row.publishedAt),
    source,
    sourceId: idOf(textId(instrument.symbol, row.publishedAt, row.text)),
    text: row.text,
    stance: null,
  }));
}

export function events(rows: readonly EventRow[], { source, instrument, calendar }: Holding): CompanyEvent[] {
  const idOf = numbered();
  return rows.map(({ publishedAt, form, items }) => ({
    ...publication(publishedAt),
    source,
    sourceId: idOf(`${instrument.symbol}:${publishedAt}:${form}`),
    filed: calendar.dateAt(Date.parse(publishedAt)),
    form,
    items,
  }));
}

export function insiders(rows: readonly InsiderRow[], { source, instrument, calendar }: Holding): InsiderTrade[] {
  const idOf = numbered();
  return rows.map(({ publishedAt, owner, role, ...trade }) => ({
    ...publication(publishedAt),
    source,
    sourceId: idOf(`${instrument.symbol}:${publishedAt}:${trade.code}`),
    filed: calendar.dateAt(Date.parse(publishedAt)),
    owner: cleanText(owner),
    role: cleanText(role),
    ...trade,
  }));
}

export function institutions(
  rows: readonly InstitutionRow[],
  { source, instrument, calendar }: Holding,
): InstitutionPosition[] {
  const idOf = numbered();
  return rows.map(({ publishedAt, manager, accn, ...position }) => ({
    ...publication(publishedAt),
    source,
    sourceId: idOf(`${accn}:${instrument.symbol}`),
    filed: calendar.dateAt(Date.parse(publishedAt)),
    manager: cleanText(manager),
    accession: accn,
    ...position,
  }));
}

function publication(publishedAt: string): Pick<Known, "eventTime" | "availableAt"> {
  const at = Date.parse(publishedAt);
  return { eventTime: at, availableAt: at };
}

function textId(symbol: string, publishedAt: string, text: string): string {
  return `${symbol}:${sha256(`${publishedAt}\n${text}`).slice(0, 12)}`;
}

/** Numbers repeats in file order, so appended records never rename earlier ones. */
function numbered(): (id: string) => string {
  const seen = new Map<string, number>();
  return (id) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  };
}
