import pLimit from "p-limit";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { BudgetExceeded, Cancelled } from "#src/core/errors.ts";
import type { Log } from "#src/core/operation/log.ts";

/** Of a key's month, or a backtest. */
export interface Allowance {
  /**
   * @param most of the call
   * @returns called with the cost
   * @throws BudgetExceeded, Cancelled
   */
  hold(most: Usd): Promise<(cost: Usd) => Promise<void>>;
}

/** `null`: unknown, all stays spent. */
type Settle = (cost: Usd | null) => Promise<void>;

/** All or none. Money held for the run's own calls may come free, so a call waits while any is under way. */
export function holdingAll(
  log: Log,
  allowances: readonly Allowance[],
): (most: Usd, signal: AbortSignal) => Promise<Settle> {
  const turn = pLimit(1);
  let underWay = 0;
  let settled = Promise.withResolvers<void>();

  const ended = (): void => {
    underWay -= 1;
    settled.resolve();
    settled = Promise.withResolvers();
  };
  const holdOnce = async (most: Usd): Promise<Settle> => {
    const held: ((cost: Usd) => Promise<void>)[] = [];
    const settle = async (cost: Usd): Promise<void> => {
      // What cannot be noted stays held, which is more than was spent.
      for (const one of await Promise.allSettled(held.map((each) => each(cost))))
        if (one.status === "rejected") log.error({ err: one.reason }, "the cost of a call could not be noted");
    };
    try {
      for (const allowance of allowances) held.push(await allowance.hold(most));
    } catch (error) {
      await settle("0");
      throw error;
    }
    underWay += 1;
    return async (cost) => {
      await settle(cost ?? most);
      ended();
    };
  };

  return (most, signal) =>
    turn(async () => {
      for (;;) {
        if (signal.aborted) throw new Cancelled();
        const next = settled.promise;
        try {
          return await holdOnce(most);
        } catch (error) {
          // A call that ended while this one was refused may have left enough.
          const isLast = underWay === 0 && next === settled.promise;
          if (!(error instanceof BudgetExceeded) || isLast) throw error;
        }
        await next;
      }
    });
}
