import { Download, ListOrdered } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { AssetType, Opinion } from "#src/contract/analysis.ts";
import { plans } from "#src/contract/plans.ts";
import type { Ranking } from "#src/contract/instrument-record.ts";
import { inOrder, rankingOrders } from "#src/services/instruments/lib/rank.ts";
import { readRanking } from "#src/services/instruments/read-ranking.ts";
import { JsonLd } from "#src/web/components/content/json-ld.tsx";
import { RankingFilter, rankingAddress, type RankingFilters } from "#src/web/components/instruments/ranking-filter.tsx";
import { RankingTable, ReviewList } from "#src/web/components/instruments/ranking-table.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { webContext } from "#src/web/context.ts";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";
import { siteOrigin } from "#src/web/site-origin.ts";
import { viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = {
  title: "Ranking",
  description:
    "The newest opinion on each instrument of the house list, by conviction and agreement, with how often earlier ones were right.",
  alternates: { canonical: "/ranking" },
};

export default async function RankingPage({ searchParams }: { searchParams: SearchParams }) {
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
          <Button asChild variant="secondary">
            <a href="/ranking.csv" download>
              <Download aria-hidden /> CSV
            </a>
          </Button>
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
          <Card className="min-w-0 border-dashed border-review">
            <CardHeader>
              <CardTitle>REVIEW: no opinion</CardTitle>
              <CardDescription>
                The newest run on each of these instruments ended without an opinion, so they are not ranked.
              </CardDescription>
            </CardHeader>
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
      <Link href={signedIn ? "/billing" : "/pricing"} className="text-accent underline underline-offset-4">
        {plans.signals.name}
      </Link>{" "}
      shows them as they are published.
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
