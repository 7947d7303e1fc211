import type { SandboxAct, SandboxPayment } from "#src/contract/sandbox.ts";
import type { SystemContext } from "../context.ts";
import { payerOf, type PaymentGateway } from "./lib/payment-gateway.ts";

/** Plays the payer; the callback comes over HTTP. @throws NotFound; Conflict for what cannot follow what was */
export async function playSandbox(
  _ctx: SystemContext,
  {
    paymentGateway,
    paymentId,
    act,
  }: { readonly paymentGateway: PaymentGateway; readonly paymentId: string; readonly act: SandboxAct },
): Promise<SandboxPayment> {
  return payerOf(paymentGateway).play(paymentId, act);
}
