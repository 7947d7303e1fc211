import { Activity, Download, Hourglass } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import type { TrackedSignal, TrackRecord } from "#src/contract/signals.ts";
import { chainHead } from "#src/services/signals/chain-head.ts";
import { trackRecord } from "#src/services/signals/track-record.ts";
import { Figure, Figures } from "#src/web/components/account/figures.tsx";
import { CalibrationPlot } from "#src/web/components/signals/calibration-plot.tsx";
import { ChainCard } from "#src/web/components/signals/chain-card.tsx";
import { EquityCurve } from "#src/web/components/signals/equity-curve.tsx";
import { RatingDistribution } from "#src/web/components/signals/rating-distribution.tsx";
import { RecordTable } from "#src/web/components/signals/record-table.tsx";
import { TrackedTable } from "#src/web/components/signals/tracked-table.tsx";
import { shareText } from "#src/web/components/signals/words.ts";
import { Button } from "#src/web/components/ui/button.tsx";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "#src/web/components/ui/card.tsx";
import { EmptyState } from "#src/web/components/ui/empty-state.tsx";
import { PageHeader } from "#src/web/components/ui/page-header.tsx";
import { Pagination } from "#src/web/components/ui/pagination.tsx";
import { house } from "#src/web/context.ts";
import { cursorOf, type SearchParams } from "#src/web/search-params.ts";

export const metadata: Metadata = {
  title: "Track record",
  description:
    "Every signal that was published, with what became of it: hit rates and excess returns with intervals, calibration, and a chain of hashes that shows that none was changed.",
  alternates: { canonical: "/track-record" },
};

const pageSize = 100;

export default async function TrackRecordPage({ searchParams }: { searchParams: SearchParams }) {
  const [record, head, before] = await Promise.all([trackRecord(house()), chainHead(house()), cursorOf(searchParams)]);
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeader
        title="Track record"
        description="Every signal of the house list with what became of it, the wrong and the withdrawn ones too. Past results say little about the future, and none of it is advice."
        actions={
          <Button asChild variant="secondary">
            <a href="/track-record.csv" download>
              <Download aria-hidden /> CSV
            </a>
          </Button>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Summary record={record} />
        {record.signals.length === 0 ? (
          <Card>
            <EmptyState icon={Activity} title="No signal was published yet">
              There is nothing to show, and nothing is made up: the record begins with the first signal of the house
              list.
            </EmptyState>
          </Card>
        ) : (
          <Outcomes record={record} />
        )}
        <Distribution record={record} />
        {record.signals.length === 0 ? null : <Every signals={record.signals} before={before} />}
        <ChainCard head={head} />
        <Method assumptions={record.assumptions} />
      </div>
    </main>
  );
}

function Summary({ record: { signals, runs, review_rate: reviewRate, withdrawn, last_session: last } }: RecordProps) {
  const settled = signals.filter(({ marks }) => marks.some(({ status }) => status === "settled")).length;
  return (
    <Figures>
      <Figure name="Signals" note={withdrawn === 0 ? "none withdrawn" : `${withdrawn} withdrawn, still counted`}>
        {signals.length}
      </Figure>
      <Figure name="Settled" note="after at least one session">
        {settled}
      </Figure>
      <Figure
        name="REVIEW"
        note={
          reviewRate === null
            ? "no run has come to an end"
            : `${runs.review} of ${runs.review + runs.signal} runs had no opinion`
        }
      >
        {shareText(reviewRate)}
      </Figure>
      <Figure name="Prices up to" small>
        {last ?? "none yet"}
      </Figure>
    </Figures>
  );
}

interface RecordProps {
  readonly record: TrackRecord;
}

function Outcomes({ record }: RecordProps) {
  if (record.by_rating.every(({ settled }) => settled === 0))
    return (
      <Card>
        <EmptyState icon={Hourglass} title="Nothing is settled yet">
          A signal is marked at the close of the first session that opens after it was published. Until then there is no
          hit rate and no curve.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <Part
        title="By rating and horizon"
        note="Below a figure stands its 95 % interval, and how many independent signals would say as much: signals whose sessions overlap count for less. Read it before the figure: a wide one says that there are too few signals to tell, and a narrow one that the figure is well known for this list in these markets. There is none below ten outcomes and three blocks, each as long as the horizon."
      >
        <div className="border-t">
          <RecordTable records={record.by_rating} />
        </div>
      </Part>
      <Part
        title="A simple rule against buy and hold"
        note="All of an instrument's part under Buy, half under Overweight, none under Underweight and Sell; Hold keeps. Both lines after costs."
      >
        <CardContent>
          <EquityCurve equity={record.equity} />
        </CardContent>
      </Part>
      <Part
        title="Calibration"
        note={`How often signals were right after ${record.calibration.horizon} sessions, against the confidence they stated. On the dashed line both agree.`}
      >
        <CardContent>
          <CalibrationPlot calibration={record.calibration} />
        </CardContent>
      </Part>
    </>
  );
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription>{note}</CardDescription>
      </CardHeader>
      {children}
    </Card>
  );
}

function Distribution({ record }: RecordProps) {
  return (
    <Part
      title="How the ratings are spread"
      note="Signals that are no longer sealed, and beside them the runs without an opinion."
    >
      <CardContent>
        <RatingDistribution record={record} />
      </CardContent>
    </Part>
  );
}

/** @param before only those with a smaller number */
function Every({ signals, before }: { signals: readonly TrackedSignal[]; before: number | null }) {
  const behind = before === null ? signals : signals.filter(({ number }) => number < before);
  const shown = behind.slice(0, pageSize);
  const last = shown.at(-1);
  return (
    <Part
      title="Every signal"
      note="Newest first, with the return after 1, 5, 21 and 63 sessions. Green was right, red was wrong; Hold has no direction."
    >
      <div className="border-t">
        <TrackedTable signals={shown} label="Every signal" />
      </div>
      <div className="px-5 pb-4">
        <Pagination
          label="Pages of signals"
          newer={before === null ? null : "/track-record"}
          older={last === undefined || behind.length <= pageSize ? null : `/track-record?before=${last.number}`}
        />
      </div>
    </Part>
  );
}

function Method({ assumptions }: { assumptions: readonly string[] }) {
  return (
    <Part title="How it is reckoned" note="What the figures assume, in full.">
      <CardContent>
        <ul className="grid list-disc gap-2 pl-5 text-sm text-muted">
          {assumptions.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </CardContent>
    </Part>
  );
}
