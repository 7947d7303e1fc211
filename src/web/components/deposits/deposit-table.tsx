import { FileText } from "lucide-react";
import Link from "next/link";
import type { Deposit } from "#src/contract/deposits.ts";
import { explorerOf } from "#src/contract/explorers.ts";
import { formatUsd } from "#src/contract/money.ts";
import { toIso } from "#src/platform/clock.ts";
import { Money } from "#src/web/components/ui/money.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { isNothing } from "./payment-uri.ts";
import { receiptPath } from "./receipt-path.ts";
import { StateBadge } from "./state-badge.tsx";

export function DepositTable({ deposits }: { deposits: readonly Deposit[] }) {
  return (
    <Table aria-label="Your deposits">
      <THead>
        <TR>
          <TH>Amount</TH>
          <TH>Status</TH>
          <TH>Opened</TH>
          <TH>Paid with</TH>
          <TH numeric>Credited</TH>
          <TH>Documents</TH>
        </TR>
      </THead>
      <TBody>
        {deposits.map((deposit) => (
          <TR key={deposit.id}>
            <TD>
              <Link
                href={`/deposits/${deposit.id}`}
                className="font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
              >
                <Money minor={deposit.priceMinor} />
              </Link>
            </TD>
            <TD>
              <StateBadge state={deposit.state} />
            </TD>
            <TD className="whitespace-nowrap">
              <Time at={toIso(deposit.createdAt)} />
            </TD>
            <TD className="whitespace-nowrap">{deposit.currency.name}</TD>
            <TD numeric>
              <Money minor={deposit.creditedMinor - deposit.refundedMinor} />
            </TD>
            <TD>
              <Papers deposit={deposit} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

const link = "inline-flex items-center gap-1 text-accent underline decoration-accent/40 underline-offset-4";

function Papers({ deposit }: { deposit: Deposit }) {
  const { id, currency, transaction, payAddress, creditedMinor, paidAmount } = deposit;
  const chain =
    transaction === null
      ? isNothing(paidAmount)
        ? null
        : explorerOf(currency.network, "address", payAddress)
      : explorerOf(currency.network, "transaction", transaction);
  const about = <span className="sr-only"> for the deposit of {formatUsd(deposit.priceMinor)}</span>;
  if (chain === null && creditedMinor === 0) return <span className="text-faint">–</span>;
  return (
    <span className="flex gap-4 whitespace-nowrap">
      {creditedMinor === 0 ? null : (
        <a href={receiptPath(id)} className={link}>
          <FileText aria-hidden className="size-3.5" /> Receipt{about}
        </a>
      )}
      {chain === null ? null : (
        <a href={chain} target="_blank" rel="noreferrer noopener" className={link}>
          Explorer{about}
        </a>
      )}
    </span>
  );
}
