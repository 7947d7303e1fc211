import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "#src/core/clock.ts";
import { openDeposit } from "#src/product/deposits/open-deposit.ts";
import { customerContext } from "../contexts.ts";
import { callbackBody, sign } from "../deposit-test-app.ts";
import { pay, type NowPayment } from "../processor-server.ts";
import type { Surroundings } from "./job-operations.ts";
import type { LoadedService } from "./service.ts";

/** A processor sends until it is answered well. */
const mostTries = 300;
const tryAgainMs = 200;

/** A customer's deposit that is paid as it should be, with the callbacks of the processor, some of them twice at once. */
export function createPayments(
  { recorder, random, customers, keyPrefix = "", attempt = (work) => work() }: Surroundings,
  { db, processor, paymentGateway }: Pick<LoadedService, "db" | "processor" | "paymentGateway">,
): () => Promise<void> {
  let count = 0;
  const callback = async (payment: NowPayment): Promise<void> => {
    const body = callbackBody(payment);
    const headers = { "content-type": "application/json", "x-nowpayments-sig": sign(body) };
    for (let tries = 0; tries < mostTries; tries += 1) {
      const sent = { method: "POST", headers, body };
      const answer = await recorder.ask("POST /api/deposit/ipn", "/api/deposit/ipn", sent, [200]);
      if (answer?.status === 200) return;
      await pause(tryAgainMs);
    }
    throw new Error(`a callback was refused ${mostTries} times`);
  };
  return async () => {
    count += 1;
    const { id: owner } = random.pick(customers);
    const actor = { owner, plan: "elite", scopes: [] } as const;
    const amountMinor = Math.floor(random.between(500, 10_000));
    const wish = { paymentGateway, amountMinor, processor: "nowpayments", currency: "usdttrc20" } as const;
    const idempotencyKey = `${keyPrefix}deposit-${count}`;
    const ctx = customerContext({ db, clock: systemClock, actor });
    const deposit = await attempt(() => openDeposit(ctx, { ...wish, idempotencyKey }));
    // The one that the customer is shown: where a payment was opened and could not be written down, another was opened.
    const payment = [...processor.payments.values()].find((one) => one.pay_address === deposit.payAddress);
    if (payment === undefined) throw new Error(`the processor has no payment for ${deposit.id}`);
    for (const status of ["confirming", "confirmed", "finished"]) {
      pay(payment, status);
      await Promise.all(Array.from({ length: random.next() < 0.3 ? 2 : 1 }, () => callback(payment)));
      await pause(random.between(20, 300));
    }
  };
}
