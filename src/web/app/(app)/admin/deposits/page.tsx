import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import type { ReviewSummary } from "#src/contract/accounts/deposits.ts";
import { toIso } from "#src/core/clock.ts";
import { capitalised } from "#src/report/text/result-text.ts";
import { listReviews } from "#src/product/deposits/reconciliation.ts";
import { processorNames, reviewNames, reviewStates } from "#src/web/components/deposits/deposit-labels.ts";
import { ReverseDepositForm } from "#src/web/components/deposits/review-forms.tsx";
import { Badge, Money, LinkButton, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, Pagination } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { cursorOf, paramOf, type PageProps } from "#src/web/page-request.ts";
import { adminContextOf, requireAdmin } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Deposits · Administration" };

export default async function DepositReviews({ searchParams }: PageProps) {
  const who = await requireAdmin();
  const all = (await paramOf(searchParams, "show")) === "all";
  const cursor = await cursorOf(searchParams);
  const { reviews, nextCursor } = await listReviews(adminContextOf(who), { open: !all, cursor, limit: 20 });
  const here = all ? "/admin/deposits?show=all" : "/admin/deposits";
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card
        title={all ? "All reviews" : "Open reviews"}
        description="Payments that need a manual decision. They are not credited automatically."
        aside={
          <LinkButton href={all ? "/admin/deposits" : "/admin/deposits?show=all"} variant="secondary" size="sm">
            {all ? "Show open only" : "Show all"}
          </LinkButton>
        }
        flush
      >
        {reviews.length === 0 ? (
          <EmptyState icon={CircleCheck} title={all ? "No reviews yet" : "No open reviews"}>
            Payments in the right coin and amount are credited automatically.
          </EmptyState>
        ) : (
          <ReviewTable reviews={reviews} />
        )}
        <div className="px-5 pb-4">
          <Pagination
            label="Pages of reviews"
            newer={cursor === null ? null : here}
            older={nextCursor === null ? null : `${here}${all ? "&" : "?"}before=${nextCursor}`}
          />
        </div>
      </Card>
      <Card
        title="Reverse a deposit"
        description="Use this after you have returned the payment yourself. The credited amount is deducted from the balance. If it has been spent, the plan ends and the remainder is owed."
        inner="max-w-xl"
      >
        <ReverseDepositForm />
      </Card>
    </div>
  );
}

function ReviewTable({ reviews }: { reviews: readonly ReviewSummary[] }) {
  return (
    <Table aria-label="Deposit reviews">
      <THead>
        <TR>
          <TH>Reason</TH>
          <TH>Status</TH>
          <TH>Account</TH>
          <TH numeric>Requested</TH>
          <TH numeric>Received</TH>
          <TH>Processor</TH>
          <TH>Opened</TH>
        </TR>
      </THead>
      <TBody>
        {reviews.map((review) => (
          <TR key={review.id}>
            <TD className="min-w-56">
              <TextLink href={`/admin/deposits/${review.id}`} className="font-medium">
                {reviewNames[review.kind]}
              </TextLink>
              <span className="block text-xs text-muted">{capitalised(review.detail)}</span>
            </TD>
            <TD>
              <Badge tone={reviewStates[review.state].tone}>{reviewStates[review.state].name}</Badge>
            </TD>
            <TD className="min-w-44 wrap-anywhere">{review.email ?? <span className="text-muted">Deleted</span>}</TD>
            <TD numeric>
              <Money minor={review.priceMinor} />
            </TD>
            <TD numeric>{review.receivedMinor === null ? "–" : <Money minor={review.receivedMinor} />}</TD>
            <TD>{processorNames[review.processor]}</TD>
            <TD className="whitespace-nowrap">
              <Time at={toIso(review.openedAt)} />
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}
