import { setTimeout as pause } from "node:timers/promises";
import { listProcessors } from "#src/product/deposits/list-processors.ts";
import { webContext } from "./context.ts";

/** A page that everybody reads does not wait for a payment processor. */
const withinMs = 1000;

/** What deposits can be made in, by their short names; `null` where the processors do not say in time. */
export async function acceptedCoins(): Promise<readonly string[] | null> {
  const context = webContext();
  const offers = await Promise.race([
    listProcessors(context, context.paymentGateway).catch(() => null),
    pause(withinMs, null, { ref: false }),
  ]);
  return offers && [...new Set(offers.flatMap(({ currencies }) => currencies.map(({ coin }) => coin)))].toSorted();
}
