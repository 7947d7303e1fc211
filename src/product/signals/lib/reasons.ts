import { Opinion } from "#src/contract/jobs/analysis.ts";
import { reasonDays, type ReasonCount, type ReasonOutcomes } from "#src/contract/signals/track-record.ts";
import type { Horizon, Mark, Signal } from "#src/contract/signals/signals.ts";
import type { PublishedCondition } from "#src/product/conditions/queries/condition-watches.ts";

interface Marked {
  readonly signal: Pick<Signal, "id" | "rating">;
  readonly marks: readonly Pick<Mark, "horizon" | "status" | "hit">[];
}

/**
 * Conditions' outcomes, beside whether ratings were right.
 * @param horizon of the prices
 */
export function reasonsOf(
  signals: readonly Marked[],
  conditions: readonly PublishedCondition[],
  horizon: Horizon,
): ReasonOutcomes {
  const bySignal = Map.groupBy(conditions, ({ signal }) => signal);
  const named = signals.map((one) => ({ ...one, conditions: bySignal.get(one.signal.id) ?? [] }));
  const all = named.flatMap((one) => one.conditions);
  return {
    all: countOf(all),
    by_rating: Opinion.options.map((rating) => ({
      rating,
      ...countOf(named.flatMap((one) => (one.signal.rating === rating ? one.conditions : []))),
    })),
    by_days: reasonDays.map((most, index) => {
      const least = reasonDays[index - 1] ?? -1;
      return {
        up_to_days: most,
        ...countOf(all.filter(({ days }) => days > least && (most === null || days <= most))),
      };
    }),
    beside_prices: { horizon, ...besidePrices(named, horizon) },
  };
}

function countOf(conditions: readonly PublishedCondition[]): ReasonCount {
  const count = (status: PublishedCondition["status"]): number =>
    conditions.filter((one) => one.status === status).length;
  const [held, broken] = [count("held"), count("broken")];
  return {
    held,
    broken,
    undecided: count("expired"),
    open: count("holds"),
    held_share: held + broken === 0 ? null : held / (held + broken),
  };
}

/** Once all are decided, or one has broken. */
function besidePrices(
  named: readonly (Marked & { readonly conditions: readonly PublishedCondition[] })[],
  horizon: Horizon,
): Omit<ReasonOutcomes["beside_prices"], "horizon"> {
  const counts = { right_held: 0, right_broken: 0, wrong_held: 0, wrong_broken: 0 };
  for (const { marks, conditions } of named) {
    const mark = marks.find((one) => one.horizon === horizon);
    if (mark === undefined || mark.status !== "settled" || mark.hit === null) continue;
    const isBroken = conditions.some(({ status }) => status === "broken");
    const hasHeld = conditions.some(({ status }) => status === "held");
    if (!isBroken && (!hasHeld || conditions.some(({ status }) => status === "holds"))) continue;
    counts[`${mark.hit ? "right" : "wrong"}_${isBroken ? "broken" : "held"}`] += 1;
  }
  return counts;
}
