import type { SandboxAct, SandboxPayment } from "#src/contract/api/sandbox.ts";
import type { Context } from "../context.ts";
import { NotFound } from "#src/core/errors.ts";
import { payerOf, type PaymentGateway } from "./public/payment-gateway.ts";

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
