import { GitCompare, Plus, Scale } from "lucide-react";
import type { Metadata } from "next";
import { JobStatus, Rating, TradeDate } from "#src/contract/jobs/analysis.ts";
import type { AnalysisFilter, AnalysisPage } from "#src/contract/jobs/analysis-list.ts";
import { listSymbols, searchAnalyses } from "#src/product/analyses/reading.ts";
import { AnalysisTable } from "#src/web/components/analysis/analysis-table.tsx";
import { RefreshWhile } from "#src/web/components/analysis/refresh-while.tsx";
import { Button } from "#src/web/components/ui/elements.tsx";
import { LinkButton } from "#src/web/components/ui/links.tsx";
import { Card, EmptyState, PageHeader, Pagination, FilterForm, anyOf } from "#src/web/components/ui/page-parts.tsx";
import { paramOf, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { statusName } from "#src/web/components/analysis/status-badge.tsx";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";

export const metadata: Metadata = { title: "Analyses" };

const pageSize = 25;

export default async function Analyses({ searchParams }: PageProps) {
  const ctx = contextOf(await requireViewer());
  const filter = await filterOf(searchParams);
  const [page, symbols] = await Promise.all([
    searchAnalyses(ctx, {
      filter,
      page: {
        before: await numberOf(searchParams, "before"),
        after: await numberOf(searchParams, "after"),
        limit: pageSize,
      },
    }),
    listSymbols(ctx, 50),
  ]);
  const open = page.analyses.some(({ status }) => status === "queued" || status === "running");
  return (
    <>
      <PageHeader
        title="Analyses"
        description="All your analyses, newest first."
        actions={
          <LinkButton href="/analyses/new">
            <Plus aria-hidden /> New analysis
          </LinkButton>
        }
      />
      <RefreshWhile active={open} />
      {symbols.length === 0 ? (
        <Card>
          <EmptyState
            icon={Scale}
            title="No analyses yet"
            action={<LinkButton href="/analyses/new">Start your first analysis</LinkButton>}
          >
            Choose a stock or a coin and a date. Watch the agents argue, then read the report.
          </EmptyState>
        </Card>
      ) : (
        <Listed page={page} filter={filter} symbols={symbols} />
      )}
    </>
  );
}

function Listed({ page, filter, symbols }: { page: AnalysisPage; filter: AnalysisFilter; symbols: readonly string[] }) {
  const at = (name: "before" | "after", number: number | null): string | null =>
    number === null ? null : `/analyses?${queryOf(filter, name, number)}`;
  return (
    <>
      <Card className="min-w-0">
        <AnalysisFilterForm filter={filter} symbols={symbols} />
        {page.analyses.length === 0 ? (
          <EmptyState title="No analyses match these filters" className="border-t">
            Clear the filters or choose other values.
          </EmptyState>
        ) : (
          <form method="get" action="/analyses/compare" className="border-t">
            <AnalysisTable analyses={page.analyses} label="Analyses" selectable />
            <div className="flex flex-wrap items-center gap-3 border-t px-5 py-3">
              <Button type="submit" variant="secondary" size="sm">
                <GitCompare aria-hidden /> Compare
              </Button>
              <span className="text-xs text-muted">Select two finished analyses.</span>
            </div>
          </form>
        )}
      </Card>
      <Pagination newer={at("after", page.newer)} older={at("before", page.older)} label="Pages of analyses" />
    </>
  );
}

/** What makes no sense in the address counts as not given. */
async function filterOf(params: SearchParams): Promise<AnalysisFilter> {
  const date = async (name: string): Promise<string | null> =>
    TradeDate.safeParse(await paramOf(params, name)).data ?? null;
  return {
    status: JobStatus.safeParse(await paramOf(params, "status")).data ?? null,
    symbol: (await paramOf(params, "symbol"))?.trim().slice(0, 32) || null,
    rating: Rating.safeParse(await paramOf(params, "rating")).data ?? null,
    from: await date("from"),
    to: await date("to"),
  };
}

async function numberOf(params: SearchParams, name: string): Promise<number | null> {
  const text = await paramOf(params, name);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function queryOf(filter: AnalysisFilter, name: string, number: number): URLSearchParams {
  const set = Object.entries(filter).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]]));
  return new URLSearchParams([...set, [name, String(number)]]);
}

function AnalysisFilterForm({ filter, symbols }: { filter: AnalysisFilter; symbols: readonly string[] }) {
  const isSet = Object.values(filter).some((value) => value !== null);
  return (
    <FilterForm
      action="/analyses"
      clear={isSet ? "/analyses" : null}
      className="md:grid-cols-[1fr_1fr_1fr_1fr_1fr_auto]"
    >
      <TextField
        label="Symbol"
        className="max-md:col-span-2"
        name="symbol"
        list="asked-symbols"
        maxLength={32}
        defaultValue={filter.symbol ?? ""}
        placeholder="Any"
      />
      <datalist id="asked-symbols">
        {symbols.map((symbol) => (
          <option key={symbol} value={symbol}>
            {symbol}
          </option>
        ))}
      </datalist>
      <SelectField
        label="Status"
        name="status"
        defaultValue={filter.status ?? ""}
        options={anyOf(JobStatus.options, statusName)}
      />
      <SelectField label="Rating" name="rating" defaultValue={filter.rating ?? ""} options={anyOf(Rating.options)} />
      <TextField label="As of, from" type="date" name="from" defaultValue={filter.from ?? ""} />
      <TextField label="As of, to" type="date" name="to" defaultValue={filter.to ?? ""} />
    </FilterForm>
  );
}
