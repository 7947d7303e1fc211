import type { CalibrationBin, TrackRecord } from "#src/contract/track-record.ts";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import { Between } from "./track-record-table.tsx";
import { shareText } from "./signal-text.ts";

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
