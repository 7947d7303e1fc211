import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Forbidden, NotFound } from "#src/core/errors.ts";
import { getSignal, readSignalPrices, readSignalReport } from "#src/product/signals/reading.ts";
import { analystsText, roundsText } from "#src/web/components/analysis/run-text.tsx";
import { AskReport } from "#src/web/components/assistant/ask-report.tsx";
import { ReportView } from "#src/web/components/analysis/report/report-view.tsx";
import { SignalsPlanBenefits } from "#src/web/components/signals/locked.tsx";
import { MarksTable } from "#src/web/components/signals/signal-tables.tsx";
import { Breadcrumb, PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import type { PageProps } from "#src/web/page-request.ts";

export const metadata: Metadata = { title: "Signal report" };

/** The debate that a signal came from. */
export default async function SignalReport({ params }: PageProps<"id">) {
  const { id } = await params;
  const ctx = contextOf(await requireViewer());
  const read = Promise.all([readSignalReport(ctx, id), getSignal(ctx, id)]);
  const found = await read.catch((error: unknown) => {
    if (error instanceof NotFound) return notFound();
    if (error instanceof Forbidden) return null;
    throw error;
  });
  if (found === null)
    return (
      <>
        <PageHeader title="Signal report" description="Your plan does not include live signals." />
        <SignalsPlanBenefits />
      </>
    );
  const [finished, { signal, marks }] = found;
  const later = await readSignalPrices(ctx, signal);
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
        description={`${analystsText(request)}, ${roundsText(request)}`}
      />
      <ReportView
        finished={finished}
        since={<MarksTable marks={marks} />}
        later={later}
        states={finished.states}
        asked
      />
      <AskReport report={{ by: "signal", id }} hasStop={finished.reports.levels?.stop != null} />
    </>
  );
}
