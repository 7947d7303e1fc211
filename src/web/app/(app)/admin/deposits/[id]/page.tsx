import type { Metadata } from "next";
import { capitalised } from "#src/report/result-text.ts";
import Link from "next/link";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import type { ReviewDetail } from "#src/contract/deposits.ts";
import { toIso } from "#src/platform/clock.ts";
import { NotFound } from "#src/platform/errors.ts";
import { getReview } from "#src/services/deposits/get-review.ts";
import { AuditList } from "#src/web/components/deposits/audit-list.tsx";
import { DepositFacts } from "#src/web/components/deposits/deposit-facts.tsx";
import { ResolveForm } from "#src/web/components/deposits/resolve-form.tsx";
import { ReviewSides } from "#src/web/components/deposits/review-sides.tsx";
import { StateBadge } from "#src/web/components/deposits/state-badge.tsx";
import { ReverseDepositForm } from "#src/web/components/deposits/reverse-deposit-form.tsx";
import { reviewNames, reviewStates } from "#src/web/components/deposits/deposit-labels.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { adminContextOf, requireAdmin } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Deposit review" };

export default async function DepositReview({ params }: { params: Promise<{ id: string }> }) {
  const who = await requireAdmin();
  const review = await getReview(adminContextOf(who), (await params).id).catch((error: unknown) => {
    if (error instanceof NotFound) return notFound();
    throw error;
  });
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
    <Card className="min-w-0">
      <CardHeader className="flex flex-wrap items-center justify-between gap-3">
        <CardTitle>{title}</CardTitle>
        {aside}
      </CardHeader>
      <CardContent>{children}</CardContent>
    </Card>
  );
}
