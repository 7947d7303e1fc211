import type { BacktestResult } from "#src/contract/backtest.ts";
import { percent } from "#src/report/backtest-figures.ts";
import { RatingBars } from "#src/web/components/signals/rating-distribution.tsx";

/** How the opinions are spread. REVIEW stands apart: it is a decision without an opinion. */
export function RatingsSpread({
  result: { ratings, decisions },
}: {
  result: Pick<BacktestResult, "ratings" | "decisions">;
}) {
  const all = decisions.length;
  const shareOf = (count: number): string => percent(all === 0 ? null : count / all);
  return (
    <RatingBars
      ratings={ratings}
      shareOf={shareOf}
      review={{
        width: all === 0 ? 0 : ratings.REVIEW / all,
        text: `${ratings.REVIEW} · ${shareOf(ratings.REVIEW)}`,
      }}
    >
      REVIEW counts decisions without an opinion: the position is kept, and hit rates exclude them.
    </RatingBars>
  );
}
