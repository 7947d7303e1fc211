import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import Link from "next/link";
import type { AnalysisFilter, ListedAnalysis } from "#src/contract/jobs/jobs.ts";
import type { Changes } from "#src/contract/signals/dashboard.ts";
import { plans } from "#src/contract/accounts/plans.ts";
import { houseList, type SignalDetail } from "#src/contract/signals/signals.ts";
import { toIso } from "#src/core/clock.ts";
import { NotFound } from "#src/core/errors.ts";
import { searchAnalyses } from "#src/product/analyses/reading.ts";
import { listChannels } from "#src/product/channels/channels.ts";
import type { Context } from "#src/product/context.ts";
import {
  listUpcoming,
  noteVisit,
  readChanges,
  readOwnTrackRecord,
  readFollowed,
} from "#src/product/dashboard/dashboard.ts";
import { readBalance } from "#src/product/ledger/ledger.ts";
import { readQuota } from "#src/product/plans/plans.ts";
import { getAlerts } from "#src/product/signals/alerts.ts";
import { listSignals } from "#src/product/signals/reading.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import { AnalysisTable } from "#src/web/components/analysis/analysis-table.tsx";
import { analystsText, roundsText, StatusBadge } from "#src/web/components/analysis/run-text.tsx";
import { RefreshWhile } from "#src/web/components/ui/refresh.tsx";
import {
  ChangesCard,
  changesText,
  tellingOf,
  TrackRecordCard,
  UpcomingCard,
} from "#src/web/components/dashboard/cards.tsx";
import { examplesOf, FirstSteps } from "#src/web/components/dashboard/first-steps.tsx";
import { FollowedList } from "#src/web/components/dashboard/followed-card.tsx";
import { QuickStart } from "#src/web/components/dashboard/quick-start.tsx";
import { SignalRating } from "#src/web/components/signals/signal-tables.tsx";
import { Money, Progress, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Card, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { lastSessions, suggestedInstruments } from "#src/web/instruments.ts";
import { contextOf, requireViewer, type Viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "Dashboard" };

const everything: AnalysisFilter = { status: null, symbol: null, rating: null, from: null, to: null };
/** Fewer say nothing of a record. */
const enoughOutcomes = 10;
const firstPage = { before: null, after: null };

export default async function Dashboard() {
  const viewer = await requireViewer();
  const ctx = contextOf(viewer);
  const environment = await webContext().analysisEnvironment();
  const since = await noteVisit(ctx);
  const [
    running,
    queued,
    latest,
    quota,
    balance,
    signals,
    changes,
    followed,
    upcoming,
    own,
    record,
    isTold,
    suggestions,
  ] = await Promise.all([
    searchAnalyses(ctx, { filter: { ...everything, status: "running" }, page: { ...firstPage, limit: 10 } }),
    searchAnalyses(ctx, { filter: { ...everything, status: "queued" }, page: { ...firstPage, limit: 10 } }),
    searchAnalyses(ctx, { filter: everything, page: { ...firstPage, limit: 5 } }),
    readQuota(ctx),
    readBalance(ctx, viewer.userId),
    latestSignals(viewer),
    since === null ? null : readChanges(ctx, since),
    readFollowed(ctx),
    listUpcoming(ctx, environment),
    readOwnTrackRecord(ctx),
    readTrackRecord(ctx),
    hasAlert(ctx),
    suggestedInstruments(ctx),
  ]);
  const open = [...running.analyses, ...queued.analyses];
  const ended = latest.analyses.filter(({ status }) => status !== "running" && status !== "queued");
  const report = ended.find(({ status }) => status === "succeeded") ?? null;
  const hasList = followed.some(({ id }) => id !== null);
  // Whoever has used it for a while needs no guide, with or without a list.
  const isNew = (!hasList || !isTold) && latest.older === null;
  return (
    <>
      <PageHeader title="Dashboard" description={changes === null ? undefined : <SinceLastVisit changes={changes} />} />
      <RefreshWhile active={open.length > 0} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
          {isNew ? (
            <FirstSteps
              examples={examplesOf(environment)}
              sourcesAnswer={await webContext().sourcesAnswer()}
              rounds={environment.config.max_debate_rounds}
              started={open.length > 0 || report !== null}
              report={report === null ? null : `/analyses/${report.id}`}
              hasList={hasList}
              hasAlert={isTold}
            />
          ) : null}
          <QuickStart
            instruments={suggestions}
            online={environment.config.online_tools}
            lastSession={lastSessions(environment)}
            rounds={environment.config.max_debate_rounds}
            once={randomUUID()}
          />
          {changes === null ? null : <ChangesCard changes={changes} />}
          {open.length === 0 ? null : <Open analyses={open} />}
          {followed.map((group) => (
            <FollowedList key={group.id} group={group} />
          ))}
          {ended.length === 0 ? null : <Latest analyses={ended} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {upcoming.length === 0 ? null : <UpcomingCard upcoming={upcoming} />}
          {[own, record.by_horizon].some((all) => (tellingOf(all)?.settled ?? 0) >= enoughOutcomes) ? (
            <TrackRecordCard own={own} house={record.by_horizon} />
          ) : null}
          {signals === null || signals.length === 0 ? null : <LatestSignals signals={signals} />}
          <Account viewer={viewer} balance={balance} quota={quota} />
        </div>
      </div>
    </>
  );
}

/** Whether anything would tell them of a changed rating. */
async function hasAlert(ctx: Context): Promise<boolean> {
  const [{ email, webhook_url: webhook }, { channels }] = await Promise.all([getAlerts(ctx), listChannels(ctx)]);
  return email || webhook !== null || channels.length > 0;
}

function SinceLastVisit({ changes }: { changes: Changes }) {
  return (
    <>
      Since <Time at={changes.since} />: {changesText(changes) ?? "no changes"}.
    </>
  );
}

function Open({ analyses }: { analyses: readonly ListedAnalysis[] }) {
  return (
    <Card title="In progress" flush>
      <ul className="border-t">
        {analyses.map(({ id, request, status, progress }) => (
          <li key={id} className="border-b last:border-b-0">
            <Link href={`/analyses/${id}`} className="grid gap-2 px-5 py-3.5 -outline-offset-2 hover:bg-sunken">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium">{request.ticker}</span>
                <span className="text-muted tabular-nums">as of {request.trade_date}</span>
                <StatusBadge status={status} />
                <span className="ml-auto text-xs text-muted tabular-nums">
                  {progress === null
                    ? `${analystsText(request)}, ${roundsText(request)}`
                    : `${progress.done} of ${progress.of} statements`}
                </span>
              </span>
              {progress === null ? null : (
                <Progress
                  label={`Progress of the ${request.ticker} analysis`}
                  value={progress.done}
                  max={progress.of}
                />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Latest({ analyses }: { analyses: readonly ListedAnalysis[] }) {
  return (
    <Card
      className="min-w-0"
      title="Recent analyses"
      aside={
        <LinkButton href="/analyses" variant="link" size="sm">
          All analyses
        </LinkButton>
      }
      flush
    >
      <div className="border-t pb-1">
        <AnalysisTable analyses={analyses} label="Recent analyses" brief />
      </div>
    </Card>
  );
}

interface AccountProps {
  readonly viewer: Viewer;
  readonly balance: number;
  readonly quota: { readonly submitted: number; readonly limit: number };
}

function Account({ viewer, balance, quota }: AccountProps) {
  const { plan, planUntil } = viewer;
  return (
    <Card title="Plan and balance" inner="grid gap-4">
      <dl className="grid gap-2 text-sm">
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Plan</dt>
          <dd className="text-right">
            {plans[plan].name}
            {planUntil === null ? null : (
              <span className="block text-xs text-muted">
                until <Time at={toIso(planUntil)} format="date" />
              </span>
            )}
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Balance</dt>
          <dd>
            <Money minor={balance} />
          </dd>
        </div>
      </dl>
      <div className="grid gap-2">
        <p className="flex justify-between gap-4 text-sm">
          <span className="text-muted">Analyses this month</span>
          <span className="tabular-nums">
            {quota.submitted} of {quota.limit}
          </span>
        </p>
        <Progress label="Analyses used this month" value={quota.submitted} max={quota.limit} />
      </div>
      <LinkButton href="/billing" variant="secondary" size="sm" className="justify-self-start">
        Plan and billing
      </LinkButton>
    </Card>
  );
}

/** Of the house list; `null` when the plan has none. */
async function latestSignals(viewer: Viewer): Promise<readonly SignalDetail[] | null> {
  if (!viewer.entitlements.signals) return null;
  const query = { list: houseList, symbol: null, rating: null, changed: false, before: null, limit: 5 };
  try {
    return (await listSignals(contextOf(viewer), query)).signals;
  } catch (error) {
    // The list is made when the engine first runs.
    if (error instanceof NotFound) return [];
    throw error;
  }
}

/** On the dashboard, when there are any. */
function LatestSignals({ signals }: { signals: readonly SignalDetail[] }) {
  return (
    <Card
      title="Latest signals"
      aside={
        <LinkButton href="/signals" variant="link" size="sm">
          All signals
        </LinkButton>
      }
      flush
    >
      <ul className="border-t">
        {signals.map(({ signal }) => (
          <li key={signal.id} className="border-b last:border-b-0">
            <Link
              href={`/signals/${signal.id}`}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-5 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <span className="font-medium">{signal.symbol}</span>
              <SignalRating signal={signal} />
              <Time at={signal.published_at} className="w-full text-xs text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
