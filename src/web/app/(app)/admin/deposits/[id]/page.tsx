import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import type { DepositAudit, ReviewDetail, StoredCallback } from "#src/contract/accounts/deposits.ts";
import { toIso } from "#src/core/clock.ts";
import { counted } from "#src/core/text/number-text.ts";
import { capitalised } from "#src/report/text/result-text.ts";
import { getReview } from "#src/product/deposits/reconciliation.ts";
import { transferName } from "#src/web/components/account/billing-tables.tsx";
import { DepositFacts, StateBadge, indentJson } from "#src/web/components/deposits/deposit-facts.tsx";
import { reviewNames, reviewStates, verdictTones } from "#src/web/components/deposits/deposit-labels.ts";
import { ResolveForm, ReverseDepositForm } from "#src/web/components/deposits/review-forms.tsx";
import { Badge, Money } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, Card } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { adminContextOf, requireAdmin } from "#src/web/viewer.ts";
import { orNotFound, type PageProps } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "Deposit review" };

export default async function DepositReview({ params }: PageProps<"id">) {
  const who = await requireAdmin();
  const review = await orNotFound(getReview(adminContextOf(who), (await params).id));
  const { kind, state, detail, deposit, audit, owner, email } = review;
  const kept = deposit.creditedMinor - deposit.refundedMinor;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <Breadcrumb steps={[{ label: "Deposits", href: "/admin/deposits" }, { label: reviewNames[kind] }]} />
        <h2 className="flex flex-wrap items-center gap-3 text-lg font-semibold">
          {reviewNames[kind]} <Badge tone={reviewStates[state].tone}>{reviewStates[state].name}</Badge>
        </h2>
        <p className="text-sm text-muted">{capitalised(detail)}</p>
        <p className="text-sm text-muted">
          {email === null ? (
            "Deleted account"
          ) : (
            <Link href={`/admin/accounts/${encodeURIComponent(owner)}`} className="underline underline-offset-4">
              {email}
            </Link>
          )}{" "}
          · opened <Time at={toIso(review.openedAt)} />
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Part title="Deposit" aside={<StateBadge state={deposit.state} />}>
          <DepositFacts deposit={deposit} />
        </Part>
        {state === "open" ? (
          <Part title="Resolve">
            <ResolveForm review={review} />
          </Part>
        ) : (
          <Resolved review={review} />
        )}
      </div>
      <ReviewSides review={review} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Part title="History">
          <AuditList audit={audit} />
        </Part>
        {kept > 0 ? (
          <Part title="Reverse deposit">
            <ReverseDepositForm depositId={deposit.id} />
          </Part>
        ) : null}
      </div>
    </div>
  );
}

function Resolved({ review }: { review: ReviewDetail }) {
  const { resolvedAt, deposit } = review;
  return (
    <Part title={reviewStates[review.state].name}>
      <p className="text-sm text-muted">
        {resolvedAt === null ? null : <Time at={toIso(resolvedAt)} />}
        {review.state === "superseded" ? " · replaced by a later event" : null}
      </p>
      {deposit.review?.reason == null ? null : <p className="text-sm wrap-anywhere">{deposit.review.reason}</p>}
    </Part>
  );
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Card className="min-w-0" title={title} aside={aside}>
      {children}
    </Card>
  );
}

function AuditList({ audit }: { audit: readonly DepositAudit[] }) {
  if (audit.length === 0) return <p className="text-sm text-muted">No actions yet.</p>;
  return (
    <ol className="grid gap-3 text-sm">
      {audit.map(({ at, actor, action, reason }) => (
        <li key={`${at} ${action} ${reason}`}>
          <p>
            <span className="font-medium">{capitalised(action.replaceAll("_", " "))}</span> by{" "}
            <span className="wrap-anywhere">{actor}</span>
            <span className="text-xs text-muted">
              {" "}
              · <Time at={toIso(at)} />
            </span>
          </p>
          <p className="text-muted wrap-anywhere">{reason}</p>
        </li>
      ))}
    </ol>
  );
}

/** What we were told, what the processor reports, and what we have booked, side by side. */
function ReviewSides({ review }: { review: ReviewDetail }) {
  const { callbacks, reported, ledger } = review;
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Side title="Callbacks" description="As received, newest first.">
        {callbacks.length === 0 ? <Nothing>No callbacks.</Nothing> : null}
        {callbacks
          .toSorted((a, b) => b.receivedAt - a.receivedAt)
          .map((callback) => (
            <Callback key={callback.id} callback={callback} />
          ))}
      </Side>
      <Side title="Processor's report" description="As last read.">
        {reported === null ? (
          <Nothing>Not read yet.</Nothing>
        ) : (
          <div className="grid gap-2">
            <p className="text-xs text-muted">
              Read <Time at={toIso(reported.readAt)} />
            </p>
            <RawText label="Processor's report" text={reported.body} />
          </div>
        )}
      </Side>
      <Side title="Ledger" description="Ledger entries for this deposit.">
        {ledger.length === 0 ? <Nothing>No ledger entries.</Nothing> : <Lines ledger={ledger} />}
        <dl className="grid gap-2 border-t pt-4 text-sm">
          <Amount name="Account balance" minor={review.balanceMinor} />
          {review.debtMinor > 0 ? <Amount name="Owed from reversed deposits" minor={review.debtMinor} /> : null}
        </dl>
      </Side>
    </div>
  );
}

function Side({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  return (
    <Card className="min-w-0" title={title} description={description} inner="grid gap-4">
      {children}
    </Card>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>;
}

function Callback({ callback }: { callback: StoredCallback }) {
  const { receivedAt, verdict, status, matched, times, body } = callback;
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <Badge tone={verdictTones[verdict]}>{capitalised(verdict.replaceAll("_", " "))}</Badge>
        {status === null ? null : <span className="font-mono text-ink">{status}</span>}
        <Time at={toIso(receivedAt)} />
        {times > 1 ? <span>{counted(times, "time")}</span> : null}
        <span>{matched === null ? "no matching signature" : `signature: ${matched}`}</span>
      </p>
      <RawText label={`Callback ${callback.id}`} text={body} />
    </div>
  );
}

function Lines({ ledger }: Pick<ReviewDetail, "ledger">) {
  return (
    <ul className="grid gap-3">
      {ledger.map(({ transfer, kind, memo, account, amountMinor, at }) => (
        <li key={`${transfer} ${account}`} className="grid gap-0.5 text-sm">
          <span className="flex justify-between gap-3">
            <span>
              {transferName(kind)}, <span className="font-medium">{account}</span>
            </span>
            <Money minor={amountMinor} />
          </span>
          <span className="text-xs text-muted">
            {memo} · <Time at={toIso(at)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Amount({ name, minor }: { name: string; minor: number }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd>
        <Money minor={minor} />
      </dd>
    </div>
  );
}

/** JSON as it came, in a box that scrolls. `label` says what it is. */
function RawText({ label, text }: { label: string; text: string }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap text-ink -outline-offset-2"
    >
      {text === "" ? <span className="text-muted">empty</span> : indentJson(text)}
    </section>
  );
}
