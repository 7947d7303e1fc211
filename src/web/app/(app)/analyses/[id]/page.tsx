import { GitCompare, RotateCcw } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import type { AnalysisRequest, Job } from "#src/contract/analysis.ts";
import { NotFound } from "#src/platform/errors.ts";
import { findShare } from "#src/services/analyses/find-share.ts";
import { getAnalysis } from "#src/services/analyses/get-analysis.ts";
import { getRun } from "#src/services/analyses/get-run.ts";
import { readLiveRun } from "#src/services/analyses/read-live-run.ts";
import { analystsText, roundsText } from "#src/web/components/analysis/as-text.ts";
import { CancelButton } from "#src/web/components/analysis/cancel-button.tsx";
import { liveRun } from "#src/web/components/analysis/live-run.ts";
import { LiveView } from "#src/web/components/analysis/live-view.tsx";
import { DownloadMenu } from "#src/web/components/analysis/report/download-menu.tsx";
import { ReportView } from "#src/web/components/analysis/report/report-view.tsx";
import { ShareButton } from "#src/web/components/analysis/report/share-button.tsx";
import { StatusBadge } from "#src/web/components/analysis/status-badge.tsx";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { Button } from "#src/web/components/ui/button.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { house } from "#src/web/context.ts";
import { contextOf, requireViewer } from "#src/web/session.ts";
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
      {job.status === "succeeded" ? <Finished id={job.id} /> : <Going id={job.id} />}
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
  return (
    <>
      <PageHeader
        title={`${data.symbol} as of ${data.session ?? request.trade_date}`}
        description={
          <>
            {data.name} · {analystsText(request)}, {roundsText(request)} ·{" "}
            <Time at={finished.run.manifest.finished_at} />
          </>
        }
        actions={
          <>
            <Button asChild variant="ghost">
              <Link href={againAt(request)}>
                <RotateCcw aria-hidden /> Again
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
      <ReportView finished={finished} />
    </>
  );
}

async function Going({ id }: { id: string }) {
  const ctx = contextOf(await requireViewer());
  const { job, events, statements, budgetUsd } = await readLiveRun(ctx, id);
  const { config } = await house().desk();
  const open = job.status === "queued" || job.status === "running";
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            {job.request.ticker} as of {job.request.trade_date} <StatusBadge status={job.status} />
          </span>
        }
        description={`${analystsText(job.request)}, ${roundsText(job.request)}`}
        actions={
          open ? (
            <CancelButton id={id} symbol={job.request.ticker} />
          ) : (
            <Button asChild variant="secondary">
              <Link href={againAt(job.request)}>
                <RotateCcw aria-hidden /> Again
              </Link>
            </Button>
          )
        }
      />
      {job.status === "failed" ? (
        <Alert tone="negative" title="The analysis failed" className="mb-6">
          {job.error}. What was said until then stands below; there is no rating.
        </Alert>
      ) : job.status === "cancelled" ? (
        <Alert tone="neutral" title="The analysis was cancelled" className="mb-6">
          What was said until then stands below; there is no rating.
        </Alert>
      ) : null}
      <LiveView
        // An ended run begins anew, without a stream.
        key={open ? "open" : job.status}
        id={id}
        request={job.request}
        first={liveRun(job, events)}
        statements={statements}
        budgetUsd={budgetUsd}
        free={config.llm_provider === "rules"}
      />
    </>
  );
}

/** The form for a new one, filled in the same way. */
function againAt({ ticker, trade_date, asset_type, analysts, max_debate_rounds }: AnalysisRequest): string {
  const query = new URLSearchParams({ symbol: ticker, date: trade_date, kind: asset_type });
  for (const analyst of analysts) query.append("analysts", analyst);
  if (max_debate_rounds !== null) query.set("rounds", String(max_debate_rounds));
  return `/analyses/new?${query}`;
}
