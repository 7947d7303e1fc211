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

/** What a processor says of a payment; `null` is what it does not say. Amounts are decimal text, as it wrote them. */
export interface PaymentFacts {
  readonly paymentId: string;
  /** The payment to whose address this one was sent again. */
  readonly parentId: string | null;
  readonly orderId: string | null;
  /** Its own word, and ours for it; `null` for a word that we do not know. */
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

/**
 * Who takes coins for us. Real ones are asked over HTTP.
 * `open`, `read` and `currencies` throw VendorFailed when there is no usable answer.
 */
export interface PaymentProcessor {
  readonly name: ProcessorName;
  readonly title: string;
  /** In lower case; a callback with it is this processor's. */
  readonly signatureHeader: string;
  /** Currencies that what we receive may be in, in lower case; `null`: it does not convert, or nobody has said. */
  readonly outcomeCurrencies: readonly string[] | null;
  currencies(): Promise<readonly PayCurrency[]>;
  open(order: PaymentOrder): Promise<OpenedPayment>;
  /** `null` when it knows no such payment. */
  read(paymentId: string): Promise<ProcessorPayment | null>;
  check(callback: ReceivedCallback): CheckedCallback;
}

export type ProcessorMap = ReadonlyMap<ProcessorName, PaymentProcessor>;

/** Plays the payer of the sandbox, whose callbacks then come over HTTP like anybody's. */
export interface SandboxPayer {
  /** Of an owner's deposits. */
  list(owner: string): Promise<readonly SandboxPayment[]>;
  /** @throws NotFound; Conflict for what cannot follow what was */
  play(paymentId: string, act: SandboxAct): Promise<SandboxPayment>;
}
