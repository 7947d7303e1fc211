import { RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import { StrategyName } from "#src/contract/backtests/backtest.ts";
import type { Backtest } from "#src/contract/backtests/backtests.ts";
import { providerLabels } from "#src/contract/jobs/model-keys.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import type { Instant } from "#src/core/clock.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { everyText } from "#src/report/backtest/backtest-report.ts";
import { asSentence } from "#src/report/text/result-text.ts";
import { getBacktestResult, getBacktest } from "#src/product/backtests/backtests.ts";
import { durationText, StatusBadge } from "#src/web/components/analysis/run-text.tsx";
import { RefreshWhile } from "#src/web/components/ui/refresh.tsx";
import { symbolsText } from "#src/web/components/backtests/backtest-text.ts";
import { ResultView } from "#src/web/components/backtests/result-view.tsx";
import { continueBacktest, holdBacktest, removeBacktest, stopBacktest } from "#src/web/actions/backtests.ts";
import { ConfirmButton } from "#src/web/components/ui/dialog.tsx";
import { Alert, Badge, Progress, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, Card, CardContent, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { ValidityLine, ValidityPart } from "#src/web/components/validity/validity-part.tsx";
import { webContext } from "#src/web/context.ts";
import { paramOf, orNotFound, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { ActionButton } from "#src/web/components/ui/form.tsx";

export async function generateMetadata({ params }: PageProps<"id">): Promise<Metadata> {
  const { asked } = await backtestAt(await params);
  return { title: `Backtest of ${symbolsText(asked.symbols)}` };
}

export default async function BacktestPage({ params, searchParams }: PageProps<"id">) {
  const backtest = await backtestAt(await params);
  const { id, asked, state, source } = backtest;
  const name = symbolsText(asked.symbols);
  const { models } = asked;
  const open = state === "queued" || state === "running" || state === "paused";
  return (
    <>
      <Breadcrumb steps={[{ label: "Backtests", href: "/backtests" }, { label: name }]} />
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            Backtest of {name}
            {state === "succeeded" ? null : <StatusBadge status={state} />}
            {backtest.stopped === null ? null : <Badge tone="warning">Stopped early</Badge>}
            {source === "elsewhere" ? <Badge tone="warning">Imported, not verified</Badge> : null}
          </span>
        }
        description={
          <>
            {asked.from} to {asked.to}, {everyText(asked.every)} · commission {asked.commission_bps} and slippage{" "}
            {asked.slippage_bps} basis points per fill{asked.short ? " · with short positions" : ""}
            {models === undefined
              ? ""
              : ` · ${providerLabels[models.own_model.llm_provider]} on your key, budget ${usdText(models.budget_usd)}`}{" "}
            · <Time at={backtest.created_at} />
          </>
        }
        actions={
          open ? (
            <>
              {state === "paused" ? (
                <ActionButton action={continueBacktest} given={[id]} said={`Backtest of ${name} resumed`}>
                  Resume
                </ActionButton>
              ) : (
                <ActionButton action={holdBacktest} given={[id]} said={`Backtest of ${name} paused`}>
                  Pause
                </ActionButton>
              )}
              <ConfirmButton
                label="Cancel"
                size="md"
                title={`Cancel the backtest of ${name}?`}
                description="Decisions made so far are discarded, and there will be no result."
                confirm="Cancel backtest"
                action={stopBacktest}
                given={[id]}
                said={`Backtest of ${name} cancelled`}
              />
            </>
          ) : (
            <>
              <LinkButton href={againAt(backtest)} variant="ghost">
                <RotateCcw aria-hidden /> Run again
              </LinkButton>
              <ConfirmButton
                label="Delete"
                size="md"
                title={`Delete the backtest of ${name}?`}
                description="The backtest, its result and its files are permanently deleted. This page shows the command to run it again."
                confirm="Delete backtest"
                action={removeBacktest}
                given={[id]}
                said={`Backtest of ${name} deleted`}
                leadsTo="/backtests"
              />
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
    case "paused":
      return <ProgressCard backtest={backtest} now={webContext().clock.now()} />;
    case "failed":
      return (
        <Alert tone="negative" title="The backtest failed">
          {backtest.error === null ? null : asSentence(backtest.error)} There is no result. <Kept backtest={backtest} />
        </Alert>
      );
    case "cancelled":
      return (
        <Alert tone="neutral" title="The backtest was cancelled">
          Decisions made: {countText(backtest.done)} of {backtest.total === null ? "–" : countText(backtest.total)}.
          There is no result. <Kept backtest={backtest} />
        </Alert>
      );
    case "succeeded": {
      const { result, trades } = await getBacktestResult(contextOf(await requireViewer()), backtest.id);
      const page = (await paramOf(searchParams, "page")) ?? "1";
      return (
        <>
          {backtest.stopped === null ? null : (
            <Alert
              tone="warning"
              title={`Stopped after ${countText(backtest.done)} of ${counted(backtest.total ?? backtest.done, "decision")}`}
            >
              {asSentence(backtest.stopped)} The result covers {result.settings.from} to {result.settings.to}.{" "}
              <Kept backtest={backtest} />
            </Alert>
          )}
          <ValidityLine id={backtest.id} />
          <ResultView
            backtest={backtest}
            result={result}
            tradesCsv={trades}
            shown={StrategyName.safeParse(await paramOf(searchParams, "trades")).data ?? "debate"}
            page={/^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1}
          />
          <ValidityPart id={backtest.id} />
        </>
      );
    }
  }
}

/** What is left of the answers that models gave. */
function Kept({ backtest: { asked, spent_usd: spent } }: { backtest: Backtest }) {
  if (asked.models === undefined || Number(spent) === 0) return null;
  return <>You spent {usdText(spent)}. We keep all answers. If you run it again, you pay only for the rest.</>;
}

/** The viewer's own; another's is not there. */
async function backtestAt({ id }: { readonly id: string }): Promise<Backtest> {
  const ctx = contextOf(await requireViewer());
  return orNotFound(getBacktest(ctx, id));
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
  if (asked.models !== undefined) {
    const { own_model: own, budget_usd: budget } = asked.models;
    query.set("own", own.llm_provider);
    query.set("budget", budget);
    if (asked.models.runs !== undefined) query.set("runs", String(asked.models.runs));
    if (asked.models.single_call === false) query.set("single", "0");
    if (own.deep_think_llm !== null) query.set("deep", own.deep_think_llm);
    if (own.quick_think_llm !== null) query.set("quick", own.quick_think_llm);
  }
  return `/backtests?${query}`;
}

const everyMs = 1000;

/** How far along a backtest is; the page asks anew by itself. */
function ProgressCard({ backtest, now }: { backtest: Backtest; now: Instant }) {
  const { state, asked, done, total, started_at: startedAt } = backtest;
  const running = state === "running";
  const paused = state === "paused";
  return (
    <Card>
      <RefreshWhile active={!paused} everyMs={everyMs} />
      <CardContent className="grid gap-4">
        <Progress label="Decisions made" value={(running || paused) && total !== null ? done : null} max={total ?? 1} />
        <output className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm tabular-nums">
          <span className="font-medium">
            {running || paused
              ? `Decisions made: ${countText(done)} of ${total === null ? "–" : countText(total)}`
              : "Queued"}
          </span>
          <span className="text-muted">{running ? leftText(backtest, now) : null}</span>
        </output>
        {asked.models === undefined ? null : <Cost backtest={backtest} budgetUsd={asked.models.budget_usd} />}
        <p className="text-xs text-muted">
          {paused
            ? "Paused. Nothing is asked or spent until you resume. Calls that were in progress finish and count."
            : running
              ? "You can leave this page. The backtest continues."
              : asked.models === undefined
                ? "Backtests run one at a time and do not slow down analyses."
                : "It starts as soon as a worker is free."}
          {startedAt === null || paused ? "" : ` Running for ${durationText(now - Date.parse(startedAt))}.`}
        </p>
      </CardContent>
    </Card>
  );
}

interface CostProps {
  readonly backtest: Pick<Backtest, "spent_usd" | "held_usd">;
  readonly budgetUsd: string;
}

function Cost({ backtest: { spent_usd: spent, held_usd: held }, budgetUsd }: CostProps) {
  return (
    <p className="text-sm tabular-nums">
      <span className="font-medium">
        Spent: {usdText(spent)} of {usdText(budgetUsd)}
      </span>
      {Number(held) === 0 ? null : (
        <span className="text-muted"> · up to {usdText(held)} held for calls in progress</span>
      )}
    </p>
  );
}

function leftText({ asked, done, total, started_at: startedAt }: Backtest, now: Instant): string {
  if (total === null || startedAt === null) return "Opening the archives";
  if (done === 0) return asked.models === undefined ? "Opening the archives" : "Asking the models";
  if (done >= total) return "Calculating baselines and intervals";
  return `about ${durationText(((now - Date.parse(startedAt)) / done) * (total - done))} left`;
}
