import { ArrowRight } from "lucide-react";
import Link from "next/link";
import type { Changes, News, Upcoming } from "#src/contract/signals/dashboard.ts";
import type { CompanyReport } from "#src/contract/signals/instruments.ts";
import { isolated } from "#src/core/text/untrusted.ts";
import { counted, priceDigits, countText } from "#src/core/text/number-text.ts";
import { conditionText } from "#src/report/conditions.ts";
import { Badge, TextLink, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Card } from "#src/web/components/ui/page-parts.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import type { HitSummary } from "#src/contract/signals/track-record.ts";
import { endsOf } from "#src/report/backtest/backtest-figures.ts";
import { sessionsText, shareText } from "#src/web/components/signals/signal-text.ts";

const mostShown = 8;

/** `2 ratings changed, 1 stop hit, 3 runs finished`; `null` when nothing did. */
export function changesText({ ratings, stops, targets, broken, finished }: Changes): string | null {
  const parts = [
    ratings === 0 ? [] : `${counted(ratings, "rating")} changed`,
    stops === 0 ? [] : `${counted(stops, "stop")} hit`,
    targets === 0 ? [] : `${counted(targets, "target")} hit`,
    broken === 0 ? [] : `${counted(broken, "condition")} broken`,
    finished === 0 ? [] : `${counted(finished, "run")} finished`,
  ].flat();
  return parts.length === 0 ? null : parts.join(", ");
}

export function ChangesCard({ changes: { news } }: { changes: Changes }) {
  if (news.length === 0) return null;
  return (
    <Card title="What changed" flush>
      <ul className="border-t">
        {news.slice(0, mostShown).map((one) => (
          <li key={keyOf(one)} className="border-b last:border-b-0">
            <Link
              href={hrefOf(one)}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <span className="font-medium">{one.symbol}</span>
              <What news={one} />
              <span className="ml-auto text-xs text-muted">
                {one.list === null ? null : `${isolated(one.list)} · `}
                {one.kind === "rating" ? <Time at={one.after.at} /> : <span>close of {one.session}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {news.length > mostShown ? (
        <p className="border-t px-5 py-3 text-xs text-muted">
          And {counted(news.length - mostShown, "other change")}, on{" "}
          <TextLink href="/signals">the signals page</TextLink>.
        </p>
      ) : null}
    </Card>
  );
}

function What({ news }: { news: News }) {
  switch (news.kind) {
    case "rating":
      return <NewRating news={news} />;
    case "level":
      return <LevelReached news={news} />;
    case "condition":
      return (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone="negative">Condition broken</Badge>
          <span className="text-xs text-muted">{conditionText(news.condition)}</span>
        </span>
      );
  }
}

function NewRating({ news: { before, after } }: { news: Extract<News, { kind: "rating" }> }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className="sr-only">rating changed from</span>
      <RatingBadge rating={before} />
      <ArrowRight aria-hidden className="size-3.5 text-faint" />
      <span className="sr-only">to</span>
      <RatingBadge rating={after.rating} />
    </span>
  );
}

function LevelReached({ news: { level, price, close, currency } }: { news: Extract<News, { kind: "level" }> }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={level === "stop" ? "negative" : "positive"}>{level === "stop" ? "Stop hit" : "Target hit"}</Badge>
      <span className="text-xs text-muted tabular-nums">
        closed at {priceDigits(close)} {currency}, {level} {priceDigits(price)}
      </span>
    </span>
  );
}

function keyOf(news: News): string {
  return `${news.kind} ${news.list} ${hrefOf(news)} ${news.kind === "condition" ? news.condition.id : ""}`;
}

function hrefOf(news: News): string {
  return news.kind === "rating" ? news.after.href : news.href;
}

const namedAtMost = 3;

/** Closes and runs that are known to come, and reports that are expected. */
export function UpcomingCard({ upcoming }: { upcoming: readonly Upcoming[] }) {
  return (
    <Card
      title="Next"
      aside={
        <LinkButton href="/signals/lists" variant="link" size="sm">
          Schedules
        </LinkButton>
      }
      flush
    >
      <ol className="border-t">
        {upcoming.map((one) => (
          <li
            key={one.kind === "report" ? `report ${one.symbol}` : `${one.at} ${one.kind} ${one.list}`}
            className="grid gap-0.5 border-b px-5 py-2.5 text-sm last:border-b-0"
          >
            <Event event={one} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Event({ event }: { event: Upcoming }) {
  const when = "shrink-0 text-xs leading-5 text-muted";
  const isReport = event.kind === "report";
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-3">
        <span className="min-w-0 wrap-anywhere">
          {isReport
            ? reportName(event.report)
            : event.kind === "close"
              ? closeText(event.symbols)
              : `Run of ${isolated(event.list ?? "")}`}
        </span>
        {isReport ? <ExpectedDay report={event.report} className={when} /> : <Time at={event.at} className={when} />}
      </span>
      <span className="truncate text-xs text-muted">
        {isReport ? `${event.symbol} · estimated from four filings` : namesText(event.symbols)}
      </span>
    </>
  );
}

/** A coin trades always: of it a day ends. */
function closeText(symbols: readonly string[]): string {
  return symbols.every((symbol) => /-USD[CT]?$/.test(symbol)) ? "Day ends (24:00 UTC)" : "Market close";
}

function namesText(symbols: readonly string[]): string {
  const named = symbols.slice(0, namedAtMost).join(", ");
  return symbols.length > namedAtMost ? `${named} and ${symbols.length - namedAtMost} more` : named;
}

interface Props {
  /** By horizon; of the viewer's own lists and of the house list. */
  readonly own: readonly HitSummary[];
  readonly house: readonly HitSummary[];
}

/** How often signals were right so far. */
export function TrackRecordCard({ own, house }: Props) {
  const lines = [
    { name: "Your watchlists", summary: tellingOf(own) },
    { name: "House list", summary: tellingOf(house) },
  ];
  return (
    <Card
      title="Right so far"
      aside={
        <LinkButton href="/track-record" variant="link" size="sm">
          Track record
        </LinkButton>
      }
    >
      <dl className="grid gap-4 text-sm">
        {lines.map(({ name, summary }) => (
          <div key={name} className="grid gap-0.5">
            <dt className="text-muted">{name}</dt>
            {summary === null ? <dd>No settled signals yet</dd> : <Line summary={summary} />}
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The longest of the usual horizons that has outcomes: a month, a week, a day. */
export function tellingOf(summaries: readonly HitSummary[]): HitSummary | null {
  const settled = [21, 5, 1].map((horizon) => summaries.find((one) => one.horizon === horizon));
  return settled.find((one) => one !== undefined && one.settled > 0) ?? null;
}

function Line({ summary: { horizon, settled, hits, interval } }: { summary: HitSummary }) {
  return (
    <dd className="tabular-nums">
      <span className="font-medium">{shareText(hits / settled)}</span> of {countText(settled)} right after{" "}
      {sessionsText(horizon)}
      <span className="block text-xs text-muted">
        {interval.status === "given"
          ? `95% interval ${endsOf(interval, shareText).join(" to ")}`
          : "Too few settled signals for an interval"}
      </span>
    </dd>
  );
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** `around 1 May 2025`: nobody has announced it. */
export function ExpectedDay({ report: { date }, className }: { report: CompanyReport; className?: string }) {
  return (
    <span className={className}>
      around <time dateTime={date}>{day.format(new Date(date))}</time>
    </span>
  );
}

export function reportName({ kind }: CompanyReport): string {
  return kind === "annual" ? "Annual report" : "Quarterly report";
}
