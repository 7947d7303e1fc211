import type { DepositPayment, DepositRow } from "../queries/deposits.ts";
import type { PaymentFacts, ProcessorPayment } from "../processors/processor.ts";
import { Decimal } from "decimal.js";
import type { DepositState, ReviewKind } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";

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

function dollars(minor: number): string {
  return new Exact(minor).div(100).toFixed(2);
}

/** Dollars as text to cents, rounded down. */
function centsOf(usd: string): number {
  return Exact.min(new Exact(usd).times(100).floor(), mostMinor).toNumber();
}

function sameAmount(a: string, b: string): boolean {
  return new Exact(a).eq(b);
}

/** Whether `part` is less than so many percent of `whole`. */
function isBelowPercent(part: string, percent: number, whole: string): boolean {
  return new Exact(part).times(100).lt(new Exact(whole).times(percent));
}

export interface Finding {
  readonly kind: ReviewKind;
  readonly detail: string;
  /** What was seen; the same is not looked at twice. */
  readonly seen: string;
  /** What crediting would book, US cents; `null` when only a person can tell. */
  readonly receivedMinor: number | null;
}

/** What follows from a payment, as its processor reports it. */
export interface Judgement {
  /** Where it stands without money; moving there is the state table's to allow. */
  readonly move: DepositState | null;
  /** US cents that belong on the balance now. */
  readonly creditMinor: number | null;
  readonly findings: readonly Finding[];
  /** It was sent back. */
  readonly sentBack: boolean;
}

const nothing: Judgement = { move: null, creditMinor: null, findings: [], sentBack: false };
/** A stablecoin is a dollar, near enough for what a fee may take. */
const dollarCoins = /^(?:usd[tcp]?|dai|busd|tusd|fdusd|pyusd)(?:$|[a-z0-9]{2,12}$)/;
/** What conversion and fees may leave, at least. */
const leastOutcomePercent = 90;

/** By the processor's report alone. Pure. */
export function judgePayment(
  deposit: DepositRow & { readonly payment: DepositPayment },
  reported: ProcessorPayment,
  known: { readonly userExists: boolean; readonly outcomeCurrencies: readonly string[] | null },
): Judgement {
  switch (reported.state) {
    case null:
      return nothing;
    case "refunded":
      return { ...nothing, sentBack: true };
    case "finished":
    case "partially_paid":
      return judgePaid(deposit, reported, known);
    default:
      return { ...nothing, move: reported.state };
  }
}

function judgePaid(
  deposit: DepositRow & { readonly payment: DepositPayment },
  reported: ProcessorPayment,
  known: Parameters<typeof judgePayment>[2],
): Judgement {
  const { priceMinor, payment } = deposit;
  const paid = reported.paidAmount;
  const fault = bindingFault(deposit, reported, { whole: true });
  const seen = `${reported.paymentId} ${paid ?? "?"} ${reported.payCurrency ?? "?"}`;
  if (fault !== null) {
    const asset = fault.of === "asset";
    // Only the processor knows another coin's worth.
    const receivedMinor = asset && reported.paidUsd !== null ? centsOf(reported.paidUsd) : null;
    const kind = asset ? "wrong_asset" : "mismatch";
    return { ...nothing, findings: [{ kind, detail: fault.detail, seen: `${fault.field} ${seen}`, receivedMinor }] };
  }
  if (paid === null)
    return {
      ...nothing,
      findings: [{ kind: "mismatch", detail: "the payment has no paid amount", seen, receivedMinor: null }],
    };
  const receivedMinor = receivedMinorOf({ priceMinor, payAmount: payment.payAmount }, paid);
  const found = (kind: ReviewKind, detail: string): Judgement => ({
    ...nothing,
    findings: [{ kind, detail, seen, receivedMinor }],
  });
  if (deposit.parentId !== null)
    return found("re_deposit", `repeat payment of ${formatUsd(receivedMinor)} to the address of ${deposit.parentId}`);
  const outcome = outcomeFault(reported, receivedMinor, known.outcomeCurrencies);
  if (outcome !== null) return found("outcome", outcome);
  if (!known.userExists) return found("account_gone", "the account was deleted before the payment arrived");
  const off = receivedMinor - priceMinor;
  const tolerated = toleranceMinor(priceMinor);
  if (off < -tolerated || receivedMinor === 0)
    return {
      ...found("partial", `received ${formatUsd(receivedMinor)} of ${formatUsd(priceMinor)}`),
      move: "partially_paid",
    };
  if (off <= tolerated) return { ...nothing, creditMinor: receivedMinor };
  return {
    ...nothing,
    creditMinor: priceMinor,
    findings: [
      {
        kind: "overpaid",
        detail: `received ${formatUsd(receivedMinor)} for ${formatUsd(priceMinor)}: ${formatUsd(off)} too much`,
        seen,
        receivedMinor: off,
      },
    ],
  };
}

/** Where amounts cannot be compared, only the currency counts. */
function outcomeFault(
  { outcomeCurrency, outcomeAmount, payCurrency, paidAmount }: ProcessorPayment,
  receivedMinor: number,
  allowed: readonly string[] | null,
): string | null {
  if (outcomeCurrency === null) return allowed === null ? null : "the payment has no payout currency";
  if (allowed !== null && !allowed.includes(outcomeCurrency))
    return `the payout was in ${outcomeCurrency} instead of ${allowed.join(" or ")}`;
  if (outcomeAmount === null) return "the payment has no payout amount";
  const whole =
    outcomeCurrency === payCurrency ? paidAmount : dollarCoins.test(outcomeCurrency) ? dollars(receivedMinor) : null;
  if (whole === null || !isBelowPercent(outcomeAmount, leastOutcomePercent, whole)) return null;
  return `the payout was only ${outcomeAmount} ${outcomeCurrency}`;
}
