import {
  type AttributionJob,
  type AttributionWish,
  type PricedAttribution,
  attributionLimits,
  attributionWish,
} from "#src/contract/jobs/attribution.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { Conflict } from "#src/core/errors.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { asSentence, type FinishedRun } from "#src/report/text/result-text.ts";
import type { Context } from "#src/product/context.ts";
import { estimateAttribution, getAttribution } from "#src/product/attributions/attributions.ts";
import { RefreshWhile } from "#src/web/components/ui/refresh.tsx";
import { ClosedPart, measurePart } from "#src/web/components/analysis/report/closed-part.tsx";
import { Alert, Button, Progress } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { paramOf, type SearchParams } from "#src/web/page-request.ts";
import { contextOf, requireViewer } from "#src/web/viewer.ts";
import { startAttribution, stopAttribution } from "#src/web/actions/analyses.ts";
import { ConfirmButton } from "#src/web/components/ui/dialog.tsx";
import { ActionForm, Submit } from "#src/web/components/ui/form.tsx";
import { TextField } from "#src/web/components/ui/fields.tsx";
import { Checkbox } from "#src/web/components/ui/boxes.tsx";

interface Props {
  readonly id: string;
  readonly finished: FinishedRun;
  /** What is to be tried, as the form of the price has it. */
  readonly searchParams: SearchParams;
}

/** What it takes to measure what a rating rests on: the price first, then how far along it is. */
export async function MeasureAttribution({ id, finished, searchParams }: Props) {
  const job = await getAttribution(contextOf(await requireViewer()), id);
  const isRunning = job?.status === "queued" || job?.status === "running";
  const isAsked = (await paramOf(searchParams, "top")) !== null;
  const title =
    finished.attribution === undefined ? "What did this rating rest on?" : "Measure again what the rating rests on";
  return (
    <ClosedPart id={measurePart} title={title} isOpen={isRunning || isAsked || job?.status === "failed"} isAction>
      {job !== null && isRunning ? <Running id={id} job={job} /> : <Ended job={job} />}
      {isRunning ? null : <Price id={id} finished={finished} searchParams={searchParams} />}
    </ClosedPart>
  );
}

const everyMs = 2000;

/** How far along a measurement is; the page asks anew by itself. */
function Running({ id, job }: { id: string; job: AttributionJob }) {
  const { status, planned, done, spent_usd: spent, budget_usd: budget } = job;
  const total = planned.changes.length;
  const isStarted = status === "running";
  return (
    <>
      <RefreshWhile active everyMs={everyMs} />
      <Progress label="Changes tried" value={isStarted ? done : null} max={total} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <output className="text-sm font-medium tabular-nums">
          {isStarted ? `Changes tried: ${countText(done)} of ${countText(total)}` : "Queued"}
        </output>
        <ConfirmButton
          label="Cancel"
          size="md"
          title="Cancel this measurement?"
          description="There will be no result. Answers already paid for are kept: if you start again, you pay only for the rest."
          confirm="Cancel measurement"
          action={stopAttribution}
          given={[id]}
          said="Measurement cancelled"
        />
      </div>
      {budget === null ? null : (
        <p className="text-sm tabular-nums">
          Spent: {usdText(spent)} of {usdText(budget)}
        </p>
      )}
      <p className="text-xs text-muted">You can leave this page. The measurement continues.</p>
    </>
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
  return <Offer id={id} price={price} asked={asked} again={finished.attribution !== undefined} />;
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

interface OfferProps {
  readonly id: string;
  readonly price: PricedAttribution;
  /** What the price is for, as the fields have it. */
  readonly asked: { readonly top: string; readonly repetitions: string; readonly agents: boolean };
  /** It was measured before. */
  readonly again: boolean;
}

/** What would be tried and what it costs, before anybody is asked. */
function Offer({ id, price, asked, again }: OfferProps) {
  const { payer, usual_budget_usd: usual } = price;
  const isFree = payer === "nobody";
  const { top, repetitions, agents } = asked;
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{priceText(price)}</p>
      {isFree ? null : (
        <form method="get" action="#measure" className="grid gap-4 sm:grid-cols-[12rem_12rem_1fr]">
          <TextField
            label="Evidence"
            hint="How many of the most cited items"
            name="top"
            type="number"
            min={0}
            max={attributionLimits.changes}
            defaultValue={top}
          />
          <TextField
            label="Repetitions"
            hint="How often each is tried"
            name="repetitions"
            type="number"
            min={1}
            max={attributionLimits.repetitions}
            defaultValue={repetitions}
          />
          <Checkbox
            name="agents"
            className="sm:mt-7"
            defaultChecked={agents}
            label="Also without each agent"
            hint="Each costs most of an analysis"
          />
          <Button type="submit" variant="secondary" className="justify-self-start">
            Show price
          </Button>
        </form>
      )}
      <ActionForm
        // The budget that is filled in follows the price.
        key={usual}
        action={startAttribution}
        beside={["budget"]}
        hidden={{ id, ...(isFree ? {} : { top, repetitions, ...(agents && { agents: "on" }) }) }}
      >
        {isFree ? null : (
          <TextField
            label="Budget (USD)"
            hint="Maximum cost of all calls. You are not charged for what is not used."
            className="max-w-52"
            name="budget"
            inputMode="decimal"
            defaultValue={usual ?? ""}
          />
        )}
        <Submit>{again ? "Measure again" : "Measure"}</Submit>
      </ActionForm>
    </>
  );
}

function priceText({ changes, estimate, repetitions, payer }: PricedAttribution): string {
  const tried = `${counted(changes.length, "change")}${repetitions === 1 ? "" : `, each ${repetitions} times`}`;
  const how = "Repeat the analysis without one piece of evidence, with its sign turned, or without one agent: ";
  if (payer === "nobody") return `${how}${tried}. Free and exact: the rules engine always gives the same answer.`;
  const cost =
    estimate.cost_usd === null
      ? "The price of this model is not known."
      : `About ${usdText(estimate.cost_usd)}; the budget below is what it needs to finish.`;
  const who = payer === "own_key" ? "Paid with your model key." : "Counts as one of your monthly analyses.";
  return `${how}${tried}, up to ${counted(estimate.calls, "call")}. ${cost} Answers that stay the same are not asked for again. ${who}`;
}
