import { Decimal } from "decimal.js";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { type Deposit, type DepositState, explorerOf } from "#src/contract/accounts/deposits.ts";
import { toIso } from "#src/core/clock.ts";
import { Badge, Money, classNames } from "#src/web/components/ui/elements.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { processorNames, stateWords } from "./deposit-labels.ts";

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

/**
 * JSON text with a line for each member, every token as it stands: numbers keep their digits and repeated keys stay,
 * which reading it and writing it anew would not promise. What is no JSON comes out in some order of lines too.
 */
export function indentJson(text: string): string {
  let depth = 0;
  let out = "";
  const line = (): string => `\n${"  ".repeat(Math.max(0, depth))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+|"/gs)) {
    if (token === "{" || token === "[") {
      depth += 1;
      out += token + line();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      out += line() + token;
    } else if (token === ",") out += `,${line()}`;
    else if (token === ":") out += ": ";
    else out += /^[{[]/.test(token) ? token.replaceAll(/\s/g, "") : token;
  }
  return out;
}

/** Everything that is known of a deposit, a fact a line. */
export function DepositFacts({ deposit }: { deposit: Deposit }) {
  const { currency, priceMinor, payAmount, creditedMinor, refundedMinor, payMemo, finishedAt } = deposit;
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      <Fact name="Requested">
        <Money minor={priceMinor} /> = {payAmount} {currency.coin}
      </Fact>
      <Fact name="Received">{receivedText(deposit)}</Fact>
      <Fact name="Credited">
        <Money minor={creditedMinor} />
      </Fact>
      {refundedMinor > 0 ? (
        <Fact name="Reversed">
          <Money minor={refundedMinor} />
        </Fact>
      ) : null}
      <Fact name="Paid with">{currency.name}</Fact>
      <Fact name="Processor">{processorNames[deposit.processor]}</Fact>
      <Fact name="Opened">
        <Time at={toIso(deposit.createdAt)} />
      </Fact>
      {finishedAt === null ? null : (
        <Fact name="Finished">
          <Time at={toIso(finishedAt)} />
        </Fact>
      )}
      <Fact name="Address" wide>
        <ExplorerLink deposit={deposit} kind="address" what={deposit.payAddress} />
      </Fact>
      {payMemo === null ? null : <Fact name="Memo">{payMemo}</Fact>}
      {deposit.transaction === null ? null : (
        <Fact name="Transaction" wide>
          <ExplorerLink deposit={deposit} kind="transaction" what={deposit.transaction} />
        </Fact>
      )}
      <Fact name="Deposit ID" wide>
        <span className="font-mono text-xs wrap-anywhere">{deposit.id}</span>
      </Fact>
    </dl>
  );
}

function receivedText({ paidAmount, currency, review }: Deposit): string {
  if (isNothing(paidAmount)) return "None yet";
  return review?.kind === "wrong_asset" ? `${paidAmount} in another coin` : `${paidAmount} ${currency.coin}`;
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? "sm:col-span-2" : undefined}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

interface Props {
  readonly deposit: Pick<Deposit, "currency">;
  readonly kind: "address" | "transaction";
  /** The address, or the transaction's id. */
  readonly what: string;
  readonly className?: string;
}

/** Leads to the chain where somebody shows it; else only the text. */
function ExplorerLink({ deposit, kind, what, className }: Props) {
  const text = <span className="font-mono text-xs wrap-anywhere">{what}</span>;
  const href = explorerOf(deposit.currency.network, kind, what);
  if (href === null) return text;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={classNames(
        "inline-flex items-baseline gap-1.5 text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent",
        className,
      )}
    >
      {text}
      <ExternalLink aria-hidden className="size-3 shrink-0 self-center" />
      <span className="sr-only"> (block explorer, opens in a new tab)</span>
    </a>
  );
}

export function StateBadge({ state }: { state: DepositState }) {
  const { name, tone } = stateWords[state];
  return <Badge tone={tone}>{name}</Badge>;
}
