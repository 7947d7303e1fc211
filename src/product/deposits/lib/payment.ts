import type { DepositPayment, DepositRow } from "../queries/deposits.ts";
import type { PaymentFacts } from "../processors/processor.ts";
import { Decimal } from "decimal.js";

/** `asset`: another kind of money; `order`: another deal. */
export interface BindingFault {
  readonly of: "order" | "asset";
  readonly field: string;
  /** One sentence. */
  readonly detail: string;
}

interface Expected {
  readonly field: string;
  readonly of: BindingFault["of"];
  readonly said: string | null;
  readonly holds: boolean;
}

/**
 * `null` when nothing differs.
 * @param whole a report says everything, a callback may not
 */
export function bindingFault(
  deposit: DepositRow & { readonly payment: DepositPayment },
  facts: PaymentFacts,
  { whole }: { readonly whole: boolean },
): BindingFault | null {
  const { payment, currency, priceMinor, parentId } = deposit;
  const price = dollars(priceMinor);
  const agreed: Expected[] = [
    { of: "order", field: "order", said: facts.orderId, holds: facts.orderId === (parentId ?? deposit.id) },
    {
      of: "order",
      field: "price",
      said: facts.priceAmount,
      // What was sent again has no price that anybody agreed on.
      holds: parentId !== null || (facts.priceAmount !== null && sameAmount(facts.priceAmount, price)),
    },
    { of: "order", field: "price currency", said: facts.priceCurrency, holds: facts.priceCurrency === "usd" },
    {
      of: "asset",
      field: "currency",
      said: facts.payCurrency,
      holds: facts.payCurrency?.toLowerCase() === currency.code.toLowerCase(),
    },
    { of: "asset", field: "address", said: facts.payAddress, holds: facts.payAddress === payment.payAddress },
  ];
  const network: Expected = {
    of: "asset",
    field: "network",
    said: facts.network,
    holds: facts.network === null || facts.network === currency.network,
  };
  if (facts.paymentId !== payment.id)
    return { of: "order", field: "payment", detail: `the payment is ${facts.paymentId}, expected ${payment.id}` };
  const wrong = [...agreed, network].find(({ said, holds }) => !holds && (whole || said !== null));
  if (wrong === undefined) return null;
  const { of, field, said } = wrong;
  return { of, field, detail: `the ${field} is ${said === null ? "missing" : quoted(said)}` };
}

function quoted(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** Sums of 80 digits are exact: no coin has as many. */
const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_DOWN });

/** Larger numbers are not exact. */
const mostMinor = Number.MAX_SAFE_INTEGER;

/** At the opening rate; US cents, rounded down. */
export function receivedMinorOf(
  { priceMinor, payAmount }: { readonly priceMinor: number; readonly payAmount: string },
  paidAmount: string,
): number {
  return Exact.min(new Exact(priceMinor).times(paidAmount).div(payAmount).floor(), mostMinor).toNumber();
}

/** Half a percent, at least a cent, at most a dollar (docs/adr/0021). */
export function toleranceMinor(priceMinor: number): number {
  return Math.min(100, Math.max(1, Math.floor(priceMinor / 200)));
}

export function dollars(minor: number): string {
  return new Exact(minor).div(100).toFixed(2);
}

/** Dollars as text to cents, rounded down. */
export function centsOf(usd: string): number {
  return Exact.min(new Exact(usd).times(100).floor(), mostMinor).toNumber();
}

function sameAmount(a: string, b: string): boolean {
  return new Exact(a).eq(b);
}

/** Whether `part` is less than so many percent of `whole`. */
export function isBelowPercent(part: string, percent: number, whole: string): boolean {
  return new Exact(part).times(100).lt(new Exact(whole).times(percent));
}
