import type { SandboxPayment, SandboxAct } from "#src/contract/api/sandbox.ts";
import type { Context } from "../context.ts";
import { payerOf, type PaymentGateway } from "./public/payment-gateway.ts";
import { NotFound } from "#src/core/errors.ts";

/** Newest first. @throws NotFound without the sandbox */
export async function listSandboxPayments(
  ctx: Context,
  paymentGateway: PaymentGateway,
): Promise<readonly SandboxPayment[]> {
  return payerOf(paymentGateway).list(ctx.actor.owner);
}

/** The callback comes over HTTP. @throws NotFound; Conflict */
export async function playSandbox(
  ctx: Context,
  {
    paymentGateway,
    paymentId,
    act,
  }: { readonly paymentGateway: PaymentGateway; readonly paymentId: string; readonly act: SandboxAct },
): Promise<SandboxPayment> {
  const payer = payerOf(paymentGateway);
  if (!(await payer.list(ctx.actor.owner)).some(({ id }) => id === paymentId))
    throw new NotFound(`the sandbox has no payment ${paymentId}`);
  return payer.play(paymentId, act);
}
