import type { SandboxPayment } from "#src/contract/sandbox.ts";
import type { SystemContext } from "../context.ts";
import { payerOf, type PaymentGateway } from "./lib/payment-gateway.ts";

/** The sandbox's payments, newest first. @throws NotFound where the sandbox is not in force */
export async function listSandboxPayments(
  _ctx: SystemContext,
  paymentGateway: PaymentGateway,
): Promise<readonly SandboxPayment[]> {
  return payerOf(paymentGateway).list();
}
