import type { Metadata } from "next";
import { isolated } from "#src/core/text/untrusted.ts";
import { ReportView } from "#src/web/components/analysis/report/report-view.tsx";
import { LinkButton } from "#src/web/components/ui/elements.tsx";
import { PageHeader } from "#src/web/components/ui/page-parts.tsx";
import { webContext } from "#src/web/context.ts";
import { viewer } from "#src/web/viewer.ts";

export const metadata: Metadata = {
  title: "Sample report",
  description: "A whole report on a synthetic company, to read without an account.",
  alternates: { canonical: "/sample" },
};

export default async function Sample() {
  const [finished, who] = await Promise.all([webContext().sample(), viewer()]);
  const { data } = finished.reports;
  return (
    <>
      <PageHeader
        title={`${data.symbol} as of ${data.session}`}
        description={`A sample: ${isolated(data.name)}, argued by the rules engine. Not investment advice.`}
        actions={
          <LinkButton href={who === null ? "/sign-up" : "/analyses/new?symbol=DEMO"}>
            {who === null ? "Start free" : "Analyse DEMO yourself"}
          </LinkButton>
        }
      />
      <ReportView finished={finished} asked={false} />
    </>
  );
}
