import type { DepositState, PayCurrency, ProcessorName } from "#src/contract/deposits.ts";
import type { SandboxAct, SandboxPayment } from "#src/contract/sandbox.ts";
import type { Instant } from "#src/platform/clock.ts";

/** What is asked of a processor. Nothing in it is secret. */
export interface PaymentOrder {
  /** The deposit's id; comes back with every callback. */
  readonly orderId: string;
  readonly priceMinor: number;
  /** One of its `currencies`. */
  readonly currency: PayCurrency;
  readonly description: string;
}

/** What a payer is told. Amounts are decimal text. */
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
  /** The payment to whose address this one was sent again. */
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
  /** What came in US dollars, by the processor's own rate. */
  readonly paidUsd: string | null;
  readonly outcomeAmount: string | null;
  readonly outcomeCurrency: string | null;
  readonly transaction: string | null;
}

/** A payment as the processor's API tells it, which is what money follows. */
export interface ProcessorPayment extends PaymentFacts {
  /** JSON text, for people. */
  readonly raw: string;
}

/** A callback before anything of it is believed. */
export interface ReceivedCallback {
  /** Each value of the signature's header as it was sent. */
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
  /** In lower case; a callback with it is this processor's. */
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
  /** @throws NotFound; Conflict for what cannot follow what was */
  play(paymentId: string, act: SandboxAct): Promise<SandboxPayment>;
}
