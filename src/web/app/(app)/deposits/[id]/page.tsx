import { FileText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import type { Deposit } from "#src/contract/deposits.ts";
import { formatUsd } from "#src/contract/money.ts";
import { Plan, plans } from "#src/contract/plans.ts";
import { NotFound } from "#src/platform/errors.ts";
import { getDeposit } from "#src/services/deposits/get-deposit.ts";
import { DepositFacts } from "#src/web/components/deposits/deposit-facts.tsx";
import { DepositProgress } from "#src/web/components/deposits/deposit-progress.tsx";
import { FollowDeposits } from "#src/web/components/deposits/follow-deposits.tsx";
import { PayCard } from "#src/web/components/deposits/pay-card.tsx";
import { receiptPath } from "#src/web/components/deposits/receipt-path.ts";
import { StateBadge } from "#src/web/components/deposits/state-badge.tsx";
import { isMoving, reviewNotice } from "#src/web/components/deposits/deposit-labels.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";
import { webContext } from "#src/web/context.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Deposit" };

interface Props {
  readonly params: Promise<{ id: string }>;
  readonly searchParams: SearchParams;
}

export default async function DepositPage({ params, searchParams }: Props) {
  const who = await requireViewer();
  const plan = Plan.safeParse(await paramOf(searchParams, "plan")).data ?? null;
  const now = webContext().clock.now();
  const deposit = await getDeposit(contextOf(who), (await params).id).catch((error: unknown) => {
    if (error instanceof NotFound) return notFound();
    throw error;
  });
  const { id, state, priceMinor, currency, creditedMinor } = deposit;
  const payable = canBePaid(deposit, now);
  const title = `Deposit of ${formatUsd(priceMinor)}`;
  return (
    <>
      <Breadcrumb steps={[{ label: "Deposits", href: "/deposits" }, { label: title }]} />
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            {title} <StateBadge state={state} />
          </span>
        }
        description={`Paid in ${currency.name}`}
        actions={
          <>
            <FollowDeposits known={{ [id]: state }} madeAt={now} moving={isMoving(deposit)} />
            {creditedMinor === 0 ? null : (
              <Button asChild variant="secondary" size="sm">
                <a href={receiptPath(id)}>
                  <FileText aria-hidden /> Receipt
                </a>
              </Button>
            )}
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className={`grid grid-cols-1 gap-6 ${payable ? "" : "max-lg:order-2"}`}>
          <Notice deposit={deposit} />
          {plan === null ? null : <BackToPurchase plan={plan} credited={creditedMinor > 0} />}
          {payable ? <PayCard key={state} deposit={deposit} now={now} /> : null}
          <Card>
            <CardHeader>
              <CardTitle>Details</CardTitle>
            </CardHeader>
            <CardContent>
              <DepositFacts deposit={deposit} />
            </CardContent>
          </Card>
        </div>
        <Card>
          <CardHeader>
            <CardTitle>Progress</CardTitle>
          </CardHeader>
          <CardContent>
            <DepositProgress deposit={deposit} />
          </CardContent>
        </Card>
      </div>
    </>
  );
}

function BackToPurchase({ plan, credited }: { plan: Plan; credited: boolean }) {
  const { name } = plans[plan];
  return (
    <Alert
      tone={credited ? "positive" : "info"}
      title={credited ? "Your balance is credited" : `This deposit is for ${name}`}
    >
      {credited ? (
        <Button asChild size="sm" className="mt-1">
          <Link href={`/billing?plan=${plan}`}>Buy {name}</Link>
        </Button>
      ) : (
        "You can buy it here as soon as the payment is confirmed."
      )}
    </Alert>
  );
}

function Notice({ deposit }: { deposit: Deposit }) {
  const notice = reviewNotice(deposit.review);
  if (notice === null) return null;
  return (
    <Alert tone={notice.tone} title={notice.title}>
      {notice.text}
    </Alert>
  );
}

/** As long as the processor waits, nobody looks at what has come, and of a part nobody has decided otherwise. */
function canBePaid({ state, expiresAt, review }: Deposit, now: number): boolean {
  if (expiresAt !== null && now >= expiresAt) return false;
  if (review !== null && (review.kind !== "partial" || review.state !== "open")) return false;
  return state === "waiting" || state === "partially_paid";
}
