import { GitCompare, RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import type { AnalysisRequest, Job } from "#src/contract/analysis.ts";
import { usualLanguage } from "#src/contract/language.ts";
import { NotFound } from "#src/platform/errors.ts";
import { asSentence } from "#src/report/result-text.ts";
import { liveChart } from "#src/report/run-chart.ts";
import { estimateAnalysis } from "#src/services/analyses/estimate-analysis.ts";
import { findShare } from "#src/services/analyses/find-share.ts";
import { getAnalysis } from "#src/services/analyses/get-analysis.ts";
import { getRun } from "#src/services/analyses/get-run.ts";
import { readLaterPrices } from "#src/services/analyses/read-later-prices.ts";
import { readLiveRun } from "#src/services/analyses/read-live-run.ts";
import { analystsText, languageText, roundsText } from "#src/web/components/analysis/as-text.ts";
import { CancelButton } from "#src/web/components/analysis/cancel-button.tsx";
import { liveRun } from "#src/web/components/analysis/live-run.ts";
import { LiveView } from "#src/web/components/analysis/live-view.tsx";
import { DownloadMenu } from "#src/web/components/analysis/report/download-menu.tsx";
import { ReportView } from "#src/web/components/analysis/report/report-view.tsx";
import { ShareButton } from "#src/web/components/analysis/report/share-button.tsx";
import { AskReport } from "#src/web/components/assistant/ask-report.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { webContext } from "#src/web/context.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { siteOrigin } from "#src/web/site-origin.ts";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { request } = await jobAt(await params);
  return { title: `${request.ticker} as of ${request.trade_date}` };
}

export default async function Analysis({ params }: Props) {
  const job = await jobAt(await params);
  return (
    <>
      <Breadcrumb steps={[{ label: "Analyses", href: "/analyses" }, { label: job.request.ticker }]} />
      {job.status === "succeeded" ? <Finished id={job.id} /> : <UnfinishedAnalysis id={job.id} />}
    </>
  );
}

/** The viewer's own; another's is not there. */
async function jobAt({ id }: { readonly id: string }): Promise<Job> {
  const ctx = contextOf(await requireViewer());
  try {
    return await getAnalysis(ctx, id);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

async function Finished({ id }: { id: string }) {
  const ctx = contextOf(await requireViewer());
  const [finished, share] = await Promise.all([getRun(ctx, id), findShare(ctx, id)]);
  const { request } = finished.run;
  const { data } = finished.reports;
  const later = await readLaterPrices(ctx, finished.run);
  return (
    <>
      <PageHeader
        title={`${data.symbol} as of ${data.session ?? request.trade_date}`}
        description={
          <>
            {data.name} · {analystsText(request)}, {roundsText(request)}
            {languageText(request)} · <Time at={finished.run.manifest.finished_at} />
          </>
        }
        actions={
          <>
            <Button asChild variant="ghost">
              <Link href={againAt(request)}>
                <RotateCcw aria-hidden /> Run again
              </Link>
            </Button>
            <Button asChild variant="ghost">
              <Link href={`/analyses/compare?id=${id}`}>
                <GitCompare aria-hidden /> Compare
              </Link>
            </Button>
            <DownloadMenu id={id} name={`${request.ticker}-${request.trade_date}`} />
            <ShareButton
              id={id}
              origin={await siteOrigin()}
              shared={share === null ? null : `/shared/${share.token}`}
            />
          </>
        }
      />
      <ReportView finished={finished} later={later} />
      <AskReport report={{ by: "analysis", id }} hasStop={finished.reports.levels?.stop != null} />
    </>
  );
}

async function UnfinishedAnalysis({ id }: { id: string }) {
  const ctx = contextOf(await requireViewer());
  const [live, environment] = await Promise.all([readLiveRun(ctx, id), webContext().analysisEnvironment()]);
  const { job, events, statements, rounds, riskRounds, budgetUsd, ownKey, data } = live;
  const open = job.status === "queued" || job.status === "running";
  // What runs here took says nothing of a model that the owner brought.
  const estimates = open && !ownKey ? await estimateAnalysis(ctx, environment) : null;
  const expected = estimates?.shapes.find(
    (one) => one.analysts === job.request.analysts.length && one.rounds === rounds,
  );
  return (
    <LiveView
      // An ended run begins anew, without a stream.
      key={open ? "open" : job.status}
      id={id}
      request={job.request}
      description={`${analystsText(job.request)}, ${roundsText(job.request)}${languageText(job.request)}`}
      actions={
        open ? (
          <CancelButton id={id} symbol={job.request.ticker} />
        ) : (
          <Button asChild variant="secondary">
            <Link href={againAt(job.request)}>
              <RotateCcw aria-hidden /> Run again
            </Link>
          </Button>
        )
      }
      notice={<EndedWithout job={job} />}
      first={liveRun(job, events)}
      statements={statements}
      rounds={{ rounds, riskRounds }}
      budgetUsd={budgetUsd}
      expected={expected ?? null}
      free={!ownKey && environment.config.llm_provider === "rules"}
      prices={data === null ? null : { chart: liveChart(data) }}
    />
  );
}

function EndedWithout({ job: { status, error } }: { job: Job }) {
  if (status === "failed")
    return (
      <Alert tone="negative" title="The analysis failed" className="mb-6">
        {error === null ? null : asSentence(error)} Everything said up to that point is below. There is no rating.
      </Alert>
    );
  if (status === "cancelled")
    return (
      <Alert tone="neutral" title="The analysis was cancelled" className="mb-6">
        {" "}
        Everything said up to that point is below. There is no rating.
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
