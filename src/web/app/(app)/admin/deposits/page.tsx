import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { listReviews } from "#src/services/deposits/list-reviews.ts";
import { ReviewTable } from "#src/web/components/deposits/review-table.tsx";
import { TakeBackForm } from "#src/web/components/deposits/take-back-form.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { Pagination } from "#src/web/components/ui/pagination.tsx";
import { cursorOf, paramOf, type SearchParams } from "#src/web/search-params.ts";
import { contextOf, requireAdmin } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Deposits, administration" };

export default async function DepositReviews({ searchParams }: { searchParams: SearchParams }) {
  const who = await requireAdmin();
  const all = (await paramOf(searchParams, "show")) === "all";
  const cursor = await cursorOf(searchParams);
  const { reviews, nextCursor } = await listReviews(contextOf(who), who, { open: !all, cursor, limit: 20 });
  const here = all ? "/admin/deposits?show=all" : "/admin/deposits";
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card>
        <CardHeader className="flex flex-wrap items-start justify-between gap-3">
          <div className="grid gap-1">
            <CardTitle>{all ? "All reviews" : "Open reviews"}</CardTitle>
            <CardDescription>
              Payments that a person has to look at: they are not credited by themselves.
            </CardDescription>
          </div>
          <Button asChild variant="secondary" size="sm">
            <Link href={all ? "/admin/deposits" : "/admin/deposits?show=all"}>
              {all ? "Only open ones" : "Show all"}
            </Link>
          </Button>
        </CardHeader>
        {reviews.length === 0 ? (
          <EmptyState icon={CircleCheck} title={all ? "There was none so far" : "Nothing to look at"}>
            Payments of the right coin and amount are credited without anybody.
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
      <Card>
        <CardHeader>
          <CardTitle>Take a deposit back</CardTitle>
          <CardDescription>
            After you have sent it back to the payer by hand. What it had credited leaves the balance; if it was spent,
            the plan ends and what is still missing is owed.
          </CardDescription>
        </CardHeader>
        <CardContent className="max-w-xl">
          <TakeBackForm />
        </CardContent>
      </Card>
    </div>
  );
}
