import type { SandboxPayment } from "#src/contract/sandbox.ts";
import type { Context } from "../context.ts";
import { payerOf, type PaymentGateway } from "./lib/payment-gateway.ts";

/** The sandbox's payments of the actor's deposits, newest first. @throws NotFound where the sandbox is not in force */
export async function listSandboxPayments(
  ctx: Context,
  paymentGateway: PaymentGateway,
): Promise<readonly SandboxPayment[]> {
  return payerOf(paymentGateway).list(ctx.actor.owner);
}
