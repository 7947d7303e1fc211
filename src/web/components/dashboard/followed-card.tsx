import Link from "next/link";
import type { Rating } from "#src/contract/jobs/analysis.ts";
import type { FollowedGroup, FollowedInstrument } from "#src/contract/signals/dashboard.ts";
import { counted, priceDigits } from "#src/core/text/number-text.ts";
import { Sparkline } from "#src/web/components/charts/rating-sketch.tsx";
import { returnText } from "#src/web/components/signals/signal-text.ts";
import { LinkButton, classNames } from "#src/web/components/ui/elements.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";

/** A list as cards, one an instrument. */
export function FollowedList({ group: { id, name, instruments, total } }: { group: FollowedGroup }) {
  return (
    <section aria-label={name} className="grid min-w-0 gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="min-w-0 truncate text-base font-semibold">{name}</h2>
        {id === null ? null : (
          <LinkButton href={`/signals?list=${encodeURIComponent(id)}`} variant="link" size="sm">
            {total > instruments.length ? `All ${counted(total, "instrument")}` : "Signals"}
            <span className="sr-only">
              {" "}
              of <bdi>{name}</bdi>
            </span>
          </LinkButton>
        )}
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {instruments.map((instrument) => (
          <li key={instrument.symbol} className="grid grid-cols-[minmax(0,1fr)]">
            <FollowedCard instrument={instrument} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FollowedCard({ instrument }: { instrument: FollowedInstrument }) {
  const { symbol, name, history, house, thesis, closes, last_session: session } = instrument;
  const newest = history.at(-1);
  const before = history.at(-2);
  return (
    <article className="relative grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_1fr_auto] content-start gap-3 rounded-lg border bg-surface p-4 hover:border-line-strong">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0">
          <Link
            href={`/instruments/${encodeURIComponent(symbol)}`}
            // The whole card leads there.
            className="font-semibold after:absolute after:inset-0 after:rounded-lg"
          >
            {symbol}
          </Link>
          {name === null ? null : <span className="block truncate text-xs font-normal text-muted">{name}</span>}
        </h3>
        {newest === undefined ? null : (
          <div className="grid justify-items-end gap-0.5">
            <RatingBadge rating={newest.rating} />
            <span className="text-2xs whitespace-nowrap text-muted">
              {before === undefined
                ? "first rating"
                : before.rating === newest.rating
                  ? "unchanged"
                  : `was ${before.rating}`}
            </span>
          </div>
        )}
      </div>
      <Price instrument={instrument} />
      <p dir="auto" className="line-clamp-2 text-xs text-muted">
        {newest === undefined
          ? "Not analysed yet. The next scheduled run will rate it."
          : (thesis ?? "No opinion: the evidence did not support a rating.")}
      </p>
      <div className="grid gap-1.5">
        {newest === undefined ? null : <RatingStrip ratings={history.map(({ rating }) => rating)} />}
        <span className="flex flex-wrap justify-between gap-x-3 text-2xs whitespace-nowrap text-faint tabular-nums">
          <span>{newest === undefined ? "" : `as of ${newest.session}`}</span>
          {house === null ? null : <span className="text-muted">house: {house.rating}</span>}
          <span>{closes.length === 0 || session === newest?.session ? "" : `prices to ${session}`}</span>
        </span>
      </div>
    </article>
  );
}

function Price({ instrument: { symbol, closes, currency } }: { instrument: FollowedInstrument }) {
  const [first, last, previous] = [closes.at(0), closes.at(-1), closes.at(-2)];
  if (first === undefined || last === undefined) return <p className="text-xs text-faint">No prices yet</p>;
  const change = previous === undefined ? null : last / previous - 1;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
      <span className="grid tabular-nums">
        <span className="text-sm font-medium">
          {priceDigits(last)} <span className="text-2xs font-normal text-muted">{currency}</span>
        </span>
        <span
          className={`text-xs ${change === null || change === 0 ? "text-muted" : change > 0 ? "text-positive" : "text-negative"}`}
        >
          {returnText(change)}
        </span>
      </span>
      <Sparkline
        values={closes}
        label={`${symbol}: closes of ${counted(closes.length, "session")}, from ${priceDigits(first)} to ${priceDigits(last)}`}
      />
    </div>
  );
}

const length = 12;

/** How high in its column an opinion stands: Sell at the bottom, Buy at the top. */
const places = {
  Sell: "top-4/5 bg-negative",
  Underweight: "top-3/5 bg-negative",
  Hold: "top-2/5 bg-muted",
  Overweight: "top-1/5 bg-positive",
  Buy: "top-0 bg-positive",
} as const satisfies Record<Exclude<Rating, "REVIEW">, string>;

/** The last twelve ratings, the newest on the right. REVIEW fills its column with hatching: it has no height. */
function RatingStrip({ ratings }: { ratings: readonly Rating[] }) {
  const shown = ratings.slice(-length);
  const text =
    shown.length === 0
      ? "No ratings yet"
      : `Last ${counted(shown.length, "rating")}, oldest first: ${shown.join(", ")}`;
  return (
    <div>
      <span className="sr-only">{text}</span>
      <ol aria-hidden className="grid h-6 grid-cols-12 gap-0.5">
        {Array.from({ length }, (_, index) => {
          const rating = shown[index - (length - shown.length)];
          return (
            <li
              key={index}
              className={classNames(
                "relative rounded-[1px]",
                rating === "REVIEW" ? "hatched" : rating === undefined ? "border-b border-line" : "bg-sunken",
              )}
            >
              {rating === undefined || rating === "REVIEW" ? null : (
                <span className={`absolute inset-x-0 h-1/5 rounded-[1px] ${places[rating]}`} />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
