import type { PaymentProcessor, ProcessorMap, SandboxPayer } from "#src/processors/processor.ts";
import type { ProcessorName } from "#src/contract/deposits.ts";
import { InvalidInput } from "#src/platform/errors.ts";
import type { Context } from "../context.ts";

/** Where deposits are made: the processors in force. Built once for a process, by `composeTill`. */
export interface DepositTill {
  readonly processors: ProcessorMap;
  /** `null` unless the sandbox is in force. */
  readonly sandbox: SandboxPayer | null;
}

/** What the services of this folder work with: `{...contextOf(viewer), till: house().till}` on a page. */
export interface DepositContext extends Pick<Context, "db" | "queue" | "clock" | "actor"> {
  readonly till: DepositTill;
}

/** @throws InvalidInput for one that is not set up */
export function processorOf({ processors }: DepositTill, name: ProcessorName): PaymentProcessor {
  const processor = processors.get(name);
  if (processor === undefined) throw new InvalidInput(`the payment processor ${name} is not set up`);
  return processor;
}
