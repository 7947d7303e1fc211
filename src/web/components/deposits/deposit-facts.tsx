import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { type Deposit, type DepositState, explorerOf } from "#src/contract/accounts/deposits.ts";
import { toIso } from "#src/core/clock.ts";
import { classNames } from "#src/web/components/ui/class-names.ts";
import { Money, Badge } from "#src/web/components/ui/elements.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { processorNames, stateWords } from "./deposit-labels.ts";
import { isNothing } from "./payment-uri.ts";

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
