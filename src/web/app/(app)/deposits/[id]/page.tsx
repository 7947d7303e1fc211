import { Check, CircleX, Clock3, ExternalLink, FileText, Undo2 } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { type Deposit, depositRank, type DepositState } from "#src/contract/accounts/deposits.ts";
import { formatUsd } from "#src/contract/accounts/money.ts";
import { Plan, plans } from "#src/contract/accounts/plans.ts";
import { getDeposit } from "#src/product/deposits/reading.ts";
import { QrCode } from "#src/web/components/account/qr-code.tsx";
import { Countdown, FollowDeposits } from "#src/web/components/deposits/follow-deposits.tsx";
import {
  DepositFacts,
  StateBadge,
  isNothing,
  missingAmount,
  paymentUri,
} from "#src/web/components/deposits/deposit-facts.tsx";
import { isMoving, processorNames, reviewNotice, receiptPath } from "#src/web/components/deposits/deposit-labels.ts";
import { Alert, Button, classNames, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, Card, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { CopyButton } from "#src/web/components/ui/copy-button.tsx";
import { webContext } from "#src/web/context.ts";
import { paramOf, orNotFound, type PageProps } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Deposit" };

export default async function DepositPage({ params, searchParams }: PageProps<"id">) {
  const who = await requireViewer();
  const plan = Plan.safeParse(await paramOf(searchParams, "plan")).data ?? null;
  const now = webContext().clock.now();
  const deposit = await orNotFound(getDeposit(contextOf(who), (await params).id));
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
          <Card title="Details">
            <DepositFacts deposit={deposit} />
          </Card>
        </div>
        <Card title="Progress">
          <DepositProgress deposit={deposit} />
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
        <LinkButton href={`/billing?plan=${plan}`} size="sm" className="mt-1">
          Buy {name}
        </LinkButton>
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

const way = [
  { state: "waiting", name: "Waiting for payment", text: "Your payment address is ready." },
  { state: "confirming", name: "Seen on the network", text: "Waiting for block confirmations." },
  { state: "confirmed", name: "Confirmed", text: "The payment is final on the network." },
  { state: "finished", name: "Credited", text: "The amount has been added to your balance." },
] as const satisfies readonly { state: DepositState; name: string; text: string }[];

const ends: Partial<Record<DepositState, { name: string; text: string; Icon: typeof Clock3 }>> = {
  expired: { name: "Expired", text: "No payment arrived in time. A late payment still counts.", Icon: Clock3 },
  failed: { name: "Failed", text: "The processor could not accept the payment.", Icon: CircleX },
  partially_paid: { name: "Partly paid", text: "Less than the requested amount arrived.", Icon: Clock3 },
  refunded: { name: "Reversed", text: "The credited amount was deducted from your balance.", Icon: Undo2 },
};

/** How far a deposit is: the steps it takes, and where it left them. */
function DepositProgress({ deposit }: { deposit: Pick<Deposit, "state" | "paidAmount"> }) {
  const { state } = deposit;
  const end = ends[state];
  const reached = end === undefined ? depositRank[state] : reachedBefore(deposit);
  const steps = end === undefined ? way : way.filter((step) => depositRank[step.state] <= reached);
  return (
    <ol className="grid gap-4">
      {steps.map(({ state: step, name, text }) => {
        const done = depositRank[step] < reached || (end === undefined && state === "finished") || end !== undefined;
        const here = end === undefined && step === state;
        return (
          <li key={step} aria-current={here ? "step" : undefined} className="flex gap-3">
            <Mark look={done ? "done" : here ? "here" : "ahead"} />
            <div>
              <p className={classNames("text-sm", here || done ? "font-medium text-ink" : "text-muted")}>
                {name}
                {done && !here ? <span className="sr-only"> (done)</span> : null}
              </p>
              {here ? <p className="text-xs text-muted">{text}</p> : null}
            </div>
          </li>
        );
      })}
      {end === undefined ? null : (
        <li aria-current="step" className="flex gap-3">
          <span className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong bg-sunken text-ink">
            <end.Icon aria-hidden className="size-3.5" />
          </span>
          <div>
            <p className="text-sm font-medium text-ink">{end.name}</p>
            <p className="text-xs text-muted">{end.text}</p>
          </div>
        </li>
      )}
    </ol>
  );
}

/** How far one had come that then went another way. */
function reachedBefore({ state, paidAmount }: Pick<Deposit, "state" | "paidAmount">): number {
  if (state === "refunded") return depositRank.finished;
  return isNothing(paidAmount) ? depositRank.waiting : depositRank.confirming;
}

function Mark({ look }: { look: "done" | "here" | "ahead" }) {
  return (
    <span
      className={classNames(
        "grid size-6 shrink-0 place-items-center rounded-full border",
        look === "done" && "border-positive bg-positive-soft text-positive",
        look === "here" && "border-accent bg-accent-soft",
        look === "ahead" && "border-line bg-surface",
      )}
    >
      {look === "done" ? <Check aria-hidden className="size-3.5" strokeWidth={3} /> : null}
      {look === "here" ? <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" /> : null}
    </span>
  );
}

/** Where and how much to pay. `now` is the server's time. */
function PayCard({ deposit, now }: { deposit: Deposit; now: number }) {
  const { currency, payAddress, payMemo, checkoutUrl, processor, createdAt, expiresAt } = deposit;
  const { coin, name } = currency;
  const partly = deposit.state === "partially_paid";
  const amount = partly ? missingAmount(deposit) : deposit.payAmount;
  return (
    <Card
      title={partly ? "Send the remaining amount" : "Send this exact amount"}
      description={
        <>
          Send only {coin} ({name}). Other payments need a manual review, which takes time.
        </>
      }
      inner="grid gap-5"
    >
      <div className="flex flex-wrap items-start gap-x-6 gap-y-5">
        <QrCode
          text={paymentUri({ ...deposit, payAmount: amount })}
          label={`QR code of the ${name} address`}
          className="size-48 max-sm:mx-auto"
        />
        <dl className="grid min-w-60 flex-1 gap-4">
          <Copied label="Amount" copy="Copy amount" text={amount}>
            <span className="font-mono text-lg font-medium text-ink wrap-anywhere">
              {amount} {coin}
            </span>
          </Copied>
          <Copied label={`Address, ${name}`} copy="Copy address" text={payAddress}>
            <span className="font-mono text-sm text-ink wrap-anywhere">{payAddress}</span>
          </Copied>
          {payMemo === null ? null : (
            <Copied label="Memo or tag" copy="Copy memo" text={payMemo}>
              <span className="font-mono text-sm text-ink wrap-anywhere">{payMemo}</span>
            </Copied>
          )}
        </dl>
      </div>
      {payMemo === null ? null : (
        <Alert tone="warning" title="Include the memo">
          Without it, we cannot match the payment to your account.
        </Alert>
      )}
      {expiresAt === null ? null : <Countdown from={createdAt} until={expiresAt} now={now} />}
      {processor === "sandbox" ? (
        <Alert
          tone="info"
          title={
            <>
              Sandbox: no real coins are involved.{" "}
              <Link href="/dev/pay" className="underline underline-offset-4">
                Simulate the payment
              </Link>
            </>
          }
        />
      ) : null}
      {checkoutUrl === null ? null : (
        <div>
          <LinkButton href={checkoutUrl} target="_blank" rel="noreferrer noopener" variant="secondary" size="sm">
            Open at {processorNames[processor]} <ExternalLink aria-hidden />
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

function Copied({ label, copy, text, children }: { label: string; copy: string; text: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {children}
        <CopyButton text={text} label={copy} />
      </dd>
    </div>
  );
}
