import type { BacktestResult } from "#src/contract/backtest.ts";
import { percent } from "#src/report/backtest-report.ts";
import { Bar, bars } from "#src/web/components/signals/rating-distribution.tsx";
import { fromSellToBuy } from "#src/web/components/signals/words.ts";

/** How the opinions are spread. REVIEW stands apart: it is a decision without an opinion. */
export function RatingsSpread({
  result: { ratings, decisions },
}: {
  result: Pick<BacktestResult, "ratings" | "decisions">;
}) {
  const all = decisions.length;
  const most = Math.max(1, ...fromSellToBuy.map((rating) => ratings[rating]));
  const share = (count: number): string => percent(all === 0 ? null : count / all);
  return (
    <div className="grid gap-5">
      <dl className="grid gap-2">
        {fromSellToBuy.toReversed().map((rating) => (
          <Bar
            key={rating}
            name={rating}
            look={bars[rating]}
            width={ratings[rating] / most}
            text={`${ratings[rating]} · ${share(ratings[rating])}`}
          />
        ))}
      </dl>
      <div className="border-t pt-4">
        <dl>
          <Bar
            name="REVIEW"
            look="fill-review-soft stroke-review [stroke-dasharray:2_2] [vector-effect:non-scaling-stroke]"
            width={all === 0 ? 0 : ratings.REVIEW / all}
            text={`${ratings.REVIEW} · ${share(ratings.REVIEW)}`}
          />
        </dl>
        <p className="mt-2 text-xs text-muted">
          Decisions without an opinion: the position is kept, and they count in no hit rate.
        </p>
      </div>
    </div>
  );
}
