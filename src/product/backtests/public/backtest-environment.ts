import type { BacktestAsked, BacktestOrder } from "#src/contract/backtests/backtests.ts";
import type { BacktestResult } from "#src/contract/backtests/backtest.ts";
import type { Trial } from "#src/contract/backtests/validity.ts";
import type { ListedInstrument } from "#src/contract/signals/instruments.ts";

/** What an order means on this service's archives. */
export type ReadOrder =
  | {
      readonly ok: true;
      readonly asked: BacktestAsked;
      readonly decisions: number;
      /** What somebody should know before they start it, in sentences. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly field: keyof BacktestOrder; readonly reason: string };

/** What backtests are made with in this service. */
export interface BacktestEnvironment {
  /** What the archives hold. */
  readonly instruments: readonly ListedInstrument[];
  read(order: BacktestOrder): ReadOrder;
  /** A result as a configuration that was tried. */
  trialOf(result: BacktestResult): Trial;
}
