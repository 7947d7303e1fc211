import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Forbidden, NotFound } from "#src/platform/errors.ts";
import { readSignalReport } from "#src/services/signals/read-signal-report.ts";
import { analystsText, roundsText } from "#src/web/components/analysis/as-text.ts";
import { ReportView } from "#src/web/components/analysis/report/report-view.tsx";
import { WhatSignalsGive } from "#src/web/components/signals/locked.tsx";
import { Breadcrumb } from "#src/web/components/ui/breadcrumb.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { contextOf, requireViewer } from "#src/web/session.ts";

export const metadata: Metadata = { title: "Report of a signal" };

/** The debate that a signal came from. */
export default async function SignalReport({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const ctx = contextOf(await requireViewer());
  const finished = await readSignalReport(ctx, id).catch((error: unknown) => {
    if (error instanceof NotFound) return notFound();
    if (error instanceof Forbidden) return null;
    throw error;
  });
  if (finished === null)
    return (
      <>
        <PageHeader title="Report of a signal" description="Your plan has no live signals." />
        <WhatSignalsGive />
      </>
    );
  const { data } = finished.reports;
  const { request } = finished.run;
  return (
    <>
      <Breadcrumb
        steps={[
          { label: "Signals", href: "/signals" },
          { label: data.symbol, href: `/signals/${id}` },
          { label: "Report" },
        ]}
      />
      <PageHeader
        title={`${data.symbol} as of ${data.session ?? request.trade_date}`}
        description={`${data.name} · ${analystsText(request)}, ${roundsText(request)}`}
      />
      <ReportView finished={finished} />
    </>
  );
}
