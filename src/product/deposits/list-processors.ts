import { depositLimits, type ProcessorOffer } from "#src/contract/accounts/deposits.ts";
import { VendorFailed } from "#src/core/errors.ts";
import type { PaymentProcessor } from "./processors/processor.ts";
import type { SystemContext } from "../context.ts";
import type { PaymentGateway } from "./public/payment-gateway.ts";

/** Silent processors are left out. */
export async function listProcessors(
  _ctx: SystemContext,
  paymentGateway: PaymentGateway,
): Promise<readonly ProcessorOffer[]> {
  const offers = await Promise.all([...paymentGateway.processors.values()].map(offerOf));
  return offers.filter((offer) => offer !== null);
}

async function offerOf(processor: PaymentProcessor): Promise<ProcessorOffer | null> {
  const { name, title } = processor;
  const { minMinor, maxMinor } = depositLimits;
  try {
    const currencies = await processor.currencies();
    return { name, title, sandbox: name === "sandbox", minMinor, maxMinor, currencies };
  } catch (error) {
    if (error instanceof VendorFailed) return null;
    throw error;
  }
}
