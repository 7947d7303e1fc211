import { History } from "lucide-react";
import type { Metadata } from "next";
import type { Backtest } from "#src/contract/backtests/backtests.ts";
import type { ListedInstrument } from "#src/contract/signals/instruments.ts";
import { OwnModel } from "#src/contract/jobs/model-keys.ts";
import { addDays } from "#src/core/clock.ts";
import { percent } from "#src/report/backtest/backtest-figures.ts";
import { listBacktests } from "#src/product/backtests/backtests.ts";
import { RefreshWhile } from "#src/web/components/ui/refresh.tsx";
import { StatusBadge } from "#src/web/components/analysis/run-text.tsx";
import { symbolsText } from "#src/web/components/backtests/backtest-text.ts";
import { type BacktestStart, NewBacktestForm } from "#src/web/components/backtests/new-backtest-form.tsx";
import { UploadForm } from "#src/web/components/backtests/upload-form.tsx";
import { Badge, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, PageHeader, Pagination } from "#src/web/components/ui/page-parts.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { ownModelOptions } from "#src/web/own-model-options.ts";
import { cursorOf, paramOf, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Backtests" };

const pageSize = 20;
/** Of the window that the form begins with. */
const usualDays = 365;
/** US dollars. */
const usualBudget = "5.00";

export default async function Backtests({ searchParams }: PageProps) {
  const ctx = contextOf(await requireViewer());
  const [page, { instruments }, own] = await Promise.all([
    listBacktests(ctx, { before: await cursorOf(searchParams), limit: pageSize }),
    webContext().backtestEnvironment(),
    ownModelOptions(ctx),
  ]);
  const { backtests, kept, most, open } = page;
  return (
    <>
      <PageHeader
        title="Backtests"
        description="Run the debate on past dates, each as of its own day, and see how its decisions would have performed, with costs, seven baselines and confidence intervals."
      />
      <RefreshWhile active={open > 0} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card
          title="New backtest"
          description={
            <>
              By default, the rules engine decides, without a language model: free and done in seconds. With your own
              model key, language models decide. That costs money and takes hours, so you set a budget first.{" "}
              <TextLink href="/help/backtests">How it works</TextLink>
            </>
          }
        >
          <NewBacktestForm instruments={instruments} start={await startOf(searchParams, instruments)} own={own} />
        </Card>
        <Card
          className="min-w-0"
          title="Your backtests"
          description={
            <>
              {kept} of the {most} your plan can store.
              {kept >= most ? " Delete one to start another." : ""}
            </>
          }
          flush
        >
          {backtests.length === 0 ? (
            <EmptyState icon={History} title="No backtests yet" className="border-t">
              Start one above, or upload a result from the command line.
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
        <Card
          title="Import a result"
          description={
            <>
              Upload the result of <code>conclave backtest</code> from your own machine, with your own archives and
              models. It is displayed like a backtest from this server and marked as imported.
            </>
          }
        >
          <UploadForm />
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
    own:
      OwnModel.safeParse({
        llm_provider: await paramOf(params, "own"),
        deep_think_llm: await paramOf(params, "deep"),
        quick_think_llm: await paramOf(params, "quick"),
      }).data ?? null,
    budget: await given("budget", usualBudget),
    runs: await given("runs", "1"),
    singleCall: (await paramOf(params, "single")) !== "0",
  };
}

function BacktestTable({ backtests }: { backtests: readonly Backtest[] }) {
  return (
    <Table aria-label="Backtests">
      <THead>
        <TR>
          <TH>Symbols</TH>
          <TH>Period</TH>
          <TH>Status</TH>
          <TH numeric>Decisions</TH>
          <TH numeric>Return</TH>
          <TH numeric>Buy and hold</TH>
          <TH>Added</TH>
        </TR>
      </THead>
      <TBody>
        {backtests.map((backtest) => (
          <Row key={backtest.id} backtest={backtest} />
        ))}
      </TBody>
    </Table>
  );
}

function Row({ backtest }: { backtest: Backtest }) {
  const { id, asked, state, source, stopped, done, total, summary, created_at: at } = backtest;
  const open = state === "queued" || state === "running" || state === "paused";
  return (
    <TR>
      <TD className="font-medium">
        <TextLink href={`/backtests/${id}`} quiet>
          {symbolsText(asked.symbols)}
        </TextLink>
      </TD>
      <TD className="whitespace-nowrap tabular-nums">
        {asked.from} to {asked.to}
      </TD>
      <TD>
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={state} />
          {stopped === null ? null : <Badge tone="warning">Stopped early</Badge>}
          {source === "elsewhere" ? <Badge tone="warning">Imported</Badge> : null}
        </span>
      </TD>
      <TD numeric className="whitespace-nowrap">
        {open ? `${done} of ${total ?? "–"}` : (summary?.decisions ?? done)}
      </TD>
      <TD numeric className="whitespace-nowrap">
        {percent(summary?.cumulative_return ?? null)}
      </TD>
      <TD numeric className="whitespace-nowrap">
        {percent(summary?.buy_and_hold_return ?? null)}
      </TD>
      <TD className="whitespace-nowrap text-muted">
        <Time at={at} format="date" />
      </TD>
    </TR>
  );
}
