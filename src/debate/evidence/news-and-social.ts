import type { AsOfMarket, Dated } from "#src/market/door/open-market.ts";
import { eventText, resultsItem } from "#src/market/measures/company-results.ts";
import {
  insiderMeasures,
  tradeText,
  willedTrades,
  institutionDays,
  institutionsOf,
} from "#src/market/measures/ownership.ts";
import type { CompanyEvent, MacroPoint, Measure, NewsItem, SocialPost } from "#src/market/market-data.ts";
import { oncePer } from "#src/core/once.ts";
import { significant } from "#src/market/measures/measure.ts";
import { sentimentMeasures, type SentimentItem } from "#src/market/measures/sentiment.ts";
import { priceWindowDays } from "./market.ts";
import { findingsOf, fromMeasure, type Finding, type Section } from "./numbering.ts";

const newsDays = 30;
/** A quarter, so that the last results are in it. */
const eventDays = 100;
const eventsShown = 8;
const tradesShown = 6;
const socialDays = 30;
const newsShown = 15;
const postsShown = 12;
const macroSeries = ["DGS10", "DGS2", "FEDFUNDS", "CPIAUCSL", "UNRATE", "VIXCLS"] as const;

export async function newsSection(market: AsOfMarket): Promise<Section> {
  const isStock = market.instrument.assetType === "stock";
  const none = { records: [], notes: [] };
  const nothing: Section = { findings: [], notes: [] };
  const [news, macro, events, insiders, institutions] = await Promise.all([
    market.news(newsDays),
    market.macro(macroSeries, 400),
    isStock ? market.events(eventDays) : none,
    isStock ? market.insiders(eventDays) : none,
    isStock ? institutionSection(market) : nothing,
  ]);
  const notes = [...news.notes, ...macro.notes, ...events.notes, ...insiders.notes, ...institutions.notes];
  const tone = sentimentMeasures({
    kind: "news",
    items: news.records.map(newsItem),
    asOf: market.asOf,
    session: market.session,
    source: sourceOf(news),
  });
  const latest = news.records.slice(-newsShown).toReversed();
  return {
    findings: [
      ...(news.records.length === 0 ? [] : tone.map(fromTone)),
      ...latest.map((item) => newsFinding(item, day(market, item.eventTime))),
      ...events.records.toReversed().flatMap(eventFinding).slice(0, eventsShown),
      ...insiderMeasures(insiders.records, market.session, eventDays).map(fromTone),
      ...willedTrades(insiders.records).slice(-tradesShown).toReversed().map(tradeFinding),
      ...institutions.findings,
      ...latestMacro(macro.records),
    ],
    notes,
  };
}

export async function socialSection(market: AsOfMarket): Promise<Section> {
  const social = await market.social(socialDays);
  if (social.records.length === 0) return { findings: [], notes: social.notes };
  const tone = sentimentMeasures({
    kind: "social",
    items: social.records.map(postItem),
    asOf: market.asOf,
    session: market.session,
    source: sourceOf(social),
  });
  const latest = social.records.slice(-postsShown).toReversed();
  return {
    findings: [...tone.map(fromTone), ...latest.map((post) => postFinding(post, day(market, post.eventTime)))],
    notes: social.notes,
  };
}

const newsItem = oncePer((item: NewsItem): SentimentItem => ({
  text: newsText(item),
  at: item.eventTime,
  sourceId: item.sourceId,
}));

const postItem = oncePer(({ text, eventTime, sourceId, stance }: SocialPost): SentimentItem => ({
  text,
  at: eventTime,
  sourceId,
  stance,
}));

/** Six digits are enough for counts of texts. */
function fromTone(measure: Measure): Finding {
  return fromMeasure({ ...measure, value: significant(measure.value) });
}

export function newsFinding(item: NewsItem, at: string): Finding {
  return {
    key: "news",
    label: "News",
    value: null,
    // The outlet's name is the stranger's word too.
    text: item.publisher === null ? newsText(item) : `${shorten(item.publisher, 60)}: ${newsText(item)}`,
    unit: null,
    at,
    source: item.source,
    source_ids: [item.sourceId],
    formula: null,
  };
}

/** None for exhibits alone. */
function eventFinding(event: CompanyEvent): Finding[] {
  const text = eventText(event);
  if (text === null) return [];
  return [
    {
      key: event.items.includes(resultsItem) ? "results_announced" : "company_event",
      label: `The company told the SEC (${event.form})`,
      value: null,
      text,
      unit: null,
      at: event.filed,
      source: event.source,
      source_ids: [event.sourceId],
      formula: null,
    },
  ];
}

function tradeFinding(trade: Parameters<typeof tradeText>[0]): Finding {
  return {
    key: "insider_trade",
    label: "An insider told the SEC (Form 4)",
    value: null,
    text: tradeText(trade),
    unit: null,
    at: trade.filed,
    source: trade.source,
    source_ids: [trade.sourceId],
    formula: null,
  };
}

/** Splits are asked for only where somebody holds shares. */
async function institutionSection(market: AsOfMarket): Promise<Section> {
  const { records, notes } = await market.institutions(institutionDays);
  if (records.length === 0) return { findings: [], notes };
  const [actions, { from }] = await Promise.all([market.actions(institutionDays), market.priceBasis(priceWindowDays)]);
  const {
    measures,
    largest,
    notes: told,
  } = institutionsOf({
    positions: records,
    session: market.session,
    actions: actions.records,
    comparableFrom: from,
  });
  const largestFinding = largest && {
    key: "institutions_largest",
    label: largest.label,
    value: null,
    text: largest.text,
    unit: null,
    at: largest.at,
    source: largest.source,
    source_ids: [...largest.sourceIds],
    formula: null,
  };
  return {
    findings: [...findingsOf(measures).findings, ...(largestFinding === null ? [] : [largestFinding])],
    notes: [...notes, ...told],
  };
}

export function postFinding(post: SocialPost, at: string): Finding {
  return {
    key: "post",
    label: post.stance === null ? "Post" : `Post, marked ${post.stance} by its author`,
    value: null,
    text: shorten(post.text, 200),
    unit: null,
    at,
    source: post.source,
    source_ids: [post.sourceId],
    formula: null,
  };
}

function newsText(item: NewsItem): string {
  return item.summary === null || item.summary === ""
    ? shorten(item.title, 160)
    : `${shorten(item.title, 160)} — ${shorten(item.summary, 160)}`;
}

function shorten(text: string, most: number): string {
  const chars = [...text];
  return chars.length <= most
    ? text
    : `${chars
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}

function latestMacro(points: readonly MacroPoint[]): Finding[] {
  const latest = new Map<string, MacroPoint>();
  for (const point of points) latest.set(point.series, point);
  return [...latest.values()].map((point) => ({
    key: `macro_${point.series.toLowerCase()}`,
    label: point.label,
    value: point.value,
    text: null,
    unit: point.unit,
    at: point.date,
    source: point.source,
    source_ids: [point.sourceId],
    formula: null,
  }));
}

function day(market: AsOfMarket, instant: number): string {
  return market.calendar.dateAt(instant);
}

function sourceOf(answer: Dated<{ readonly source: string }>): string {
  return answer.records.at(-1)?.source ?? "";
}
