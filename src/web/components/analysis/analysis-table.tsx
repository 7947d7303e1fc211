import type { ListedAnalysis } from "#src/contract/jobs/jobs.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { Progress, TextLink } from "#src/web/components/ui/elements.tsx";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Time } from "#src/web/components/ui/time.tsx";
import { analystsText, roundsText, StatusBadge } from "./run-text.tsx";

interface Props {
  readonly analyses: readonly ListedAnalysis[];
  readonly label: string;
  /** With a box in each line that has a report, for a form around the table that compares two. */
  readonly selectable?: boolean;
  /** Without what a glance does not need. */
  readonly brief?: boolean;
}

export function AnalysisTable({ analyses, label, selectable = false, brief = false }: Props) {
  return (
    <Table aria-label={label}>
      <THead>
        <TR>
          {selectable ? (
            <TH>
              <span className="sr-only">Compare</span>
            </TH>
          ) : null}
          <TH>Symbol</TH>
          <TH>As of</TH>
          <TH>Outcome</TH>
          {brief ? null : <TH className="max-md:hidden">Analysts and depth</TH>}
          <TH numeric className="max-sm:hidden">
            Cost
          </TH>
          <TH className="max-sm:hidden">Started</TH>
        </TR>
      </THead>
      <TBody>
        {analyses.map((analysis) => (
          <Line key={analysis.id} analysis={analysis} selectable={selectable} brief={brief} />
        ))}
      </TBody>
    </Table>
  );
}

interface LineProps {
  readonly analysis: ListedAnalysis;
  readonly selectable: boolean;
  readonly brief: boolean;
}

function Line({ analysis, selectable, brief }: LineProps) {
  const { id, request, status, cost_usd: cost, created_at: at } = analysis;
  return (
    <TR className="hover:bg-sunken">
      {selectable ? (
        <TD className="w-8">
          {status === "succeeded" ? (
            <input
              type="checkbox"
              name="id"
              value={id}
              aria-label={`Compare ${request.ticker} as of ${request.trade_date}`}
              className="size-4 translate-y-0.5 accent-accent"
            />
          ) : null}
        </TD>
      ) : null}
      <TD className="font-medium whitespace-nowrap">
        <TextLink href={`/analyses/${id}`} quiet>
          {request.ticker}
        </TextLink>
      </TD>
      <TD className="whitespace-nowrap tabular-nums">{request.trade_date}</TD>
      <TD>
        <Outcome analysis={analysis} />
      </TD>
      {brief ? null : (
        <TD className="text-muted max-md:hidden">
          {analystsText(request)}, {roundsText(request)}
        </TD>
      )}
      <TD numeric className="text-muted max-sm:hidden">
        {cost === null ? "" : usdText(cost)}
      </TD>
      <TD className="whitespace-nowrap text-muted max-sm:hidden">
        <Time at={at} />
      </TD>
    </TR>
  );
}

function Outcome({ analysis: { status, rating, progress, error } }: { analysis: ListedAnalysis }) {
  if (rating !== null) return <RatingBadge rating={rating} />;
  if (progress !== null)
    return (
      <span className="flex items-center gap-2.5">
        <StatusBadge status={status} />
        <Progress label="Statements made" value={progress.done} max={progress.of} className="w-20" />
      </span>
    );
  return (
    <span title={error ?? undefined}>
      <StatusBadge status={status} />
    </span>
  );
}
