import { Download, ListOrdered } from "lucide-react";
import type { Metadata } from "next";
import { AssetType, Opinion } from "#src/contract/jobs/analysis.ts";
import type { RankedOpinion, RankedReview, Ranking } from "#src/contract/signals/instruments.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import type { HitSummary } from "#src/contract/signals/track-record.ts";
import { countText } from "#src/core/text/number-text.ts";
import { endsOf } from "#src/report/backtest/backtest-figures.ts";
import { inOrder, rankingOrders, type RankingOrder } from "#src/product/instruments/public/instrument-records.ts";
import { readRanking } from "#src/product/instruments/reading.ts";
import { JsonLd } from "#src/web/components/content/document-page.tsx";
import { sessionsText, shareText } from "#src/web/components/signals/signal-text.ts";
import { LinkButton, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader, FilterForm, anyOf } from "#src/web/components/ui/page-parts.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { webContext } from "#src/web/context.ts";
import { paramOf, siteOrigin, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { viewer } from "#src/web/viewer.ts";
import { SelectField, TextField } from "#src/web/components/ui/fields.tsx";

export const metadata: Metadata = {
  title: "Ranking",
  description:
    "The newest opinion on each instrument of the house list, by conviction and agreement, with how often earlier ones were right.",
  alternates: { canonical: "/ranking" },
};

export default async function RankingPage({ searchParams }: PageProps) {
  const [who, filters] = [await viewer(), await filtersIn(searchParams)];
  const ranking = await readRanking(webContext(), { actor: who?.actor ?? null });
  const shown = inOrder(ranking.opinions, filters.order).filter((one) => passes(one, filters));
  const reviews = ranking.reviews.filter(({ symbol }) => filters.symbol === null || symbol.includes(filters.symbol));
  return (
    <>
      <JsonLd data={await structuredData(ranking)} />
      <PageHeader
        title="Ranking"
        description="The newest opinion on each instrument of the house list, with how often earlier opinions on it were right."
        actions={
          <LinkButton href="/ranking.csv" download variant="secondary">
            <Download aria-hidden /> CSV
          </LinkButton>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {ranking.live ? null : <Delayed signedIn={who !== null} />}
        <Card className="min-w-0">
          <RankingFilter key={rankingAddress(filters)} filters={filters} />
          <div className="border-t">
            {shown.length > 0 ? (
              <RankingTable opinions={shown} />
            ) : (
              <EmptyState
                icon={ListOrdered}
                title={ranking.opinions.length === 0 ? "No opinions yet" : "No opinions match these filters"}
              >
                {ranking.opinions.length === 0
                  ? "The ranking begins with the first signal from the house list."
                  : "Clear the filters or choose other values."}
              </EmptyState>
            )}
          </div>
        </Card>
        {reviews.length === 0 ? null : (
          <Card
            className="min-w-0 border-dashed border-review"
            title="REVIEW: no opinion"
            description="The newest run on each of these instruments ended without an opinion, so they are not ranked."
            flush
          >
            <ReviewList reviews={reviews} />
          </Card>
        )}
      </div>
    </>
  );
}

function Delayed({ signedIn }: { signedIn: boolean }) {
  return (
    <p className="text-sm text-muted">
      Opinions appear here after the close of the session in which they could first be traded.{" "}
      <TextLink href={signedIn ? "/billing" : "/pricing"}>{plans.signals.name}</TextLink> shows them as they are
      published.
    </p>
  );
}

function passes(
  { symbol, rating, asset_type: type, agreeing, runs }: Ranking["opinions"][number],
  filters: RankingFilters,
): boolean {
  return (
    (filters.symbol === null || symbol.includes(filters.symbol)) &&
    (filters.rating === null || rating === filters.rating) &&
    (filters.type === null || type === filters.type) &&
    (!filters.unanimous || agreeing === runs)
  );
}

/** What makes no sense in the address counts as not given. */
async function filtersIn(params: SearchParams): Promise<RankingFilters> {
  const order = await paramOf(params, "order");
  return {
    symbol: (await paramOf(params, "symbol"))?.trim().toUpperCase().slice(0, 32) || null,
    rating: Opinion.safeParse(await paramOf(params, "rating")).data ?? null,
    type: AssetType.safeParse(await paramOf(params, "type")).data ?? null,
    unanimous: (await paramOf(params, "unanimous")) === "1",
    order: rankingOrders.find((one) => one === order) ?? "conviction",
  };
}

async function structuredData({ opinions }: Ranking) {
  const origin = await siteOrigin();
  return {
    "@type": "ItemList",
    name: "Conclave ranking",
    numberOfItems: opinions.length,
    itemListElement: inOrder(opinions, "conviction").map(({ symbol, name, rating }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: `${name} (${symbol}): ${rating}`,
      url: `${origin}/instruments/${encodeURIComponent(symbol)}`,
    })),
  };
}

function RankingTable({ opinions }: { opinions: readonly RankedOpinion[] }) {
  return (
    <Table aria-label="Ranking">
      <THead>
        <TR>
          <TH numeric>Rank</TH>
          <TH>Instrument</TH>
          <TH>Rating</TH>
          <TH className="max-sm:hidden">As of</TH>
          <TH numeric>Confidence</TH>
          <TH numeric>Agreement</TH>
          <TH numeric>Right so far</TH>
        </TR>
      </THead>
      <TBody>
        {opinions.map(({ symbol, name, rating, session, confidence, agreeing, runs, hits }, index) => (
          <TR key={symbol}>
            <TD numeric className="text-muted">
              {index + 1}
            </TD>
            <TD className="min-w-24 sm:min-w-40">
              <Instrument symbol={symbol} name={name} />
            </TD>
            <TD>
              <RatingBadge rating={rating} />
            </TD>
            <TD className="whitespace-nowrap text-muted max-sm:hidden">{session}</TD>
            <TD numeric>{shareText(confidence)}</TD>
            <TD numeric className="whitespace-nowrap">
              {agreeing} of {runs}
            </TD>
            <TD numeric className="whitespace-nowrap">
              <Hits hits={hits} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function ReviewList({ reviews }: { reviews: readonly RankedReview[] }) {
  return (
    <ul className="border-t">
      {reviews.map(({ symbol, name, session, before }) => (
        <li
          key={symbol}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b px-5 py-2.5 text-sm last:border-b-0"
        >
          <Instrument symbol={symbol} name={name} />
          <span className="text-xs text-muted tabular-nums">
            since {session}
            {before === null ? "" : `, ${before} before`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Instrument({ symbol, name }: { symbol: string; name: string }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <TextLink href={`/instruments/${encodeURIComponent(symbol)}`} quiet className="font-medium">
        {symbol}
      </TextLink>
      {name === symbol ? null : <span className="text-xs text-muted">{name}</span>}
    </span>
  );
}

function Hits({ hits }: { hits: HitSummary | null }) {
  if (hits === null) return <span className="text-muted">Open</span>;
  const { settled, hits: right, horizon, interval } = hits;
  return (
    <>
      {shareText(right / settled)}
      <span className="text-xs text-muted">
        {" "}
        of {countText(settled)} after {sessionsText(horizon)}
      </span>
      {interval.status === "given" ? (
        <span className="block text-xs text-muted">{endsOf(interval, shareText).join(" to ")}</span>
      ) : null}
    </>
  );
}

interface RankingFilters {
  readonly symbol: string | null;
  readonly rating: Opinion | null;
  readonly type: AssetType | null;
  /** All runs agreed. */
  readonly unanimous: boolean;
  readonly order: RankingOrder;
}

const orders = [
  { value: "conviction", label: "Conviction" },
  { value: "agreement", label: "Agreement" },
  { value: "right", label: "Right so far" },
  { value: "symbol", label: "Symbol" },
] as const satisfies readonly { value: RankingOrder; label: string }[];

function rankingAddress({ symbol, rating, type, unanimous, order }: RankingFilters): string {
  const query = new URLSearchParams({
    ...(symbol === null ? {} : { symbol }),
    ...(rating === null ? {} : { rating }),
    ...(type === null ? {} : { type }),
    ...(unanimous ? { unanimous: "1" } : {}),
    order,
  });
  return `/ranking?${query}`;
}

function RankingFilter({ filters: { symbol, rating, type, unanimous, order } }: { filters: RankingFilters }) {
  const isSet = symbol !== null || rating !== null || type !== null || unanimous;
  return (
    <FilterForm
      action="/ranking"
      clear={isSet ? `/ranking?order=${order}` : null}
      className="lg:grid-cols-[1fr_1fr_1fr_1fr_1fr_auto]"
    >
      <SelectField label="Sort by" name="order" defaultValue={order} options={orders} />
      <TextField
        label="Symbol"
        name="symbol"
        maxLength={32}
        defaultValue={symbol ?? ""}
        placeholder="Any"
        autoComplete="off"
      />
      <SelectField label="Rating" name="rating" defaultValue={rating ?? ""} options={anyOf(Opinion.options)} />
      <SelectField
        label="Type"
        name="type"
        defaultValue={type ?? ""}
        options={[
          { value: "", label: "Any" },
          { value: "stock", label: "Stocks and funds" },
          { value: "crypto", label: "Coins" },
        ]}
      />
      <SelectField
        label="Agreement"
        name="unanimous"
        defaultValue={unanimous ? "1" : ""}
        options={[
          { value: "", label: "Any" },
          { value: "1", label: "All runs agree" },
        ]}
      />
    </FilterForm>
  );
}
