import { ListTree } from "lucide-react";
import type { Metadata } from "next";
import { requestLogLimits } from "#src/contract/requests.ts";
import { listKeys } from "#src/product/keys/list-keys.ts";
import { listRequests } from "#src/product/requests/list-requests.ts";
import { listRoutesAsked } from "#src/product/requests/list-routes-asked.ts";
import { RequestFilterForm } from "#src/web/components/requests/request-filter-form.tsx";
import { askedFilter, filterOf, queryOf } from "#src/web/components/requests/request-filters.ts";
import { RequestTable } from "#src/web/components/requests/request-table.tsx";
import { Card } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Pagination } from "#src/web/components/ui/pagination.tsx";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Request log" };

const pageSize = 50;

export default async function Requests({ searchParams }: { searchParams: SearchParams }) {
  const who = await requireViewer();
  const ctx = contextOf(who);
  const [filter, before] = [await askedFilter(searchParams), await cursorOf(searchParams)];
  const [{ requests, older }, keys, routes] = await Promise.all([
    listRequests(ctx, { filter: filterOf(filter), before, limit: pageSize }),
    listKeys(ctx, who.userId),
    listRoutesAsked(ctx),
  ]);
  return (
    <>
      <PageHeader
        title="Request log"
        description={`Requests made with your API keys, kept for ${requestLogLimits.keptDays} days. New ones appear within seconds.`}
      />
      {routes.length === 0 ? (
        <Card>
          <EmptyState icon={ListTree} title="No requests yet">
            Make a request with one of your API keys to see it here.
          </EmptyState>
        </Card>
      ) : (
        <Card className="min-w-0">
          <RequestFilterForm filter={filter} keys={keys} routes={routes} />
          <div className="border-t">
            {requests.length === 0 ? (
              <EmptyState title="No requests match these filters">Clear the filters or choose other values.</EmptyState>
            ) : (
              <RequestTable requests={requests} />
            )}
          </div>
        </Card>
      )}
      <Pagination
        newer={null}
        older={older === null ? null : `/keys/requests?${queryOf(filter, older)}`}
        label="Pages of requests"
      />
    </>
  );
}

async function cursorOf(params: SearchParams): Promise<string | null> {
  const before = await paramOf(params, "before");
  return before !== null && /^log_[0-9a-z]{20}$/.test(before) ? before : null;
}
