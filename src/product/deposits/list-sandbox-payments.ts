import type { SandboxPayment } from "#src/contract/api/sandbox.ts";
import type { Context } from "../context.ts";
import { payerOf, type PaymentGateway } from "./public/payment-gateway.ts";

/** Newest first. @throws NotFound without the sandbox */
export async function listSandboxPayments(
  ctx: Context,
  paymentGateway: PaymentGateway,
): Promise<readonly SandboxPayment[]> {
  return payerOf(paymentGateway).list(ctx.actor.owner);
}
