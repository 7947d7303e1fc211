import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { NotFound } from "#src/platform/errors.ts";
import type { Finished } from "#src/report/words.ts";
import { readSharedRun } from "#src/services/analyses/read-shared-run.ts";
import { analystsText, roundsText } from "#src/web/components/analysis/as-text.ts";
import { ReportView } from "#src/web/components/analysis/report/report-view.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { house } from "#src/web/context.ts";

interface Props {
  readonly params: Promise<{ readonly token: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { run, reports } = await sharedRun((await params).token);
  const title = `${reports.data.symbol} as of ${reports.data.session ?? run.request.trade_date}: ${run.result.rating}`;
  return {
    title,
    description: "An analysis by Conclave, shared by whoever made it.",
    // The address is what opens it, so it is told to nobody.
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

export default async function Shared({ params }: Props) {
  const finished = await sharedRun((await params).token);
  const { data } = finished.reports;
  const { request } = finished.run;
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6">
      <PageHeader
        title={`${data.symbol} as of ${data.session ?? request.trade_date}`}
        description={`${data.name} · ${analystsText(request)}, ${roundsText(request)} · a report that somebody shared, and no advice`}
      />
      <ReportView finished={finished} />
    </main>
  );
}

const sharedRun = cache(async (token: string): Promise<Finished> => {
  try {
    return await readSharedRun(house(), token);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
});
