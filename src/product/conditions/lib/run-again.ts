import type { ConditionState } from "#src/contract/conditions.ts";
import type { Tx } from "#src/core/db/database.ts";
import type { ConditionWatch } from "#src/product/conditions/queries/condition-watches.ts";
import { rerunsOnBreak } from "#src/product/signals/queries/signal-lists.ts";
import { noteDue } from "#src/product/signals/queries/signal-runs.ts";
import { addDays, toIso, type Instant } from "#src/core/clock.ts";

/** What broke longer ago is not analysed again: newer sessions say more. */
const freshDays = 7;

/**
 * One run as of the last session that broke a condition, like scheduled ones.
 * @param decided states reached now
 */
export async function runAgain(
  tx: Tx,
  { published, symbol }: Pick<ConditionWatch, "published" | "symbol">,
  decided: readonly ConditionState[],
  at: Instant,
): Promise<void> {
  const broken = decided.flatMap(({ status, decided_on: on }) => (status === "broken" && on !== null ? [on] : []));
  const session = broken.toSorted().at(-1);
  if (published === null || session === undefined || session < addDays(toIso(at).slice(0, 10), -freshDays)) return;
  const instrument = await rerunsOnBreak(tx, published.list, symbol);
  if (instrument === null) return;
  await noteDue(tx, [{ list: published.list, symbol, session, assetType: instrument.asset_type, dueAt: at }], at);
}
