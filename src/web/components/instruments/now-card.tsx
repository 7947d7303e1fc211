import type { InstrumentRecord, SessionPrices } from "#src/contract/instrument-record.ts";
import { counted, countText, priceDigits } from "#src/core/number-text.ts";
import { tellingOf } from "#src/web/components/dashboard/track-record-card.tsx";
import { returnText, sessionsText, shareText } from "#src/web/components/signals/signal-text.ts";
import { Card } from "#src/web/components/ui/card.tsx";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** The rating in force, since when, and how the price moved since. */
export function NowCard({ record: { tracks, hits, closes, currency } }: { record: InstrumentRecord }) {
  const [track] = tracks;
  const newest = track?.ratings.at(-1);
  if (track === undefined || newest === undefined) return null;
  const since = track.ratings.findLast(({ rating }, index, all) => all[index - 1]?.rating !== rating);
  const summary = tellingOf(hits);
  const last = closes.at(-1);
  const moved = movedSince(closes, since?.session ?? newest.session);
  const agreement = newest.agreement;
  const facts: readonly (Fact | null)[] = [
    { name: "Rating since", value: since?.session ?? newest.session },
    { name: "Rated by", value: track.name },
    last === undefined
      ? null
      : { name: "Last close", value: `${priceDigits(last.close)} ${currency ?? ""}`, note: `on ${last.session}` },
    moved === null
      ? null
      : { name: "Move since the rating", value: moved.share, note: `in ${sessionsText(moved.sessions)}` },
    newest.confidence === null ? null : { name: "Confidence", value: shareText(newest.confidence) },
    agreement === null
      ? null
      : { name: "Agreement", value: `${agreement.agreeing} of ${counted(agreement.runs, "run")}` },
    summary === null
      ? { name: "Right so far", value: "No outcomes yet" }
      : {
          name: "Right so far",
          value: `${shareText(summary.hits / summary.settled)} of ${countText(summary.settled)}`,
          note: `after ${sessionsText(summary.horizon)}`,
        },
  ];
  return (
    <Card inner="grid gap-6">
      <RatingScale rating={newest.rating} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        {facts
          .filter((fact) => fact !== null)
          .map(({ name, value, note }) => (
            <div key={name} className="grid content-start gap-0.5">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="text-sm tabular-nums">
                {value}
                {note === undefined ? null : <span className="block text-xs text-muted">{note}</span>}
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

/** From the close on which the rating stands to the last one; `null` where that or a later one is not known. */
function movedSince(closes: readonly SessionPrices[], session: string): { share: string; sessions: number } | null {
  const first = closes.findIndex((one) => one.session === session);
  const [from, last] = [closes[first], closes.at(-1)];
  if (from === undefined || last === undefined || last === from) return null;
  return { share: returnText(last.close / from.close - 1), sessions: closes.length - 1 - first };
}
