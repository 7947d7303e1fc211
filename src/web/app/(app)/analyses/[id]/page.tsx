import { randomUUID } from "node:crypto";
import { GitCompare, RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import type { AnalysisRequest, Job } from "#src/contract/jobs/analysis.ts";
import { usualLanguage } from "#src/contract/run/language.ts";
import { asSentence } from "#src/report/text/result-text.ts";
import { liveChart } from "#src/report/charts/run-chart.ts";
import { estimateAnalysis } from "#src/product/analyses/submitting.ts";
import { findShare, getAnalysis, getRun, readLaterPrices, readHoldings } from "#src/product/analyses/reading.ts";
import { readLiveRun } from "#src/product/analyses/running.ts";
import { readStates } from "#src/product/conditions/conditions.ts";
import { analystsText, languageText, roundsText, rerunStages } from "#src/web/components/analysis/run-text.tsx";
import { ConfirmButton } from "#src/web/components/ui/dialog.tsx";
import { liveRun } from "#src/web/components/analysis/live-run.ts";
import { LiveView } from "#src/web/components/analysis/live-view.tsx";
import { rerunFrom, stopAnalysis } from "#src/web/actions/analyses.ts";
import { SelectField } from "#src/web/components/ui/fields.tsx";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { ClosedPart, rerunPart } from "#src/web/components/analysis/report/closed-part.tsx";
import { MoreMenu, ShareButton } from "#src/web/components/analysis/report/report-actions.tsx";
import { ReportView } from "#src/web/components/analysis/report/report-view.tsx";
import { MeasureAttribution } from "#src/web/components/attribution/measure-attribution.tsx";
import { AskReport } from "#src/web/components/assistant/ask-report.tsx";
import { Alert, LinkButton, TextLink } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { siteOrigin, orNotFound, type PageProps, type SearchParams } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";

export async function generateMetadata({ params }: PageProps<"id">): Promise<Metadata> {
  const { request } = await jobAt(await params);
  return { title: `${request.ticker} as of ${request.trade_date}` };
}

export default async function Analysis({ params, searchParams }: PageProps<"id">) {
  const job = await jobAt(await params);
  if (isReport(job)) return <Finished id={job.id} searchParams={searchParams} />;
  return job.result_removed_at === undefined ? (
    <UnfinishedAnalysis id={job.id} searchParams={searchParams} />
  ) : (
    <>
      <Trail to={job} />
      <RemovedReport job={job} removedAt={job.result_removed_at} />
    </>
  );
}

function Trail({ to: { request } }: { to: Job }) {
  return <Breadcrumb steps={[{ label: "Analyses", href: "/analyses" }, { label: request.ticker }]} />;
}

function isReport({ status, result_removed_at: removed }: Job): boolean {
  return status === "succeeded" && removed === undefined;
}

/** The viewer's own; another's is not there. */
async function jobAt({ id }: { readonly id: string }): Promise<Job> {
  const ctx = contextOf(await requireViewer());
  return orNotFound(getAnalysis(ctx, id));
}

async function Finished({ id, searchParams }: { id: string; searchParams: SearchParams }) {
  const ctx = contextOf(await requireViewer());
  const [read, share, held] = await Promise.all([getRun(ctx, id), findShare(ctx, id), readHoldings(ctx, id)]);
  const forHoldings = held?.for_holdings ?? null;
  const finished = { ...read, ...(forHoldings !== null && { forHoldings }) };
  const { request } = finished.run;
  const { data } = finished.reports;
  const from = rerunStages(finished.run.manifest.calls.map(({ agent }) => agent));
  const [later, states] = await Promise.all([readLaterPrices(ctx, finished.run), readStates(ctx, id)]);
  return (
    <>
      <PageHeader
        title={`${data.symbol} as of ${data.session ?? request.trade_date}`}
        description={
          <>
            {analystsText(request)}, {roundsText(request)}
            {languageText(request)} · <Time at={finished.run.manifest.finished_at} />
          </>
        }
        actions={
          // On a phone in one line, so that the rating is seen at once: what does not fit is under More.
          <div className="flex gap-2 max-sm:gap-1.5 max-sm:[&_:is(a,button)]:px-2.5 max-sm:[&_svg]:hidden">
            <LinkButton href={againAt(request)} variant="ghost">
              <RotateCcw aria-hidden /> Analyse again
            </LinkButton>
            <LinkButton href={`/analyses/compare?id=${id}`} variant="ghost" className="max-sm:hidden">
              <GitCompare aria-hidden /> Compare
            </LinkButton>
            <ShareButton
              id={id}
              origin={await siteOrigin()}
              shared={share === null ? null : `/shared/${share.token}`}
            />
            <MoreMenu id={id} name={`${request.ticker}-${request.trade_date}`} canRerun={from.length > 0} />
          </div>
        }
      />
      {held !== null && forHoldings === null ? (
        <Alert tone="neutral" title="Nothing was worked out for your holdings" className="mb-6">
          The rating stands. Start the analysis again to try once more.
        </Alert>
      ) : null}
      <ReportView finished={finished} later={later} states={states} asked />
      <div className="mt-4 grid gap-4">
        <MeasureAttribution id={id} finished={finished} searchParams={searchParams} />
        {from.length === 0 ? null : (
          <ClosedPart id={rerunPart} title="Rerun from an agent" isAction>
            <p className="max-w-prose text-sm text-muted">
              Keeps the evidence and everything said before that agent, then asks again with the same settings. Only new
              calls cost money. It counts as one of your monthly analyses.
            </p>
            <ActionForm
              action={rerunFrom}
              leadsTo="/analyses/"
              beside={["from"]}
              failed="The rerun was not started"
              hidden={{ id, once: randomUUID() }}
              className="flex flex-wrap items-end gap-3"
            >
              <SelectField
                label="Rerun from"
                className="min-w-56"
                name="from"
                defaultValue={(from.find(({ value }) => value === "trader") ?? from[0])?.value ?? ""}
                options={from}
              />
              <Submit variant="secondary">Rerun from here</Submit>
            </ActionForm>
          </ClosedPart>
        )}
      </div>
      <AskReport report={{ by: "analysis", id }} hasStop={finished.reports.levels?.stop != null} />
    </>
  );
}

/** What is left of an analysis whose report the operator no longer keeps. */
function RemovedReport({ job, removedAt }: { job: Job; removedAt: string }) {
  const { request, result } = job;
  return (
    <>
      <PageHeader
        title={`${request.ticker} as of ${request.trade_date}`}
        description={`${analystsText(request)}, ${roundsText(request)}${languageText(request)}`}
        actions={
          <LinkButton href={againAt(request)} variant="secondary">
            <RotateCcw aria-hidden /> Run again
          </LinkButton>
        }
      />
      <Alert tone="neutral" title="The report is no longer kept" className="mb-6">
        This service keeps reports for a limited time. This one was removed on <Time at={removedAt} />. The rating below
        and your usage remain.
      </Alert>
      {result === null ? null : (
        <p className="flex items-center gap-3">
          Rating <RatingBadge rating={result.rating} />
        </p>
      )}
    </>
  );
}

async function UnfinishedAnalysis({ id, searchParams }: { id: string; searchParams: SearchParams }) {
  const ctx = contextOf(await requireViewer());
  const [live, environment] = await Promise.all([readLiveRun(ctx, id), webContext().analysisEnvironment()]);
  const { job, events, statements, rounds, riskRounds, budgetUsd, ownKey, data, historyRemoved } = live;
  // It ended since the page looked first.
  if (isReport(job)) return <Finished id={id} searchParams={searchParams} />;
  const open = job.status === "queued" || job.status === "running";
  // What runs here took says nothing of a model that the owner brought.
  const estimates = open && !ownKey ? await estimateAnalysis(ctx, environment) : null;
  const expected = estimates?.shapes.find(
    (one) => one.analysts === job.request.analysts.length && one.rounds === rounds,
  );
  return (
    <>
      <Trail to={job} />
      <LiveView
        // An ended run begins anew, without a stream.
        key={open ? "open" : job.status}
        id={id}
        request={job.request}
        description={`${analystsText(job.request)}, ${roundsText(job.request)}${languageText(job.request)}`}
        actions={
          open ? (
            <ConfirmButton
              label="Cancel"
              size="md"
              title={`Cancel the analysis of ${job.request.ticker}?`}
              description="The current model call is dropped and no further calls are made. You can still read everything said so far. There will be no rating, and the analysis counts towards this month's quota."
              confirm="Cancel the analysis"
              action={stopAnalysis}
              given={[id]}
              said={`Analysis of ${job.request.ticker} cancelled`}
              leave="Keep running"
            />
          ) : (
            <LinkButton href={againAt(job.request)} variant="secondary">
              <RotateCcw aria-hidden /> Run again
            </LinkButton>
          )
        }
        notice={
          <EndedWithout
            job={job}
            historyRemoved={historyRemoved}
            heard={events.some(({ type }) => type === "agent.finished")}
          />
        }
        shownAs={job.status}
        first={liveRun(job, events)}
        statements={statements}
        rounds={{ rounds, riskRounds }}
        budgetUsd={budgetUsd}
        expected={expected ?? null}
        free={!ownKey && environment.config.llm_provider === "rules"}
        prices={data === null ? null : { chart: liveChart(data) }}
      />
    </>
  );
}

function EndedWithout({ job, historyRemoved, heard }: { job: Job; historyRemoved: boolean; heard: boolean }) {
  const { status, error } = job;
  const said = historyRemoved
    ? "Statements made up to that point are no longer kept."
    : heard
      ? "Everything said up to that point is below."
      : "It ended before the first statement, so it does not count as one of your analyses.";
  if (status === "failed")
    return (
      <Alert tone="negative" title="The analysis failed" className="mb-6">
        {error === null ? null : asSentence(error)} {said} There is no rating.
        {heard || historyRemoved ? null : (
          <p className="mt-2">
            <TextLink href="/analyses/new?symbol=DEMO">Analyse DEMO</TextLink>, which works without the network, or read{" "}
            <TextLink href="/sample">a sample report</TextLink>.
          </p>
        )}
      </Alert>
    );
  if (status === "cancelled")
    return (
      <Alert tone="neutral" title="The analysis was cancelled" className="mb-6">
        {said} There is no rating.
      </Alert>
    );
  return null;
}

/** The form for a new one, filled in the same way. */
function againAt(request: AnalysisRequest): string {
  const { ticker, trade_date, asset_type, analysts, max_debate_rounds, language = usualLanguage } = request;
  const query = new URLSearchParams({ symbol: ticker, date: trade_date, kind: asset_type, language });
  for (const analyst of analysts) query.append("analysts", analyst);
  if (max_debate_rounds !== null) query.set("rounds", String(max_debate_rounds));
  return `/analyses/new?${query}`;
}
