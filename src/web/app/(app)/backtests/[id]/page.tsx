import { RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { StrategyName } from "#src/contract/backtest.ts";
import type { Backtest } from "#src/contract/backtests.ts";
import { NotFound } from "#src/platform/errors.ts";
import { getBacktest, getBacktestResult } from "#src/services/backtests/get-backtest.ts";
import { StatusBadge } from "#src/web/components/analysis/status-badge.tsx";
import { CancelBacktestButton, DeleteBacktestButton } from "#src/web/components/backtests/backtest-buttons.tsx";
import { ProgressCard } from "#src/web/components/backtests/progress-card.tsx";
import { ResultView } from "#src/web/components/backtests/result-view.tsx";
import { everyText, symbolsText } from "#src/web/components/backtests/words.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Badge } from "#src/web/components/ui/badge.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { house } from "#src/web/context.ts";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";
import { contextOf, requireViewer } from "#src/web/session.ts";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
  readonly searchParams: SearchParams;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { asked } = await backtestAt(await params);
  return { title: `Backtest of ${symbolsText(asked.symbols)}` };
}

export default async function BacktestPage({ params, searchParams }: Props) {
  const backtest = await backtestAt(await params);
  const { id, asked, state, source } = backtest;
  const name = symbolsText(asked.symbols);
  const open = state === "queued" || state === "running";
  return (
    <>
      <Breadcrumb steps={[{ label: "Backtests", href: "/backtests" }, { label: name }]} />
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            Backtest of {name}
            {state === "succeeded" ? null : <StatusBadge status={state} />}
            {source === "elsewhere" ? <Badge tone="warning">made elsewhere, not checked</Badge> : null}
          </span>
        }
        description={
          <>
            {asked.from} to {asked.to}, {everyText(asked.every)} · costs {asked.commission_bps} + {asked.slippage_bps}{" "}
            basis points a fill{asked.short ? " · with short positions" : ""} · <Time at={backtest.created_at} />
          </>
        }
        actions={
          open ? (
            <CancelBacktestButton id={id} name={name} />
          ) : (
            <>
              <Button asChild variant="ghost">
                <Link href={againAt(backtest)}>
                  <RotateCcw aria-hidden /> Again
                </Link>
              </Button>
              <DeleteBacktestButton id={id} name={name} />
            </>
          )
        }
      />
      <Body backtest={backtest} searchParams={searchParams} />
    </>
  );
}

async function Body({ backtest, searchParams }: { backtest: Backtest; searchParams: SearchParams }) {
  switch (backtest.state) {
    case "queued":
    case "running":
      return <ProgressCard backtest={backtest} now={house().clock.now()} />;
    case "failed":
      return (
        <Alert tone="negative" title="The backtest failed">
          {backtest.error}. There is no result.
        </Alert>
      );
    case "cancelled":
      return (
        <Alert tone="neutral" title="The backtest was cancelled">
          {backtest.done} of {backtest.total ?? "–"} decisions were made. There is no result.
        </Alert>
      );
    case "succeeded": {
      const { result, trades } = await getBacktestResult(contextOf(await requireViewer()), backtest.id);
      const page = (await paramOf(searchParams, "page")) ?? "1";
      return (
        <ResultView
          backtest={backtest}
          result={result}
          tradesCsv={trades}
          shown={StrategyName.safeParse(await paramOf(searchParams, "trades")).data ?? "debate"}
          page={/^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1}
        />
      );
    }
  }
}

/** The viewer's own; another's is not there. */
async function backtestAt({ id }: { readonly id: string }): Promise<Backtest> {
  const ctx = contextOf(await requireViewer());
  try {
    return await getBacktest(ctx, id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

/** The form, filled in the same way. */
function againAt({ asked }: Backtest): string {
  const query = new URLSearchParams({
    symbols: asked.symbols.join(", "),
    from: asked.from,
    to: asked.to,
    every: String(asked.every),
    commission: String(asked.commission_bps),
    slippage: String(asked.slippage_bps),
  });
  if (asked.short) query.set("short", "1");
  return `/backtests?${query}`;
}
