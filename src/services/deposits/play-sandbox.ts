import type { SandboxAct, SandboxPayment } from "#src/contract/deposits.ts";
import { NotFound } from "#src/platform/errors.ts";
import type { SandboxPayer } from "#src/processors/processor.ts";
import type { DepositContext } from "./till.ts";

/** The sandbox's payments, newest first. @throws NotFound where the sandbox is not in force */
export async function listSandboxPayments({ till }: Pick<DepositContext, "till">): Promise<readonly SandboxPayment[]> {
  return payerOf(till).list();
}

/** Plays the payer; the callback comes over HTTP. @throws NotFound; Conflict for what cannot follow what was */
export async function playSandbox(
  { till }: Pick<DepositContext, "till">,
  { paymentId, act }: { readonly paymentId: string; readonly act: SandboxAct },
): Promise<SandboxPayment> {
  return payerOf(till).play(paymentId, act);
}

function payerOf({ sandbox }: DepositContext["till"]): SandboxPayer {
  if (sandbox === null) throw new NotFound("the sandbox is not in force here");
  return sandbox;
}
