import { Decimal } from "decimal.js";
import { expect, test } from "vitest";
import { BudgetExceeded, Cancelled } from "#src/core/errors.ts";
import { createLog } from "#src/core/operation/log.ts";
import { holdingAll, type Allowance } from "./allowance.ts";

const log = createLog("silent", "worker");
const { signal } = new AbortController();

function purse(limit: string): Allowance & { readonly left: () => string } {
  let left = new Decimal(limit);
  return {
    left: () => left.toFixed(),
    hold(most) {
      if (left.lessThan(most)) return Promise.reject(new BudgetExceeded("no money"));
      left = left.minus(most);
      return Promise.resolve((cost) => {
        left = left.plus(most).minus(cost);
        return Promise.resolve();
      });
    },
  };
}

test("who lacks money that is only held for another call waits for it, in turn", async () => {
  const [key, run] = [purse("10"), purse("3")];
  const hold = holdingAll(log, [key, run]);
  const first = await hold("2", signal);
  const [second, third] = [hold("2", signal), hold("1", signal)];
  await first("0.5");
  await (
    await second
  )("1.5");
  await (
    await third
  )("1");
  expect([key.left(), run.left()]).toEqual(["7", "0"]);
  await expect(hold("0.1", signal)).rejects.toThrow(BudgetExceeded);
  expect(key.left()).toBe("7");
});

test("who is refused while the last other call ends asks again", async () => {
  const run = purse("2");
  let endsFirst: Promise<void> | null = null;
  let first: ((cost: string | null) => Promise<void>) | null = null;
  const slow: Allowance = {
    async hold(most) {
      const settled = run.hold(most);
      await settled.catch(async () => (endsFirst ??= first?.("0.5") ?? null));
      return settled;
    },
  };
  const hold = holdingAll(log, [slow]);
  first = await hold("2", signal);
  await (
    await hold("1", signal)
  )("1");
  expect(run.left()).toBe("0.5");
});

test("a call whose cost is not known stays spent as held, and a cancelled wait ends", async () => {
  const run = purse("2");
  const hold = holdingAll(log, [run]);
  const first = await hold("2", signal);
  const stop = new AbortController();
  const waiting = hold("1", stop.signal);
  stop.abort();
  await first(null);
  await expect(waiting).rejects.toThrow(Cancelled);
  expect(run.left()).toBe("0");
});
