import Link from "next/link";
import { capitalised } from "#src/report/result-text.ts";
import type { ReviewSummary } from "#src/contract/deposits.ts";
import { toIso } from "#src/platform/clock.ts";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Money } from "#src/web/components/ui/money.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { processorNames, reviewNames, reviewStates } from "./deposit-labels.ts";

export function ReviewTable({ reviews }: { reviews: readonly ReviewSummary[] }) {
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
              <Link
                href={`/admin/deposits/${review.id}`}
                className="font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
              >
                {reviewNames[review.kind]}
              </Link>
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
