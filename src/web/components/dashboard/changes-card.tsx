import { ArrowRight } from "lucide-react";
import Link from "next/link";
import type { Changes, News } from "#src/contract/dashboard.ts";
import { isolated } from "#src/core/isolated.ts";
import { counted, priceDigits } from "#src/core/number-text.ts";
import { conditionText } from "#src/report/conditions.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { TextLink } from "#src/web/components/ui/text-link.tsx";

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
