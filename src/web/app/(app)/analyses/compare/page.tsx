import { ArrowLeftRight } from "lucide-react";
import type { Metadata } from "next";
import type { ListedAnalysis } from "#src/contract/jobs/jobs.ts";
import { Conflict, NoLongerKept, NotFound } from "#src/core/errors.ts";
import { diffRuns } from "#src/report/text/diff.ts";
import { compareAnalyses, searchAnalyses } from "#src/product/analyses/reading.ts";
import { DiffView } from "#src/web/components/analysis/diff-view.tsx";
import { Alert, Button, LinkButton } from "#src/web/components/ui/elements.tsx";
import { Breadcrumb, PageHeader, Card } from "#src/web/components/ui/page-parts.tsx";
import type { PageProps } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { dayText } from "#src/core/clock.ts";
import { SelectField } from "#src/web/components/ui/fields.tsx";

export const metadata: Metadata = { title: "Compare two analyses" };

const offered = 100;

export default async function Compare({ searchParams }: PageProps) {
  const ctx = contextOf(await requireViewer());
  const ids = [(await searchParams)["id"] ?? []].flat().filter((id) => id !== "");
  const [before, after] = ids;
  const done = { status: "succeeded", symbol: null, rating: null, from: null, to: null } as const;
  const { analyses } = await searchAnalyses(ctx, { filter: done, page: { before: null, after: null, limit: offered } });
  return (
    <>
      <Breadcrumb steps={[{ label: "Analyses", href: "/analyses" }, { label: "Compare" }]} />
      <PageHeader
        title="Compare two analyses"
        description="See what changed in the evidence and the argument from the first run to the second."
        actions={
          before === undefined || after === undefined ? null : (
            <LinkButton href={`/analyses/compare?id=${after}&id=${before}`} variant="secondary">
              <ArrowLeftRight aria-hidden /> Swap
            </LinkButton>
          )
        }
      />
      {ids.length > 2 ? (
        <Alert tone="warning" title="You selected more than two analyses" className="mb-6">
          Only the first two are compared.
        </Alert>
      ) : null}
      <ComparePicker analyses={sameSymbolFirst(analyses, before)} before={before ?? ""} after={after ?? ""} />
      {before === undefined || after === undefined ? null : await compared(ctx, before, after)}
    </>
  );
}

async function compared(ctx: ReturnType<typeof contextOf>, before: string, after: string) {
  try {
    const runs = await compareAnalyses(ctx, { before, after });
    return <DiffView diff={diffRuns(runs.before, runs.after)} before={runs.before} after={runs.after} />;
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound || error instanceof NoLongerKept)) throw error;
    return (
      <Alert tone="negative" title="These analyses cannot be compared">
        {error.message}.
      </Alert>
    );
  }
}

/** Runs on the instrument of the one that was chosen stand first: they are what it is usually held against. */
function sameSymbolFirst(analyses: readonly ListedAnalysis[], id: string | undefined): ListedAnalysis[] {
  const symbol = analyses.find((one) => one.id === id)?.request.ticker;
  return analyses.toSorted((a, b) => Number(b.request.ticker === symbol) - Number(a.request.ticker === symbol));
}

interface Props {
  readonly analyses: readonly ListedAnalysis[];
  readonly before: string;
  readonly after: string;
}

/** Two of the runs that are done; the address says which. */
function ComparePicker({ analyses, before, after }: Props) {
  const options = [
    { value: "", label: "Choose an analysis" },
    ...analyses.map(({ id, request, rating, created_at: at }) => ({
      value: id,
      label: `${request.ticker} ${request.trade_date}: ${rating} (run ${dayText(Date.parse(at))})`,
    })),
  ];
  return (
    <Card className="mb-8">
      <form
        method="get"
        action="/analyses/compare"
        className="grid items-end gap-3 px-5 py-4 sm:grid-cols-[1fr_1fr_auto]"
      >
        <SelectField label="First" name="id" key={before} defaultValue={before} options={options} required />
        <SelectField label="Second" name="id" key={after} defaultValue={after} options={options} required />
        <Button type="submit" variant="secondary">
          Compare
        </Button>
      </form>
    </Card>
  );
}
