import { ListTree } from "lucide-react";
import type { Metadata } from "next";
import { requestLogLimits, type RequestFilter, StatusFilter } from "#src/contract/api/requests.ts";
import { listKeys } from "#src/product/keys/keys.ts";
import { listRequests, listRoutesAsked } from "#src/product/requests/requests.ts";
import { RequestTable } from "#src/web/components/requests/request-table.tsx";
import { Card, EmptyState, PageHeader, Pagination, FilterForm, anyOf } from "#src/web/components/ui/page-parts.tsx";
import { paramOf, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { SelectField, TextField } from "#src/web/components/ui/fields.tsx";

export const metadata: Metadata = { title: "Request log" };

const pageSize = 50;

export default async function Requests({ searchParams }: PageProps) {
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

interface Props {
  readonly filter: AskedFilter;
  readonly keys: readonly { readonly id: string; readonly label: string; readonly prefix: string }[];
  readonly routes: readonly string[];
}

const any = { value: "", label: "Any" };
const statuses = [
  any,
  { value: "2xx", label: "2xx Succeeded" },
  { value: "4xx", label: "4xx Refused" },
  { value: "429", label: "429 Too many requests" },
  { value: "5xx", label: "5xx Server error" },
];

function RequestFilterForm({ filter, keys, routes }: Props) {
  const isSet = Object.values(filter).some((value) => value !== null);
  return (
    <FilterForm
      action="/keys/requests"
      clear={isSet ? "/keys/requests" : null}
      className="md:grid-cols-3 xl:grid-cols-[1fr_1fr_1.5fr_1fr_1fr_auto]"
    >
      <SelectField
        label="Key"
        name="key"
        defaultValue={filter.key ?? ""}
        options={[any, ...keys.map(({ id, label, prefix }) => ({ value: id, label: `${label} (${prefix}…)` }))]}
      />
      <SelectField label="Status" name="status" defaultValue={filter.status ?? ""} options={statuses} />
      <SelectField
        label="Route"
        className="max-md:col-span-2"
        name="route"
        defaultValue={filter.route ?? ""}
        options={anyOf(routes)}
      />
      <TextField label="From (UTC)" type="date" name="from" defaultValue={filter.from ?? ""} />
      <TextField label="To (UTC)" type="date" name="to" defaultValue={filter.to ?? ""} />
    </FilterForm>
  );
}

const dayMs = 24 * 60 * 60_000;

/** As the form and the address have it: days of UTC, both inclusive. */
interface AskedFilter {
  readonly key: string | null;
  readonly status: string | null;
  readonly route: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** What makes no sense in the address counts as not given. */
async function askedFilter(params: SearchParams): Promise<AskedFilter> {
  const text = async (name: string): Promise<string | null> =>
    (await paramOf(params, name))?.replaceAll("\0", "").toWellFormed().slice(0, 200) || null;
  const day = async (name: string): Promise<string | null> => {
    const value = (await paramOf(params, name)) ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
  };
  return {
    key: await text("key"),
    status: StatusFilter.safeParse(await paramOf(params, "status")).data ?? null,
    route: await text("route"),
    from: await day("from"),
    to: await day("to"),
  };
}

function filterOf({ from, to, ...rest }: AskedFilter): RequestFilter {
  return {
    ...rest,
    from: from === null ? null : Date.parse(from),
    to: to === null ? null : Date.parse(to) + dayMs,
  };
}

function queryOf(filter: AskedFilter, before: string): string {
  const set = Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return new URLSearchParams([...set, ["before", before]]).toString();
}
