import type { AttributionJob, AttributionWish, PricedAttribution } from "#src/contract/attribution.ts";
import { attributionLimits } from "#src/contract/attribution.ts";
import { Conflict } from "#src/platform/errors.ts";
import { asSentence, type FinishedRun } from "#src/report/result-text.ts";
import type { Context } from "#src/services/context.ts";
import { estimateAttribution } from "#src/services/attributions/estimate-attribution.ts";
import { getAttribution } from "#src/services/attributions/get-attribution.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { attributionWish } from "#src/web/attribution-wish.ts";
import { webContext } from "#src/web/context.ts";
import { paramOf, type SearchParams } from "#src/web/search-params.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { AttributionPrice } from "./attribution-price.tsx";
import { AttributionProgress } from "./attribution-progress.tsx";

interface Props {
  readonly id: string;
  readonly finished: FinishedRun;
  /** What is to be tried, as the form of the price has it. */
  readonly searchParams: SearchParams;
}

/** Its name in an address. */
export const measurePart = "measure";

/** What it takes to measure what a rating rests on: the price first, then how far along it is. */
export async function MeasureAttribution({ id, finished, searchParams }: Props) {
  const job = await getAttribution(contextOf(await requireViewer()), id);
  const isOpen = job?.status === "queued" || job?.status === "running";
  return (
    <section
      id={measurePart}
      aria-label="Measure what the rating rests on"
      className="mt-8 grid scroll-mt-8 grid-cols-[minmax(0,1fr)] gap-4 print:hidden"
    >
      {job !== null && isOpen ? <AttributionProgress id={id} job={job} /> : <Ended job={job} />}
      {isOpen ? null : <Price id={id} finished={finished} searchParams={searchParams} />}
    </section>
  );
}

function Ended({ job }: { job: AttributionJob | null }) {
  if (job?.status === "failed")
    return (
      <Alert tone="negative" title="The measurement failed">
        {job.error === null ? null : asSentence(job.error)}
      </Alert>
    );
  if (job?.status === "cancelled") return <Alert tone="neutral" title="The measurement was cancelled" />;
  return null;
}

async function Price({ id, finished, searchParams }: Props) {
  const ctx = contextOf(await requireViewer());
  const agents = (await paramOf(searchParams, "agents")) !== null;
  const asked = {
    top: (await paramOf(searchParams, "top")) ?? String(attributionLimits.usualTop),
    repetitions: (await paramOf(searchParams, "repetitions")) ?? "1",
    agents,
  };
  const isFree = finished.run.manifest.config.llm_provider === "rules";
  const wish = wishOf({ top: asked.top, repetitions: asked.repetitions, ...(agents && { agents: "on" }) }, isFree);
  if (wish === null) return <Alert tone="negative" title="Enter whole numbers within the limits" />;
  const price = await priceAt(ctx, id, wish);
  if (typeof price === "string") return <Alert tone="neutral" title={asSentence(price)} />;
  return <AttributionPrice id={id} price={price} asked={asked} again={finished.attribution !== undefined} />;
}

/** Why there is nothing to measure, where that is so. */
async function priceAt(ctx: Context, id: string, wish: AttributionWish): Promise<PricedAttribution | string> {
  try {
    return await estimateAttribution(ctx, { id, plan: webContext().attributionPlanner, wish });
  } catch (error) {
    if (error instanceof Conflict) return error.message;
    throw error;
  }
}

function wishOf(fields: Readonly<Record<string, string>>, isFree: boolean) {
  try {
    return attributionWish(fields, isFree);
  } catch {
    return null;
  }
}
