import { Activity, Download, Hourglass } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import type { TrackedSignal, TrackRecord } from "#src/contract/signals/track-record.ts";
import { counted, countText } from "#src/core/text/number-text.ts";
import { readChainHead } from "#src/product/signals/chain.ts";
import { readTrackRecord } from "#src/product/signals/track-record.ts";
import {
  Figure,
  Figures,
  Card,
  CardContent,
  EmptyState,
  PageHeader,
  Pagination,
} from "#src/web/components/ui/page-parts.tsx";
import { effectiveText, endsOf } from "#src/report/backtest/backtest-figures.ts";
import { tellingOf } from "#src/web/components/dashboard/cards.tsx";
import { drawdowns } from "#src/web/components/backtests/backtest-text.ts";
import { Curves } from "#src/web/components/backtests/curves.tsx";
import { CalibrationPlot, ChainCard, ReasonsTable, TrackedTable } from "#src/web/components/signals/record-parts.tsx";
import { RatingDistribution, TrackRecordTable } from "#src/web/components/signals/track-record-table.tsx";
import { sessionsText, shareText } from "#src/web/components/signals/signal-text.ts";
import { LinkButton } from "#src/web/components/ui/elements.tsx";
import { webContext } from "#src/web/context.ts";
import { cursorOf, type PageProps } from "#src/web/page-request.ts";

export const metadata: Metadata = {
  title: "Track record",
  description:
    "Every published signal with its outcome: hit rates and excess returns with confidence intervals, calibration, and a hash chain that proves none was changed.",
  alternates: { canonical: "/track-record" },
};

const pageSize = 25;

export default async function TrackRecordPage({ searchParams }: PageProps) {
  const [record, head, before] = await Promise.all([
    readTrackRecord(webContext()),
    readChainHead(webContext()),
    cursorOf(searchParams),
  ]);
  return (
    <>
      <PageHeader
        title="Track record"
        description="Every signal from the house list with its outcome, including wrong and withdrawn ones. Past results say little about the future. This is not investment advice."
        actions={
          <LinkButton href="/track-record.csv" download variant="secondary">
            <Download aria-hidden /> CSV
          </LinkButton>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Headline record={record} />
        <Summary record={record} />
        {record.signals.length === 0 ? (
          <Card>
            <EmptyState icon={Activity} title="No signals published yet">
              The record begins with the first signal from the house list.
            </EmptyState>
          </Card>
        ) : (
          <Outcomes record={record} />
        )}
        <Reasons record={record} />
        <Distribution record={record} />
        {record.signals.length === 0 ? null : <Every signals={record.signals} before={before} />}
        <ChainCard head={head} />
        <Method assumptions={record.assumptions} />
      </div>
    </>
  );
}

/** How often the list was right, and the curve of a rule that follows it, beside buying and holding. */
function Headline({ record }: RecordProps) {
  const summary = tellingOf(record.by_horizon);
  if (summary === null) return null;
  const { hits, settled, horizon, interval } = summary;
  return (
    <Card className="min-w-0" inner="grid gap-6">
      <div className="grid gap-1">
        <p className="text-2xl font-semibold text-balance tabular-nums">
          {shareText(hits / settled)} of {countText(settled)} {settled === 1 ? "opinion" : "opinions"} with a direction{" "}
          {settled === 1 ? "was" : "were"} right after {sessionsText(horizon)}
        </p>
        <p className="text-sm text-muted">
          {interval.status === "given"
            ? `95% confidence interval ${endsOf(interval, shareText).join(" to ")}, equivalent to ${effectiveText(interval)} independent opinions.`
            : "Too few settled signals for an interval."}{" "}
          Hold has no direction and REVIEW means no opinion, so neither counts here.
        </p>
      </div>
      <div className="grid gap-3">
        <h2 className="text-base font-semibold">A simple rule versus buy and hold</h2>
        <p className="text-sm text-muted">
          Fully invested on Buy, half on Overweight, out on Underweight and Sell; Hold changes nothing. Both lines are
          after costs.
        </p>
        <Curves
          name="track-record"
          sessions={record.equity.sessions}
          total={record.equity.sessions.length}
          lines={linesOf(record)}
        />
      </div>
    </Card>
  );
}

function linesOf({ equity: { rule, buy_and_hold: held } }: TrackRecord) {
  const lineOf = <Strategy extends string>(strategy: Strategy, title: string, values: readonly number[]) => ({
    strategy,
    title,
    drawdowns: drawdowns(values),
    returns: values.map((value) => value - 1),
  });
  return [lineOf("debate" as const, "Rule", rule), lineOf("buy_and_hold" as const, "Buy and hold", held)];
}

function Summary({ record: { signals, runs, review_rate: reviewRate, withdrawn, last_session: last } }: RecordProps) {
  const settled = signals.filter(({ marks }) => marks.some(({ status }) => status === "settled")).length;
  return (
    <Figures>
      <Figure
        name="Signals"
        note={withdrawn === 0 ? "none withdrawn" : `${countText(withdrawn)} withdrawn, still counted`}
      >
        {countText(signals.length)}
      </Figure>
      <Figure name="Settled" note="after at least one session">
        {countText(settled)}
      </Figure>
      <Figure
        name="REVIEW"
        note={
          reviewRate === null
            ? "no finished runs"
            : `${countText(runs.review)} of ${counted(runs.review + runs.signal, "run")} ended without an opinion`
        }
      >
        {shareText(reviewRate)}
      </Figure>
      <Figure name="Prices up to" small>
        {last ?? "None yet"}
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
        <EmptyState icon={Hourglass} title="No outcomes yet">
          A signal is first marked at the close of the first session that opens after publication. Hit rates and curves
          appear then.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <Part
        title="By rating and horizon"
        note="Below each figure is its 95% confidence interval and the effective number of independent signals (effective n): signals whose sessions overlap count for less. Read the interval first: a wide one means there are too few signals to tell; a narrow one means the figure is well established for this list in these markets. An interval needs at least ten outcomes and three blocks, each as long as the horizon."
      >
        <div className="border-t">
          <TrackRecordTable records={record.by_rating} />
        </div>
      </Part>
      <Part
        title="Calibration"
        note={`How often signals were right after ${record.calibration.horizon} sessions, compared with their stated confidence, which is the agent's own estimate and not a probability. The dashed line is perfect calibration.`}
      >
        <CardContent>
          <CalibrationPlot calibration={record.calibration} />
        </CardContent>
      </Part>
    </>
  );
}

/** Whether ratings were right for their reasons. */
function Reasons({ record: { reasons } }: RecordProps) {
  const { held, broken, undecided, open } = reasons.all;
  if (held + broken + undecided + open === 0) return null;
  const { horizon, ...beside } = reasons.beside_prices;
  const decided = Object.values(beside).reduce((sum, of) => sum + of, 0);
  return (
    <Part
      title="Reasons"
      note="What signals said would break their ratings, decided by code from what was known at each close. A rating can be right by luck: its reasons show whether it was."
    >
      <div className="border-t">
        <ReasonsTable reasons={reasons} />
      </div>
      {decided === 0 ? null : (
        <CardContent>
          <p className="text-sm text-muted">
            After {sessionsText(horizon)}, of {countText(decided)} signals with a direction and decided reasons:{" "}
            {countText(beside.right_held)} right with reasons that held, {countText(beside.right_broken)} right although
            one broke, {countText(beside.wrong_held)} wrong although they held, {countText(beside.wrong_broken)} wrong
            with one that broke.
          </p>
        </CardContent>
      )}
    </Part>
  );
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <Card className="min-w-0" title={title} description={note} flush>
      {children}
    </Card>
  );
}

function Distribution({ record }: RecordProps) {
  return (
    <Part
      title="Rating distribution"
      note="Signals that are no longer sealed, and the runs that ended without an opinion."
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
  const listed = behind.slice(0, pageSize);
  const last = listed.at(-1);
  return (
    <Part
      title="All signals"
      note="Newest first, with returns after 1, 5, 21 and 63 sessions. Green means right, red means wrong. Hold has no direction."
    >
      <div className="border-t">
        <TrackedTable signals={listed} label="Every signal" />
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
    <Part title="Methodology" note="All assumptions behind these figures.">
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
