import type { ConditionState } from "#src/contract/conditions.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { ConditionWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { appendEntry, findSignal } from "#src/product/signals/queries/signals.ts";
import type { Instant } from "#src/core/clock.ts";

/**
 * Nothing of undecided conditions, or of a withdrawn signal.
 * @param decided states reached now
 */
export async function addToChain(
  tx: Tx,
  { published, conditions }: Pick<ConditionWatch, "published" | "conditions">,
  decided: readonly ConditionState[],
  at: Instant,
): Promise<void> {
  if (published === null) return;
  const said = decided.filter(({ status }) => status === "broken" || status === "held");
  const found = said.length === 0 ? null : await findSignal(tx.sql, published.signal);
  if (found === null || found.withdrawn !== null) return;
  for (const { id, status, decided_on: on, value } of said) {
    const condition = conditions.find((one) => one.id === id);
    if (condition === undefined || on === null) continue;
    const { measure, comparator, threshold, unit } = condition;
    await appendEntry(
      tx,
      published.list,
      {
        kind: "condition",
        signal: found.signal.number,
        signal_id: found.signal.id,
        condition: id,
        measure,
        comparator,
        threshold,
        unit,
        outcome: status === "broken" ? "broken" : "held",
        decided_on: on,
        value,
      },
      at,
    );
  }
}
