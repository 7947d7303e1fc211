import { FileText, WalletCards } from "lucide-react";
import type { Metadata } from "next";
import { randomUUID } from "node:crypto";
import { Suspense } from "react";
import { type Deposit, explorerOf } from "#src/contract/accounts/deposits.ts";
import { formatUsd, parseUsd } from "#src/contract/accounts/money.ts";
import { Plan, plans } from "#src/contract/accounts/plans.ts";
import { toIso } from "#src/core/clock.ts";
import { listDeposits, listProcessors } from "#src/product/deposits/reading.ts";
import { isMoving, receiptPath } from "#src/web/components/deposits/deposit-labels.ts";
import { isNothing, StateBadge } from "#src/web/components/deposits/deposit-facts.tsx";
import { FollowDeposits } from "#src/web/components/deposits/follow-deposits.tsx";
import { OpenDepositForm } from "#src/web/components/deposits/open-deposit-form.tsx";
import { Alert, Money, LinkButton, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader, Pagination, Skeleton } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { cursorOf, paramOf, type PageProps } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Deposits" };

export default async function Deposits({ searchParams }: PageProps) {
  const who = await requireViewer();
  const cursor = await cursorOf(searchParams);
  const wanted = parseUsd((await paramOf(searchParams, "amount")) ?? "");
  const whole = await paramOf(searchParams, "whole");
  const plan = Plan.safeParse(await paramOf(searchParams, "plan")).data ?? null;
  const form = <AddMoney amount={wanted.ok ? (wanted.minor / 100).toFixed(2) : ""} plan={plan} />;
  const madeAt = webContext().clock.now();
  const { deposits, nextCursor } = await listDeposits(contextOf(who), { cursor, limit: 20 });
  const known = Object.fromEntries(deposits.map(({ id, state }) => [id, state]));
  return (
    <>
      <PageHeader
        title="Deposits"
        description="Add money to your balance and follow each payment."
        actions={<FollowDeposits known={known} madeAt={madeAt} moving={deposits.some(isMoving)} />}
      />
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          {whole === null ? <Suspense fallback={<FormSkeleton />}>{form}</Suspense> : form}
          <DepositSteps />
        </div>
        <Card title="Your deposits" flush>
          {deposits.length === 0 ? (
            <EmptyState icon={WalletCards} title="No deposits yet">
              Your deposits appear here, each with a receipt once it is credited.
            </EmptyState>
          ) : (
            <DepositTable deposits={deposits} />
          )}
          <div className="px-5 pb-4">
            <Pagination
              label="Pages of deposits"
              newer={cursor === null ? null : "/deposits"}
              older={nextCursor === null ? null : `/deposits?before=${nextCursor}`}
            />
          </div>
        </Card>
      </div>
    </>
  );
}

/** As high as the form, which the sandbox's note makes higher. What comes later needs a script to be put in its place. */
function FormSkeleton() {
  return (
    <>
      <Skeleton className={webContext().paymentGateway.sandbox === null ? "h-[25.5rem]" : "h-[33rem]"} />
      <noscript>
        <TextLink href="/deposits?whole=1">Show the form without JavaScript</TextLink>
      </noscript>
    </>
  );
}

/** The processors are asked what they take, which can be slow. */
async function AddMoney({ amount, plan }: { amount: string; plan: Plan | null }) {
  const [first, ...others] = (await listProcessors(webContext(), webContext().paymentGateway)).filter(
    ({ currencies }) => currencies.length > 0,
  );
  if (first === undefined)
    return (
      <Card>
        <EmptyState
          icon={WalletCards}
          title="Deposits are not available right now"
          action={
            <LinkButton href="/billing" variant="secondary">
              Plan and billing
            </LinkButton>
          }
        >
          No payment processor is set up or reachable. An administrator can add money to your balance.
        </EmptyState>
      </Card>
    );
  return (
    <Card
      title="Add money"
      description={
        <>
          Pay in cryptocurrency. We credit US dollars.
          {plan === null ? null : ` You can then buy ${plans[plan].name}.`}
        </>
      }
      inner="grid gap-5"
    >
      {first.sandbox ? (
        <Alert tone="info" title="Sandbox: no real coins are involved">
          No payment processor is set up on this machine, so you simulate the payment yourself.
        </Alert>
      ) : null}
      <OpenDepositForm offers={[first, ...others]} amount={amount} plan={plan} firstKey={randomUUID()} />
    </Card>
  );
}

const steps = [
  ["Get an address", "It comes with the exact amount to send, and is valid for a limited time."],
  ["Send the payment", "Use your own wallet, on the network shown."],
  ["Wait for confirmation", "The network takes minutes. This page updates as it happens."],
  ["Use your balance", "We credit US dollars and give you a receipt."],
] as const;

function DepositSteps() {
  return (
    <Card title="How it works">
      <ol className="grid gap-3 text-sm">
        {steps.map(([what, more], index) => (
          <li key={what} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full border text-xs text-muted tabular-nums"
            >
              {index + 1}
            </span>
            <p>
              <span className="font-medium">{what}</span> <span className="text-muted">{more}</span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function DepositTable({ deposits }: { deposits: readonly Deposit[] }) {
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
              <TextLink href={`/deposits/${deposit.id}`} className="font-medium">
                <Money minor={deposit.priceMinor} />
              </TextLink>
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
