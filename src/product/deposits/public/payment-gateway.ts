import type { PaymentProcessor, ProcessorMap, SandboxPayer } from "#src/product/deposits/processors/processor.ts";
import type { ProcessorName } from "#src/contract/accounts/deposits.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";

/** The processors in force, built once a process. */
export interface PaymentGateway {
  readonly processors: ProcessorMap;
  /** `null` unless the sandbox is in force. */
  readonly sandbox: SandboxPayer | null;
}

/** @throws InvalidInput for one that is not set up */
export function processorOf({ processors }: PaymentGateway, name: ProcessorName): PaymentProcessor {
  const processor = processors.get(name);
  if (processor === undefined) throw new InvalidInput(`the payment processor ${name} is not set up`);
  return processor;
}

export function payerOf({ sandbox }: PaymentGateway): SandboxPayer {
  if (sandbox === null) throw new NotFound("the sandbox is not enabled on this server");
  return sandbox;
}
