import type { ListInstrument } from "#src/contract/signals/signals.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import type { Log } from "#src/core/operation/log.ts";
import type { JobSettings, SystemContext } from "#src/product/context.ts";

/** How the signal engine is set up. */
export interface SignalSettings {
  /** What the house list has; empty: it is not run. */
  readonly instruments: readonly ListInstrument[];
  /** How often each debate of it is repeated. */
  readonly runs: number;
  /** The share of the repetitions that must agree, 0 to 1. */
  readonly threshold: number;
  /** What its runs of a day, UTC, may cost together. */
  readonly dailyBudgetUsd: Usd;
  /** What one of them may cost. */
  readonly runBudgetUsd: Usd;
  /** Of the running slots, so many at once. */
  readonly slots: number;
  /** After the close of a stock's market, until its prices are final. */
  readonly delayMs: number;
}

/** What the engine works with. */
export interface SignalTools extends SystemContext {
  readonly log: Log;
  readonly jobs: JobSettings;
  readonly signals: SignalSettings;
}
