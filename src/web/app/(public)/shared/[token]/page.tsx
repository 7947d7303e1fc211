import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { NoLongerKept, NotFound } from "#src/core/errors.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { readSharedRun } from "#src/product/analyses/reading.ts";
import { analystsText, roundsText } from "#src/web/components/analysis/run-text.tsx";
import { ReportView } from "#src/web/components/analysis/report/report-view.tsx";
import { AskReport } from "#src/web/components/assistant/ask-report.tsx";
import { PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { webContext } from "#src/web/context.ts";
import { viewer } from "#src/web/viewer.ts";
import type { PageProps } from "#src/web/page-request.ts";

export async function generateMetadata({ params }: PageProps<"token">): Promise<Metadata> {
  const shared = await sharedRun((await params).token);
  const title = shared === null ? goneTitle : titleOf(shared);
  return {
    title,
    description: "A Conclave analysis, shared by its owner.",
    // The address is what opens it, so it is told to nobody.
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

const goneTitle = "This report is no longer kept";

function titleOf({ run, reports }: FinishedRun): string {
  return `${reports.data.symbol} as of ${reports.data.session ?? run.request.trade_date}: ${run.result.rating}`;
}

export default async function Shared({ params }: PageProps<"token">) {
  const { token } = await params;
  const [finished, reader] = await Promise.all([sharedRun(token), viewer()]);
  if (finished === null)
    return (
      <main id="main" className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6">
        <PageHeader
          title={goneTitle}
          description="The service that hosts it keeps reports for a limited time, and this one has been removed."
        />
      </main>
    );
  const { data } = finished.reports;
  const { request } = finished.run;
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6">
      <PageHeader
        title={`${data.symbol} as of ${data.session ?? request.trade_date}`}
        description={`${analystsText(request)}, ${roundsText(request)} · a shared report, not investment advice`}
      />
      <ReportView finished={finished} asked={reader !== null} />
      {reader === null ? null : (
        <AskReport report={{ by: "link", id: token }} hasStop={finished.reports.levels?.stop != null} />
      )}
    </main>
  );
}

/** `null` for a report that this service no longer keeps. */
const sharedRun = cache(async (token: string): Promise<FinishedRun | null> => {
  try {
    return await readSharedRun(webContext(), token);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    if (error instanceof NoLongerKept) return null;
    throw error;
  }
});
