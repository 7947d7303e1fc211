import type { BacktestOrder } from "#src/contract/backtests/backtests.ts";
import { InvalidField } from "#src/core/errors.ts";
import type { BacktestEnvironment, ReadOrder } from "./backtest-environment.ts";

/** @throws InvalidField for an order that the archives cannot answer */
export function readOrder(
  { read }: Pick<BacktestEnvironment, "read">,
  order: BacktestOrder,
): Extract<ReadOrder, { ok: true }> {
  const known = read(order);
  if (!known.ok) throw new InvalidField(known.field, order[known.field] ?? null, known.reason);
  return known;
}
