import { headPaths } from "#src/contract/api/feeds.ts";
import type { ChainHeads } from "#src/contract/signals/chains.ts";
import { Card } from "#src/web/components/ui/page-parts.tsx";
import { CopyableCode } from "#src/web/components/ui/code-block.tsx";
import { TextLink } from "#src/web/components/ui/elements.tsx";
import type {
  ReasonCount,
  ReasonOutcomes,
  CalibrationBin,
  TrackRecord,
  TrackedSignal,
} from "#src/contract/signals/track-record.ts";
import { countText } from "#src/core/text/number-text.ts";
import { RatingBadge } from "#src/web/components/ui/rating-scale.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { shareText, returnText } from "./signal-text.ts";
import { Between } from "./track-record-table.tsx";
import { Lock } from "lucide-react";
import { horizons, type Horizon, type Mark } from "#src/contract/signals/signals.ts";
import { Time } from "#src/web/components/ui/time.tsx";
import { SignalRating, WithdrawnBadge } from "./signal-tables.tsx";

/** The newest hash of the chain and those of the days before, and how anybody checks them. */
export function ChainCard({ head: { number, hash, days, settlement } }: { head: ChainHeads }) {
  return (
    <Card
      id="chain"
      title="Hash chain"
      description={
        <>
          Each entry contains the hash of the previous one and the head of the settlement prices. Save today&apos;s head
          so that you can check later whether anything before it was changed, removed or inserted. The{" "}
          <a href={headPaths.atom} className="text-accent underline underline-offset-4">
            feed of heads
          </a>{" "}
          delivers them to your feed reader.
        </>
      }
      inner="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <div className="grid gap-2">
        <p className="text-sm">
          Head: <span className="font-medium">{number === 0 ? "no entries yet" : `entry ${number}`}</span>
        </p>
        <CopyableCode text={hash} label="Copy head" />
        <p className="text-sm">
          Settlement prices:{" "}
          <span className="font-medium">
            {settlement.number === 0 ? "no entries yet" : `entry ${settlement.number}`}
          </span>
        </p>
        <CopyableCode text={settlement.hash} label="Copy settlement head" />
      </div>
      {days.length === 0 ? null : (
        <details>
          <summary className="text-sm text-accent underline underline-offset-4">Recent heads (UTC)</summary>
          <ul className="mt-3 grid gap-1.5">
            {days.map((day) => (
              <li key={day.day} className="flex flex-wrap gap-x-4 text-xs">
                <span className="tabular-nums">{day.day}</span>
                <span className="text-muted tabular-nums">entry {day.number}</span>
                <code className="font-mono break-all text-muted">{day.hash}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="grid gap-2">
        <h3 className="text-sm font-medium">How to verify</h3>
        <ol className="grid list-decimal gap-1.5 pl-5 text-sm text-muted">
          <li>
            Download the CSV. The <code className="font-mono text-xs">entry</code> column is the signal as it was
            hashed.
          </li>
          <li>
            The SHA-256 of that text must be its <code className="font-mono text-xs">hash</code>, and{" "}
            <code className="font-mono text-xs">previous</code> the hash of the previous entry. A missing number is a
            withdrawal, which the next entry contains.
          </li>
        </ol>
        <p className="text-sm text-muted">
          What this proves, what it does not, and the command that checks all of it:{" "}
          <TextLink href="/help/verify-the-record">verify the record</TextLink>.
        </p>
      </div>
    </Card>
  );
}

/** How often the reasons of signals held, by rating and by the days that they had. */
export function ReasonsTable({ reasons }: { reasons: ReasonOutcomes }) {
  return (
    <Table aria-label="Conditions by rating and by time">
      <THead>
        <TR>
          <TH className="w-full">Signals</TH>
          <TH numeric>Held</TH>
          <TH numeric>Broke</TH>
          <TH numeric>Not decidable</TH>
          <TH numeric>Watched</TH>
          <TH numeric>Share held</TH>
        </TR>
      </THead>
      <TBody>
        <Row name="All" count={reasons.all} />
        {reasons.by_rating.map((one) => (
          <Row key={one.rating} name={<RatingBadge rating={one.rating} />} count={one} />
        ))}
        {reasons.by_days.map((one, index) => (
          <Row
            key={one.up_to_days ?? "longer"}
            name={daysText(one.up_to_days, reasons.by_days[index - 1]?.up_to_days)}
            count={one}
          />
        ))}
      </TBody>
    </Table>
  );
}

function Row({ name, count }: { name: React.ReactNode; count: ReasonCount }) {
  return (
    <TR>
      <TD className="whitespace-nowrap">{name}</TD>
      {[count.held, count.broken, count.undecided, count.open].map((of, index) => (
        <TD key={index} numeric className={of === 0 ? "text-faint" : undefined}>
          {countText(of)}
        </TD>
      ))}
      <TD numeric>{shareText(count.held_share)}</TD>
    </TR>
  );
}

function daysText(most: number | null, before: number | null | undefined): string {
  if (most === null) return `More than ${before ?? 0} days to break`;
  return before == null ? `Up to ${most} days to break` : `${before + 1} to ${most} days to break`;
}

const size = 320;
const margin = { left: 40, right: 20, top: 12, bottom: 36 };
const ticks = [0, 0.25, 0.5, 0.75, 1] as const;
const x = (share: number): number => margin.left + share * (size - margin.left - margin.right);
const y = (share: number): number => size - margin.bottom - share * (size - margin.top - margin.bottom);

type Plotted = CalibrationBin & { readonly mean_confidence: number; readonly hit_rate: number };

function isPlotted(bin: CalibrationBin): bin is Plotted {
  return bin.mean_confidence !== null && bin.hit_rate !== null;
}

/** How often signals were right, against how sure they said they were. On the dashed line both agree. */
export function CalibrationPlot({ calibration: { horizon, bins } }: Pick<TrackRecord, "calibration">) {
  const plotted = bins.filter(isPlotted);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-6 lg:grid-cols-2">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
        role="img"
        aria-label={`How often signals were right after ${horizon} sessions, compared with their confidence. See the table below for the figures.`}
        className="mx-auto w-full max-w-sm font-sans text-[11px] tabular-nums"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={x(0) - 6} y={y(tick) + 4} textAnchor="end" className="fill-muted">
              {shareText(tick)}
            </text>
            <text x={x(tick)} y={y(0) + 16} textAnchor="middle" className="fill-muted">
              {shareText(tick)}
            </text>
          </g>
        ))}
        <line x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} className="stroke-line-strong" strokeDasharray="4 4" />
        {plotted.map(({ from, mean_confidence: said, hit_rate: was, interval }) => (
          <g key={from}>
            {interval.status !== "given" ? null : (
              <line x1={x(said)} x2={x(said)} y1={y(interval.low)} y2={y(interval.high)} className="stroke-accent" />
            )}
            <circle cx={x(said)} cy={y(was)} r="4" className="fill-accent" />
          </g>
        ))}
        <text x={x(0.5)} y={size - 4} textAnchor="middle" className="fill-muted">
          Confidence
        </text>
      </svg>
      <Table aria-label={`Calibration after ${horizon} sessions`}>
        <THead>
          <TR>
            <TH>Confidence</TH>
            <TH numeric>Settled</TH>
            <TH numeric>Stated</TH>
            <TH numeric>Hit rate</TH>
          </TR>
        </THead>
        <TBody>
          {bins.map((bin) => (
            <TR key={bin.from}>
              <TD className="whitespace-nowrap">
                {shareText(bin.from)} to {shareText(bin.to)}
              </TD>
              <TD numeric>{bin.settled}</TD>
              <TD numeric>{shareText(bin.mean_confidence)}</TD>
              <TD numeric className="whitespace-nowrap">
                {shareText(bin.hit_rate)} <Between interval={bin.interval} text={shareText} />
              </TD>
            </TR>
          ))}
        </TBody>
      </Table>
    </div>
  );
}

/** Signals as everybody sees them, with what became of each. */
export function TrackedTable({ signals, label }: { signals: readonly TrackedSignal[]; label: string }) {
  return (
    <Table aria-label={label}>
      <THead>
        <TR>
          <TH numeric>No.</TH>
          <TH>Symbol</TH>
          <TH>Rating</TH>
          {horizons.map((horizon) => (
            <TH key={horizon} numeric>
              <span className="sr-only">Return after session </span>
              <span aria-hidden>After </span>
              {horizon}
            </TH>
          ))}
          <TH>Published</TH>
          <TH numeric>Confidence</TH>
          <TH>Hash</TH>
        </TR>
      </THead>
      <TBody>
        {signals.map(({ number, hash, published_at: at, signal, withdrawn, marks }) => (
          <TR key={number}>
            <TD numeric className="text-muted">
              {number}
            </TD>
            {signal === null ? (
              <TD colSpan={2} className="text-muted">
                <Lock aria-hidden className="mr-1.5 mb-0.5 inline size-3.5" />
                sealed until its entry session closes
              </TD>
            ) : (
              <>
                <TD>
                  <span className="flex items-center gap-2 font-medium">
                    {signal.symbol} {withdrawn === null ? null : <WithdrawnBadge />}
                  </span>
                  {withdrawn === null ? null : <span className="text-xs text-muted">{withdrawn.reason}</span>}
                </TD>
                <TD>
                  <SignalRating signal={signal} />
                </TD>
              </>
            )}
            {horizons.map((horizon) => (
              <TD key={horizon} numeric className="whitespace-nowrap">
                {signal === null ? "" : <MarkText mark={markAt(marks, horizon)} />}
              </TD>
            ))}
            <TD className="whitespace-nowrap text-muted">
              <Time at={at} />
            </TD>
            <TD numeric>{signal === null ? "" : shareText(signal.confidence)}</TD>
            <TD className="font-mono text-xs text-muted" title={hash}>
              {hash.slice(0, 12)}…
            </TD>
          </TR>
        ))}
      </TBody>
    </Table>
  );
}

function markAt(marks: readonly Mark[], horizon: Horizon): Mark | null {
  return marks.find((mark) => mark.horizon === horizon) ?? null;
}

/** Right or wrong is said by a word and a colour; Hold is neither. */
function MarkText({ mark }: { mark: Mark | null }) {
  if (mark === null || mark.status === "open") return <span className="text-faint">open</span>;
  const tone = mark.hit === null ? "" : mark.hit ? "text-positive" : "text-negative";
  return (
    <span className={tone}>
      {returnText(mark.return)}
      {mark.hit === null ? null : <span className="sr-only">{mark.hit ? ", right" : ", wrong"}</span>}
    </span>
  );
}
