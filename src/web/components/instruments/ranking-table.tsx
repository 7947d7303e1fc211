import Link from "next/link";
import type { RankedOpinion, RankedReview } from "#src/contract/instrument-record.ts";
import type { HitSummary } from "#src/contract/track-record.ts";
import { countText } from "#src/platform/number-text.ts";
import { endsOf } from "#src/report/interval-text.ts";
import { sessionsText, shareText } from "#src/web/components/signals/signal-text.ts";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";

export function RankingTable({ opinions }: { opinions: readonly RankedOpinion[] }) {
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

export function ReviewList({ reviews }: { reviews: readonly RankedReview[] }) {
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
      <Link
        href={`/instruments/${encodeURIComponent(symbol)}`}
        className="font-medium underline-offset-4 hover:underline"
      >
        {symbol}
      </Link>
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
