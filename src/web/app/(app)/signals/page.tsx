import { Activity } from "lucide-react";
import type { Metadata } from "next";
import { Opinion } from "#src/contract/jobs/analysis.ts";
import { houseList, type SignalPage, type Watchlist } from "#src/contract/signals/signals.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";
import { listSignals } from "#src/product/signals/reading.ts";
import { listWatchlists } from "#src/product/signals/watchlists.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import { FollowSignals } from "#src/web/components/signals/follow-signals.tsx";
import { Locked } from "#src/web/components/signals/locked.tsx";
import { addressOf, type SignalFilters } from "#src/web/components/signals/signal-text.ts";
import { SignalTable } from "#src/web/components/signals/signal-tables.tsx";
import { Card, EmptyState, PageHeader, Pagination, FilterForm, anyOf } from "#src/web/components/ui/page-parts.tsx";
import { webContext } from "#src/web/context.ts";
import { cursorOf, paramOf, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { SelectField, TextField } from "#src/web/components/ui/fields.tsx";

export const metadata: Metadata = { title: "Signals" };

const pageSize = 50;
const shownLocked = 10;

export default async function Signals({ searchParams }: PageProps) {
  const who = await requireViewer();
  const ctx = contextOf(who);
  const filters = await filtersIn(searchParams);
  const hasSignals = who.entitlements.signals;
  const isHouse = filters.list === houseList;
  // Read first: what is published while the page is made counts as news.
  const madeAt = toIso(webContext().clock.now());
  const lists = await listWatchlists(ctx);
  const page = isHouse && !hasSignals ? null : await listSignals(ctx, { ...filters, limit: pageSize }).catch(none);
  return (
    <>
      <PageHeader
        title="Signals"
        description="Ratings from scheduled analyses. REVIEW means no opinion, so it is never published as a signal."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {isHouse && hasSignals ? <FollowSignals key={addressOf(filters)} filter={filters} madeAt={madeAt} /> : null}
        {hasSignals || lists.length > 0 ? (
          <Card className="min-w-0">
            <SignalFilter key={addressOf(filters)} filters={filters} lists={lists} />
            {page === null ? null : <Listed page={page} filters={filters} />}
          </Card>
        ) : null}
        {page === null ? <Locked latest={await publicSignals()} /> : null}
      </div>
    </>
  );
}

function Listed({ page: { signals, next }, filters }: { page: SignalPage; filters: SignalFilters }) {
  const isFiltered = filters.symbol !== null || filters.rating !== null || filters.changed;
  return (
    <div className="border-t">
      {signals.length > 0 ? (
        <SignalTable signals={signals} label="Signals" />
      ) : (
        <EmptyState icon={Activity} title={isFiltered ? "No signals match these filters" : "No signals yet"}>
          {isFiltered
            ? "Clear the filters or choose other values. New matching signals appear here."
            : "Watchlists run after each market close or on your own schedule. New signals appear here."}
        </EmptyState>
      )}
      <div className="px-5 pb-4 empty:hidden">
        <Pagination
          label="Pages of signals"
          newer={filters.before === null ? null : addressOf({ ...filters, before: null })}
          older={next === null ? null : addressOf({ ...filters, before: next })}
        />
      </div>
    </div>
  );
}

/** What makes no sense in the address counts as not given. */
async function filtersIn(params: SearchParams): Promise<SignalFilters> {
  return {
    list: (await paramOf(params, "list"))?.slice(0, 100) ?? houseList,
    symbol: (await paramOf(params, "symbol"))?.trim().toUpperCase().slice(0, 32) || null,
    rating: Opinion.safeParse(await paramOf(params, "rating")).data ?? null,
    changed: (await paramOf(params, "changed")) === "1",
    before: await cursorOf(params),
  };
}

/** The house list is made when the engine first runs; one of another's, or one that is gone, shows nothing either. */
function none(error: unknown): SignalPage {
  if (error instanceof NotFound) return { signals: [], next: null };
  throw error;
}

async function publicSignals() {
  const { signals } = await readTrackRecord(webContext());
  return signals.filter(({ sealed }) => !sealed).slice(0, shownLocked);
}

interface Props {
  readonly filters: SignalFilters;
  readonly lists: readonly Pick<Watchlist, "id" | "name">[];
}

function SignalFilter({ filters, lists }: Props) {
  const { list, symbol, rating, changed } = filters;
  const isSet = symbol !== null || rating !== null || changed;
  return (
    <FilterForm
      action="/signals"
      clear={isSet ? `/signals?list=${encodeURIComponent(list)}` : null}
      className="md:grid-cols-[1fr_1fr_1fr_1fr_auto]"
    >
      <SelectField
        label="List"
        name="list"
        defaultValue={list}
        options={[
          { value: houseList, label: "House list" },
          ...lists.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <TextField
        label="Symbol"
        name="symbol"
        maxLength={32}
        defaultValue={symbol ?? ""}
        placeholder="Any"
        autoComplete="off"
      />
      <SelectField label="Rating" name="rating" defaultValue={rating ?? ""} options={anyOf(Opinion.options)} />
      <SelectField
        label="Show"
        name="changed"
        defaultValue={changed ? "1" : ""}
        options={[
          { value: "", label: "All" },
          { value: "1", label: "Rating changed" },
        ]}
      />
    </FilterForm>
  );
}
