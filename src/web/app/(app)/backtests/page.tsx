import { History } from "lucide-react";
import type { Metadata } from "next";
import type { ListedInstrument } from "#src/contract/instruments.ts";
import { addDays } from "#src/platform/clock.ts";
import { listBacktests } from "#src/services/backtests/list-backtests.ts";
import { RefreshWhile } from "#src/web/components/analysis/refresh-while.tsx";
import { BacktestTable } from "#src/web/components/backtests/backtest-table.tsx";
import { NewBacktestForm, type BacktestStart } from "#src/web/components/backtests/new-backtest-form.tsx";
import { UploadForm } from "#src/web/components/backtests/upload-form.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Pagination } from "#src/web/components/ui/pagination.tsx";
import { house } from "#src/web/context.ts";
import { cursorOf, paramOf, type SearchParams } from "#src/web/search-params.ts";
import { contextOf, requireViewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Backtests" };

const pageSize = 20;
/** Of the window that the form begins with. */
const usualDays = 365;

export default async function Backtests({ searchParams }: { searchParams: SearchParams }) {
  const ctx = contextOf(await requireViewer());
  const [page, { instruments }] = await Promise.all([
    listBacktests(ctx, { before: await cursorOf(searchParams), limit: pageSize }),
    house().backtestDesk(),
  ]);
  const { backtests, kept, most, open } = page;
  return (
    <>
      <PageHeader
        title="Backtests"
        description="The debate on past dates, as of each of them, and what would have come of it: with costs, seven baselines, and intervals that say how little a window proves."
      />
      <RefreshWhile active={open > 0} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <CardHeader>
            <CardTitle>New backtest</CardTitle>
            <CardDescription>
              Decided by <code>rules</code>, a rules engine and no language model. One with a language model costs money
              and hours: the command line makes it (<code>conclave backtest</code>), and its result can be shown here.
            </CardDescription>
          </CardHeader>
          <CardContent>
            <NewBacktestForm instruments={instruments} start={await startOf(searchParams, instruments)} />
          </CardContent>
        </Card>
        <Card className="min-w-0">
          <CardHeader>
            <CardTitle>Your backtests</CardTitle>
            <CardDescription>
              {kept} of {most} that your plan keeps.
              {kept >= most ? " Delete one to make room for the next." : ""}
            </CardDescription>
          </CardHeader>
          {backtests.length === 0 ? (
            <EmptyState icon={History} title="No backtest yet" className="border-t">
              Start one above, or bring the result of one that the command line made.
            </EmptyState>
          ) : (
            <div className="border-t">
              <BacktestTable backtests={backtests} />
            </div>
          )}
        </Card>
        <Pagination
          label="Pages of backtests"
          newer={(await paramOf(searchParams, "before")) === null ? null : "/backtests"}
          older={page.older === null ? null : `/backtests?before=${page.older}`}
        />
        <Card>
          <CardHeader>
            <CardTitle>Made elsewhere</CardTitle>
            <CardDescription>
              The result of <code>conclave backtest</code> on your own machine, with your own archives and models, shown
              like one made here and marked as brought.
            </CardDescription>
          </CardHeader>
          <CardContent>
            <UploadForm />
          </CardContent>
        </Card>
      </div>
    </>
  );
}

/** What the address asks for, as one that is repeated does; else the last year of the first real instrument. */
async function startOf(params: SearchParams, instruments: readonly ListedInstrument[]): Promise<BacktestStart> {
  const real = instruments.filter(({ synthetic }) => !synthetic);
  const first = real.find(({ assetType }) => assetType !== "index") ?? real[0] ?? instruments[0];
  const to = first?.to ?? "";
  const yearBefore = addDays(to, -usualDays);
  const from = first?.from == null || first.from < yearBefore ? yearBefore : first.from;
  const given = async (name: string, usual: string): Promise<string> =>
    (await paramOf(params, name))?.slice(0, 1000) ?? usual;
  return {
    symbols: await given("symbols", first?.symbol ?? ""),
    from: await given("from", from),
    to: await given("to", to),
    every: await given("every", "5"),
    commissionBps: await given("commission", "1"),
    slippageBps: await given("slippage", "5"),
    short: (await paramOf(params, "short")) !== null,
  };
}
