import type { DepositState, PayCurrency, ProcessorName } from "#src/contract/accounts/deposits.ts";
import type { SandboxAct, SandboxPayment } from "#src/contract/api/sandbox.ts";
import type { Instant } from "#src/core/clock.ts";
import { InvalidInput, NotFound } from "#src/core/errors.ts";

/** A request to a processor, without secrets. */
export interface PaymentOrder {
  /** The deposit's id; every callback returns it. */
  readonly orderId: string;
  readonly priceMinor: number;
  /** One of its `currencies`. */
  readonly currency: PayCurrency;
  readonly description: string;
}

/** What the payer is shown. Amounts are decimal text. */
export interface OpenedPayment {
  readonly paymentId: string;
  readonly payAmount: string;
  readonly payAddress: string;
  readonly payMemo: string | null;
  readonly checkoutUrl: string | null;
  /** `null` when the processor does not say. */
  readonly expiresAt: Instant | null;
}

/** `null`: not said. Amounts are decimal text as written. */
export interface PaymentFacts {
  readonly paymentId: string;
  /** The payment whose address was paid again. */
  readonly parentId: string | null;
  readonly orderId: string | null;
  /** `null` for an unknown word. */
  readonly status: string;
  readonly state: DepositState | null;
  readonly priceAmount: string | null;
  readonly priceCurrency: string | null;
  readonly payCurrency: string | null;
  readonly network: string | null;
  readonly payAddress: string | null;
  readonly payAmount: string | null;
  readonly paidAmount: string | null;
  /** The received amount in US dollars, at the processor's rate. */
  readonly paidUsd: string | null;
  readonly outcomeAmount: string | null;
  readonly outcomeCurrency: string | null;
  readonly transaction: string | null;
}

/** A payment from the processor's API, which is what credits money. */
export interface ProcessorPayment extends PaymentFacts {
  /** JSON text, for people. */
  readonly raw: string;
}

/** A callback before it is verified. */
export interface ReceivedCallback {
  /** Each value of the signature's header, unchanged. */
  readonly signatures: readonly string[];
  readonly body: Uint8Array;
}

export type CheckedCallback =
  | { readonly ok: true; readonly matched: string; readonly claim: PaymentFacts }
  | {
      readonly ok: false;
      /** True: the processor did send it. */
      readonly signed: boolean;
      readonly matched: string | null;
      readonly verdict: "unsigned" | "bad_signature" | "bad_json" | "duplicate_keys" | "malformed" | "not_a_payment";
    };

/** `open`, `read` and `currencies` throw VendorFailed without a usable answer. */
export interface PaymentProcessor {
  readonly name: ProcessorName;
  readonly title: string;
  /** In lower case; identifies a callback as this processor's. */
  readonly signatureHeader: string;
  /** Lower case; `null`: not converted, or unknown. */
  readonly outcomeCurrencies: readonly string[] | null;
  currencies(): Promise<readonly PayCurrency[]>;
  open(order: PaymentOrder): Promise<OpenedPayment>;
  /** `null` when it knows no such payment. */
  read(paymentId: string): Promise<ProcessorPayment | null>;
  check(callback: ReceivedCallback): CheckedCallback;
}

export type ProcessorMap = ReadonlyMap<ProcessorName, PaymentProcessor>;

/** Its callbacks come over HTTP. */
export interface SandboxPayer {
  /** Of an owner's deposits. */
  list(owner: string): Promise<readonly SandboxPayment[]>;
  /** @throws NotFound; Conflict for an impossible next state */
  play(paymentId: string, act: SandboxAct): Promise<SandboxPayment>;
}

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
