import { GitCompare, Plus, Scale } from "lucide-react";
import type { Metadata } from "next";
import { JobStatus, Rating, TradeDate } from "#src/contract/jobs/analysis.ts";
import type { AnalysisFilter, AnalysisPage } from "#src/contract/jobs/jobs.ts";
import { type Batch, batchLimits } from "#src/contract/jobs/batches.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { dayMs, type Instant } from "#src/core/clock.ts";
import { counted } from "#src/core/text/number-text.ts";
import { listBatches } from "#src/product/batches/batches.ts";
import { listSymbols, searchAnalyses } from "#src/product/analyses/reading.ts";
import { AnalysisTable } from "#src/web/components/analysis/analysis-table.tsx";
import { RefreshWhile } from "#src/web/components/ui/refresh.tsx";
import { Alert, Button, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader, Pagination, FilterForm, anyOf } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { paramOf, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { statusName } from "#src/web/components/analysis/run-text.tsx";
import { TextField, SelectField } from "#src/web/components/ui/fields.tsx";

export const metadata: Metadata = { title: "Analyses" };

const pageSize = 25;
/** As many as may run at a time. */
const newestBatches = batchLimits.open;

export default async function Analyses({ searchParams }: PageProps) {
  const ctx = contextOf(await requireViewer());
  const filter = await filterOf(searchParams);
  const [page, symbols, { batches }] = await Promise.all([
    searchAnalyses(ctx, {
      filter,
      page: {
        before: await numberOf(searchParams, "before"),
        after: await numberOf(searchParams, "after"),
        limit: pageSize,
      },
    }),
    listSymbols(ctx, 50),
    listBatches(ctx, { before: null, limit: newestBatches }),
  ]);
  const told = batches.filter((batch) => isTold(batch, webContext().clock.now()));
  const open = page.analyses.some(({ status }) => status === "queued" || status === "running");
  const isStarting = told.some(({ finished_at: at }) => at === null);
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
      <RefreshWhile active={open || isStarting} />
      <BatchNotices batches={told} />
      {symbols.length === 0 && isStarting ? null : symbols.length === 0 ? (
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

/** Running, or ended within a day with lines that were not started. */
function isTold({ finished_at: at, counts }: Batch, now: Instant): boolean {
  return at === null || (counts.refused > 0 && now - Date.parse(at) < dayMs);
}

function BatchNotices({ batches }: { batches: readonly Batch[] }) {
  return batches.length === 0 ? null : (
    <div className="mb-6 grid gap-3">
      {batches.map(({ id, counts, budget_usd: budget, spent_usd: spent, finished_at: at, created_at: from }) => (
        <Alert
          key={id}
          tone={at === null ? "info" : "warning"}
          title={
            at === null
              ? `${counted(counts.total, "analysis", "analyses")} started together`
              : `${counted(counts.refused, "analysis", "analyses")} of ${counts.total} did not start`
          }
        >
          {batchText(counts)}
          {budget === null ? null : `, ${usdText(spent)} of ${usdText(budget)} spent`}. Started <Time at={from} />.
          {at === null ? null : " No quota or budget was left for it, or the symbol is not valid."}
        </Alert>
      ))}
    </div>
  );
}

function batchText({ succeeded, failed, cancelled, open, waiting }: Batch["counts"]): string {
  const parts = [
    [succeeded, "done"],
    [failed, "failed"],
    [cancelled, "cancelled"],
    [open, "running"],
    [waiting, "waiting"],
  ] as const;
  return parts.flatMap(([count, name]) => (count === 0 ? [] : [`${count} ${name}`])).join(", ") || "None done";
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
