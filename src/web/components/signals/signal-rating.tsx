import type { Signal } from "#src/contract/signals.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";

type Rated = Pick<Signal, "rating" | "previous_rating" | "changed">;

/** The rating, and the one before it where that was another. */
export function SignalRating({ signal: { rating, previous_rating: before, changed } }: { signal: Rated }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {changed && before !== null ? (
        <>
          <span className="text-xs text-muted">
            <span className="sr-only">changed from </span>
            {before}
          </span>
          <span aria-hidden className="text-faint">
            →
          </span>
        </>
      ) : null}
      <RatingBadge rating={rating} />
    </span>
  );
}

export function WithdrawnBadge() {
  return <Badge tone="warning">Withdrawn</Badge>;
}
