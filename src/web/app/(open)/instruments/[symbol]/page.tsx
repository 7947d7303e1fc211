import { ChartNoAxesCombined, Play } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { EvidenceSeries, InstrumentRecord, OwnInstrumentRecord } from "#src/contract/signals/instruments.ts";
import { houseList, type ListInstrument } from "#src/contract/signals/signals.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { counted } from "#src/core/text/number-text.ts";
import { instrumentChart } from "#src/report/charts/chart-data.ts";
import { shortText, valueText } from "#src/report/text/result-text.ts";
import { readNewest } from "#src/product/conditions/conditions.ts";
import { listWatchlists } from "#src/product/signals/watchlists.ts";
import { AnalysisTable } from "#src/web/components/analysis/analysis-table.tsx";
import { Chart } from "#src/web/components/charts/chart.tsx";
import { RatingKey, Sparkline } from "#src/web/components/charts/rating-sketch.tsx";
import { ConditionsTable, SignalTable } from "#src/web/components/signals/signal-tables.tsx";
import { JsonLd } from "#src/web/components/content/document-page.tsx";
import { FollowButton } from "#src/web/components/instruments/follow-button.tsx";
import { CoverageCard, NextCard, NowCard } from "#src/web/components/instruments/instrument-cards.tsx";
import { LinkButton, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { instrumentAt } from "#src/web/instruments.ts";
import { siteOrigin, type PageProps } from "#src/web/page-request.ts";
import { contextOf, viewer, type Viewer } from "#src/web/viewer.ts";

/** Rows of a table here; the pages of signals and analyses have them all. */
const mostRows = 15;

export async function generateMetadata({ params }: PageProps<"symbol">): Promise<Metadata> {
  const found = await instrumentAt((await params).symbol);
  if (found === null) return { title: "Instrument" };
  const { symbol, record, isPublic } = found;
  const title = record.name === null || record.name === symbol ? symbol : `${symbol}, ${record.name}`;
  return {
    title,
    description: `Ratings of ${symbol} by agents that argue from dated evidence, each with its outcome.`,
    alternates: { canonical: pathOf(symbol) },
    ...(isPublic ? {} : { robots: { index: false } }),
  };
}

export default async function InstrumentPage({ params }: PageProps<"symbol">) {
  const { symbol: asked } = await params;
  const found = await instrumentAt(asked);
  if (found === null) notFound();
  const { symbol, record, own, isPublic } = found;
  const who = await viewer();
  const newest = record.tracks[0]?.ratings.at(-1);
  return (
    <>
      {isPublic ? <JsonLd data={await structuredData(record)} /> : null}
      <PageHeader
        title={symbol}
        description={[
          record.name === null ? null : isolated(record.name),
          record.asset_type === "crypto" ? "coin" : null,
          record.currency,
        ]
          .filter((part) => part !== null)
          .join(" · ")}
        actions={<Actions instrument={record} who={who} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {newest === undefined ? (
          <Card>
            <EmptyState
              icon={ChartNoAxesCombined}
              title={`No ratings of ${symbol} yet`}
              action={
                <LinkButton href={newPath(record)} variant="secondary">
                  Analyse {symbol}
                </LinkButton>
              }
            >
              Its price, ratings and their outcomes appear here after the first finished analysis.
            </EmptyState>
          </Card>
        ) : (
          <NowCard record={record} />
        )}
        {newest === undefined && record.closes.length === 0 ? null : (
          <Card
            className="min-w-0"
            title="Price and ratings"
            description="Each opinion is marked at its close, by its outcome so far. The bands show which rating was in force."
          >
            <RatedPrice record={record} />
          </Card>
        )}
        {who === null ? null : <Conditions symbol={symbol} who={who} />}
        <Signals record={record} who={who} />
        {own === null ? null : <Own record={own} who={who} />}
        {who === null ? null : <CoverageCard instrument={record} />}
      </div>
    </>
  );
}

const pathOf = (symbol: string): string => `/instruments/${encodeURIComponent(symbol)}`;

function newPath({ symbol, asset_type: type }: ListInstrument): string {
  return `/analyses/new?symbol=${encodeURIComponent(symbol)}&kind=${type}`;
}

async function Actions({ instrument, who }: { instrument: ListInstrument; who: Viewer | null }) {
  const lists = who === null ? [] : await listWatchlists(contextOf(who));
  const open = lists.filter(({ instruments }) => instruments.every(({ symbol }) => symbol !== instrument.symbol));
  return (
    <>
      {who === null ? (
        <LinkButton href={`/sign-in?next=${encodeURIComponent(pathOf(instrument.symbol))}`} variant="secondary">
          Add to watchlist
        </LinkButton>
      ) : (
        <FollowButton
          instrument={{ symbol: instrument.symbol, asset_type: instrument.asset_type }}
          lists={open.map(({ id, name }) => ({ id, name }))}
          mayCreate={lists.length < who.entitlements.watchlists}
        />
      )}
      <LinkButton href={newPath(instrument)}>
        <Play aria-hidden /> Analyse now
      </LinkButton>
    </>
  );
}

/** What would break the newest ratings that the viewer may read. */
async function Conditions({ symbol, who }: { symbol: string; who: Viewer }) {
  const watches = await readNewest(contextOf(who), symbol);
  if (watches.length === 0) return null;
  return (
    <Card
      className="min-w-0"
      title="What would break the ratings"
      description="Conditions of the newest ratings, checked against data known at each close."
      flush
    >
      {watches.map(({ analysisId, published, name, rating, since, conditions, states }) => (
        <div key={analysisId} className="border-t pt-3">
          <p className="px-5 text-sm">
            <TextLink href={published === null ? `/analyses/${analysisId}` : `/signals/${published.signal}`}>
              {rating} as of {since}
            </TextLink>{" "}
            <bdi className="text-muted">{published === null ? "Your analysis" : (name ?? "")}</bdi>
          </p>
          <ConditionsTable label={`Conditions of ${rating} as of ${since}`} conditions={conditions} states={states} />
        </div>
      ))}
    </Card>
  );
}

function Signals({ record: { signals, symbol }, who }: { record: InstrumentRecord; who: Viewer | null }) {
  if (signals.length === 0) return null;
  const isReadable = ({ list }: { readonly list: string }): boolean =>
    who !== null && (who.entitlements.signals || list !== houseList);
  return (
    <Card
      className="min-w-0"
      title="Signals"
      aside={
        signals.some(({ signal }) => isReadable(signal)) ? (
          <LinkButton href={`/signals?symbol=${encodeURIComponent(symbol)}`} variant="link" size="sm">
            All signals
          </LinkButton>
        ) : null
      }
      flush
    >
      <div className="border-t">
        <SignalTable signals={signals.slice(0, mostRows)} label={`Signals on ${symbol}`} isReadable={isReadable} />
      </div>
    </Card>
  );
}

async function Own({ record, who }: { record: OwnInstrumentRecord; who: Viewer | null }) {
  const { symbol, asset_type: type, analyses, evidence } = record;
  return (
    <>
      {evidence.length === 0 ? null : (
        <Card title="Evidence over time" description="What each run found, as known on its own date.">
          <EvidenceLines series={evidence} />
        </Card>
      )}
      {analyses.length === 0 ? null : (
        <Card
          className="min-w-0"
          title="Your analyses"
          aside={
            <LinkButton href={`/analyses?symbol=${encodeURIComponent(symbol)}`} variant="link" size="sm">
              All analyses
            </LinkButton>
          }
          flush
        >
          <div className="border-t pb-1">
            <AnalysisTable analyses={analyses.slice(0, mostRows)} label={`Your analyses of ${symbol}`} brief />
          </div>
        </Card>
      )}
      {who === null ? null : <NextCard instrument={{ symbol, asset_type: type }} who={who} />}
    </>
  );
}

/** The public ratings as a data set about the instrument. */
async function structuredData({ symbol, name, asset_type: type, signals }: InstrumentRecord) {
  const origin = await siteOrigin();
  const sessions = signals.map(({ signal }) => signal.session).toSorted();
  const about =
    type === "stock"
      ? { "@type": "Corporation", name: name ?? symbol, tickerSymbol: symbol }
      : { "@type": "Thing", name: name ?? symbol, identifier: symbol };
  return {
    "@type": "Dataset",
    name: `Conclave ratings of ${symbol}`,
    description: `Every published rating of ${name ?? symbol} (${symbol}) with its outcome against a benchmark.`,
    url: `${origin}${pathOf(symbol)}`,
    isAccessibleForFree: true,
    creator: { "@type": "Organization", name: "Conclave", url: origin },
    about,
    temporalCoverage: `${sessions[0]}/${sessions.at(-1)}`,
    distribution: {
      "@type": "DataDownload",
      encodingFormat: "text/csv",
      contentUrl: `${origin}/track-record.csv`,
    },
  };
}

/** What the runs found of a few measures, one line each. */
function EvidenceLines({ series }: { series: readonly EvidenceSeries[] }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {series.map(({ key, label, unit, points }) => {
        const [first, last] = [points[0], points.at(-1)];
        if (first === undefined || last === undefined) return null;
        return (
          <div key={key} className="grid content-between gap-2 rounded-md border p-3">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
              <span className="text-sm font-medium tabular-nums">{shownText(last.value, unit)}</span>
              <Sparkline
                neutral
                values={points.map(({ value }) => value)}
                label={`${label}, ${counted(points.length, "run")}: ${shownText(first.value, unit)} on ${first.session}, ${shownText(last.value, unit)} on ${last.session}`}
              />
            </dd>
            <dd className="text-2xs text-faint tabular-nums">
              {shownText(first.value, unit)} as of {first.session}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** As tables show it, large amounts in short. */
function shownText(value: number, unit: string | null): string {
  const text = shortText(value, unit) ?? valueText({ value, unit: unit === "points" ? null : unit, text: null });
  return text.replace("-", "\u2212");
}

/** The price of an instrument, and on it what was thought of it at the time. */
function RatedPrice({ record }: { record: InstrumentRecord }) {
  const data = instrumentChart(record);
  if (data === null)
    return <p className="text-sm text-muted">No prices yet. They appear after the first finished analysis.</p>;
  const missing = data.holes.reduce((sum, { sessions }) => sum + sessions, 0);
  return (
    <Chart
      data={data}
      caption={
        <>
          {data.tracks.length === 0 ? null : <RatingKey tracks={data.tracks} />}
          {missing === 0 ? null : <span>Grey: {counted(missing, "session")} without a price</span>}
        </>
      }
    />
  );
}
