import { Decimal } from "decimal.js";
import type { Deposit } from "#src/contract/accounts/deposits.ts";

/** Schemes that wallets read with an amount. @see BIP 21, and Litecoin's use of it */
const schemes: Readonly<Record<string, { readonly coin: string; readonly scheme: string }>> = {
  btc: { coin: "BTC", scheme: "bitcoin" },
  ltc: { coin: "LTC", scheme: "litecoin" },
};

/** What the QR code says: address and amount where wallets of the network agree on how, else the bare address. */
export function paymentUri({
  currency,
  payAddress,
  payAmount,
}: Pick<Deposit, "currency" | "payAddress" | "payAmount">): string {
  const known = schemes[currency.network];
  if (known === undefined || known.coin !== currency.coin) return payAddress;
  return `${known.scheme}:${payAddress}?amount=${payAmount}`;
}

/** What is still to be sent, decimal text in the coin; `0` when enough came. */
export function missingAmount({ payAmount, paidAmount }: Pick<Deposit, "payAmount" | "paidAmount">): string {
  return Decimal.max(0, new Decimal(payAmount).minus(paidAmount ?? 0)).toFixed();
}

/** Nothing has come so far; some processors write that as a zero. */
export function isNothing(paidAmount: string | null): boolean {
  return paidAmount === null || new Decimal(paidAmount).isZero();
}
