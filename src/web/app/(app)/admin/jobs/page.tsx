import { Scale } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { JobStatus } from "#src/contract/jobs/analysis.ts";
import { toIso } from "#src/core/clock.ts";
import { listJobs } from "#src/product/admin/reading.ts";
import { cancelJob } from "#src/web/actions/admin.ts";
import { FormDialog } from "#src/web/components/ui/dialog.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { durationText, statusName } from "#src/web/components/analysis/run-text.tsx";
import { Badge, type Tone, classNames, TextLink } from "#src/web/components/ui/elements.tsx";
import { Card, EmptyState, Pagination } from "#src/web/components/ui/page-parts.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { paramOf, type PageProps } from "#src/web/page-request.ts";
import { adminContextOf, requireAdmin } from "#src/web/viewer.ts";

export const metadata: Metadata = { title: "All analyses" };

const tones = {
  queued: "neutral",
  running: "info",
  succeeded: "positive",
  failed: "negative",
  cancelled: "neutral",
} as const satisfies Record<JobStatus, Tone>;

export default async function AllJobs({ searchParams }: PageProps) {
  const who = await requireAdmin();
  const [statusText, owner, before] = await Promise.all([
    paramOf(searchParams, "status"),
    paramOf(searchParams, "owner"),
    paramOf(searchParams, "before"),
  ]);
  const status = JobStatus.safeParse(statusText).data ?? null;
  const cursor = before !== null && /^\d{1,9}$/.test(before) ? Number(before) : null;
  const { jobs, nextCursor } = await listJobs(adminContextOf(who), { status, owner, cursor });
  const page: PageOf = (change) => {
    const wanted = { status, owner, ...change };
    const query = new URLSearchParams({
      ...(wanted.status !== null && { status: wanted.status }),
      ...(wanted.owner !== null && { owner: wanted.owner }),
      ...(wanted.before !== undefined && { before: String(wanted.before) }),
    });
    return `/admin/jobs?${query}`;
  };
  return (
    <>
      <Filters status={status} owner={owner} email={jobs[0]?.email ?? null} page={page} />
      <Card>
        {jobs.length === 0 ? (
          <EmptyState icon={Scale} title="No analyses match these filters" />
        ) : (
          <Table aria-label="All analyses">
            <THead>
              <TR>
                <TH>Analysis</TH>
                <TH>Account</TH>
                <TH>Status</TH>
                <TH>Submitted</TH>
                <TH>Duration</TH>
                <TH>
                  <span className="sr-only">Cancel</span>
                </TH>
              </TR>
            </THead>
            <TBody>
              {jobs.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </TBody>
          </Table>
        )}
      </Card>
      <Pagination
        label="Pages of analyses"
        newer={cursor === null ? null : page({})}
        older={nextCursor === null ? null : page({ before: nextCursor })}
      />
    </>
  );
}

type PageOf = (change: { status?: JobStatus | null; owner?: string | null; before?: number }) => string;

interface FilterProps {
  readonly status: JobStatus | null;
  readonly owner: string | null;
  readonly email: string | null;
  readonly page: PageOf;
}

function Filters({ status, owner, email, page }: FilterProps) {
  return (
    <nav aria-label="Status" className="mb-4 flex flex-wrap gap-2">
      {[null, ...JobStatus.options].map((one) => (
        <Link
          key={one === null ? "All" : statusName(one)}
          href={page({ status: one })}
          aria-current={one === status ? "page" : undefined}
          className={classNames(
            "flex h-8 items-center rounded-md border px-3 text-xs font-medium",
            one === status ? "border-accent bg-accent-soft text-accent" : "text-muted hover:text-ink",
          )}
        >
          {one === null ? "All" : statusName(one)}
        </Link>
      ))}
      {owner === null ? null : (
        <Link
          href={page({ owner: null })}
          className="flex h-8 items-center rounded-md border border-accent bg-accent-soft px-3 text-xs font-medium text-accent"
        >
          Account: {email ?? owner} ×<span className="sr-only"> Show all accounts</span>
        </Link>
      )}
    </nav>
  );
}

function JobRow({ job }: { job: Awaited<ReturnType<typeof listJobs>>["jobs"][number] }) {
  return (
    <TR>
      <TD className="whitespace-nowrap">
        <span className="font-medium">{job.ticker}</span> <span className="tabular">{job.tradeDate}</span>
        <span className="block font-mono text-xs text-muted">{job.id}</span>
      </TD>
      <TD className="max-w-64 min-w-44">
        <TextLink href={`/admin/accounts/${encodeURIComponent(job.owner)}`} className="wrap-anywhere">
          {job.email ?? job.owner}
        </TextLink>
      </TD>
      <TD className="max-w-64">
        <span className="flex flex-wrap gap-1.5">
          <Badge tone={tones[job.status]}>{statusName(job.status)}</Badge>
          {job.rating === null ? null : <RatingBadge rating={job.rating} />}
        </span>
        {job.error === null ? null : (
          <span className="mt-1 block text-xs text-negative wrap-anywhere">{job.error}</span>
        )}
      </TD>
      <TD className="whitespace-nowrap">
        <Time at={toIso(job.createdAt)} />
      </TD>
      <TD className="whitespace-nowrap tabular-nums">{took(job)}</TD>
      <TD className="text-right">
        {job.status === "queued" || job.status === "running" ? (
          <FormDialog
            label="Cancel"
            about={`the analysis of ${job.ticker}`}
            title={`Cancel the analysis of ${job.ticker}?`}
            description="The owner sees it as cancelled. Costs so far are not refunded."
            confirm="Cancel analysis"
            leave="Keep running"
            action={cancelJob}
            hidden={{ analysis: job.id }}
            beside={["reason"]}
            said={`Analysis of ${job.ticker} cancelled`}
          >
            <TextField
              label="Reason"
              hint="Recorded permanently with your name."
              name="reason"
              maxLength={500}
              autoComplete="off"
            />
          </FormDialog>
        ) : null}
      </TD>
    </TR>
  );
}

function took({ startedAt, finishedAt }: { startedAt: number | null; finishedAt: number | null }): string {
  if (startedAt === null || finishedAt === null) return "–";
  const seconds = (finishedAt - startedAt) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : durationText(seconds * 1000);
}
