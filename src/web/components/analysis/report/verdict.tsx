import { Opinion } from "#src/contract/analysis.ts";
import type { Reports } from "#src/contract/run.ts";
import { flaggedCount, groundingSummary } from "#src/report/grounding-words.ts";
import {
  capital,
  levelParts,
  reportsInOrder,
  sentence,
  syntheticNote,
  verdictParts,
  type Finished,
} from "#src/report/words.ts";
import { Alert } from "#src/web/components/ui/alert.tsx";
import { Card, CardContent } from "#src/web/components/ui/card.tsx";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";
import { PriceChart } from "#src/web/components/charts/price-chart.tsx";
import { PriceSketch } from "#src/web/components/charts/price-sketch.tsx";
import { PriceTable } from "#src/web/components/charts/price-table.tsx";
import type { RunProse } from "./prose.tsx";

/** Rating, thesis, levels and the prices they stand in. */
export function Verdict({ finished, prose }: { finished: Finished; prose: RunProse }) {
  const { Line, Thesis } = prose;
  const { run, reports } = finished;
  const { verdict, levels, data, review_reason: reason } = reports;
  const { chart } = run.manifest;
  const parts = verdictParts(finished);
  return (
    <Card className="min-w-0">
      <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-5">
        {data.synthetic ? <Alert tone="warning" title={syntheticNote} /> : null}
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[1fr_27rem]">
          <div className="grid content-start gap-3">
            {reason !== null ? (
              <Alert tone="review" title="No opinion: REVIEW">
                <Line text={sentence(reason)} /> REVIEW is not a Hold: the run found no sound basis for any rating.
              </Alert>
            ) : verdict === null ? null : (
              <>
                <p className="text-lg text-ink">
                  <Thesis reports={reports} />
                </p>
                {parts.length === 0 ? null : <p className="text-sm text-muted">{capital(parts.join(" · "))}</p>}
              </>
            )}
          </div>
          <div className="grid content-start gap-4">
            <RatingScale rating={Opinion.safeParse(run.result.rating).data ?? "REVIEW"} />
            <Checked reports={reports} />
          </div>
        </div>
        <Levels finished={finished} />
        {chart.length === 0 ? null : (
          <figure aria-label={`Prices of ${data.symbol} up to ${data.session}`} className="grid min-w-0 gap-3">
            <PriceChart
              bars={chart}
              levels={levels}
              asOf={data.session ?? ""}
              symbol={data.symbol}
              currency={data.currency}
            >
              <PriceSketch bars={chart} levels={levels} asOf={data.session ?? ""} />
            </PriceChart>
            <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 text-xs text-muted">
              <span>
                Daily bars in {data.currency}, adjusted for splits known on {data.session}. Nothing later was known to
                the run.
              </span>
              <span>
                Drawn with{" "}
                <a href="https://www.tradingview.com/" className="underline underline-offset-4" rel="noreferrer">
                  TradingView Lightweight Charts
                </a>
              </span>
            </figcaption>
            <PriceTable bars={chart} currency={data.currency} />
          </figure>
        )}
      </CardContent>
    </Card>
  );
}

/** What the report says about its own checking, over all its texts. */
function Checked({ reports }: { reports: Reports }) {
  const groundings = reportsInOrder(reports).flatMap(({ turns }) => turns.map(({ grounding }) => grounding));
  const summary = groundingSummary(groundings);
  if (summary === null) return null;
  const flagged = flaggedCount(groundings);
  return (
    <p className="text-xs text-muted tabular-nums">
      {summary}
      {flagged === 0 ? null : (
        <span className="font-medium text-warning"> {flagged} flagged and marked in the text.</span>
      )}
    </p>
  );
}

function Levels({ finished: { reports } }: { finished: Finished }) {
  const parts = levelParts(reports.levels);
  if (parts.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
      {parts.map(([name, value]) => (
        <div key={name} className="border-t pt-2">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">{capital(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
