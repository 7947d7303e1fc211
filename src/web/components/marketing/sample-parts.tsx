import { Fragment } from "react";
import { valueText } from "#src/report/text/result-text.ts";
import { Badge } from "#src/web/components/ui/elements.tsx";
import { Table, TBody, TD, TH, THead, TR } from "#src/web/components/ui/table.tsx";
import type { DemoRun } from "./demo-run.ts";
import { counted, priceDigits } from "#src/core/text/number-text.ts";
import { RatingScale } from "#src/web/components/ui/rating-scale.tsx";

/** Bull and bear side by side, the trader's decision, and the evidence that all of them cite. */
export function ReportExcerpt({ run }: { run: DemoRun }) {
  return (
    <article className="overflow-hidden rounded-lg border bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-4">
        <h3 className="text-base font-semibold">
          {run.name}, {run.session}
        </h3>
        <div className="flex flex-wrap gap-2">
          <Badge tone="warning">Synthetic data</Badge>
          <Badge>Rules engine, no language model</Badge>
        </div>
      </header>
      <div className="grid divide-y md:grid-cols-2 md:divide-x md:divide-y-0">
        <Side title="Bull" rule="bg-positive" points={run.bull} evidence={run.evidence} />
        <Side title="Bear" rule="bg-negative" points={run.bear} evidence={run.evidence} />
      </div>
      <div className="grid gap-2 border-t px-5 py-5">
        <h4 className="text-sm font-semibold">Trader</h4>
        <p className="max-w-3xl text-base text-ink">
          <Cited text={run.decision} evidence={run.evidence} />
        </p>
      </div>
      <div className="border-t">
        <Table aria-label="Evidence cited above">
          <THead>
            <TR>
              <TH>ID</TH>
              <TH>Evidence</TH>
              <TH numeric>Value</TH>
              <TH className="max-sm:hidden">Date</TH>
              <TH className="max-sm:hidden">Source</TH>
            </TR>
          </THead>
          <TBody>
            {run.evidence.map(({ id, label, value, unit, at, source }) => (
              <TR key={id} id={`evidence-${id}`} className="scroll-mt-20 target:bg-accent-soft">
                <TD className="font-mono text-xs text-accent">{id}</TD>
                <TD className="sm:min-w-56">{label}</TD>
                <TD numeric className="whitespace-nowrap">
                  {valueText({ value, unit, text: null })}
                </TD>
                <TD className="whitespace-nowrap text-muted tabular-nums max-sm:hidden">{at}</TD>
                <TD className="whitespace-nowrap text-muted max-sm:hidden">{source}</TD>
              </TR>
            ))}
          </TBody>
        </Table>
      </div>
    </article>
  );
}

interface SideProps {
  readonly title: string;
  readonly rule: string;
  readonly points: readonly string[];
  readonly evidence: DemoRun["evidence"];
}

function Side({ title, rule, points, evidence }: SideProps) {
  return (
    <section className="grid content-start gap-3 px-5 py-5">
      <h4 className="flex items-center gap-2 text-sm font-semibold">
        <span aria-hidden className={`h-3.5 w-1 rounded-full ${rule}`} />
        {title}
      </h4>
      <ul className="grid gap-3 text-sm">
        {points.map((point) => (
          <li key={point}>
            <Cited text={point} evidence={evidence} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A text of a run whose `[M6]` lead to the table of evidence below. */
function Cited({ text, evidence }: { text: string; evidence: DemoRun["evidence"] }) {
  const known = new Map(evidence.map((item) => [item.id, item]));
  const parts = text.split(/(\[[MSNFD]\d+\])/);
  let offset = 0;
  return parts.map((part) => {
    offset += part.length;
    const item = known.get(part.slice(1, -1));
    if (item === undefined) return <Fragment key={offset}>{part}</Fragment>;
    return (
      <a
        key={offset}
        href={`#evidence-${item.id}`}
        aria-label={`Evidence ${item.id}: ${item.label}`}
        className="rounded-sm bg-accent-soft px-1 font-mono text-xs whitespace-nowrap text-accent hover:underline"
      >
        {item.id}
      </a>
    );
  });
}

/** "103 from evidence, 5 the agents' own": levels that an agent sets rest on nobody else's word. */
function numbersLine({ evidence, own, flagged }: DemoRun["numbers"]): string {
  const others = [own > 0 ? `${own} proposed by agents` : "", flagged > 0 ? `${flagged} flagged` : ""];
  return [`${evidence} from evidence`, ...others.filter((part) => part !== "")].join(", ");
}

/** The head of a report: rating, chart, levels. */
export function VerdictCard({ run }: { run: DemoRun }) {
  const passed = run.checks.filter(({ outcome }) => outcome === "pass").length;
  const facts = [
    {
      label: "Target horizon",
      value: run.verdict.horizon_days === null ? "None" : counted(run.verdict.horizon_days, "day"),
    },
    { label: "Numbers", value: numbersLine(run.numbers) },
    { label: "Level checks", value: `${passed} of ${run.checks.length} passed` },
  ];
  return (
    <figure className="grid min-w-0 rounded-lg border bg-surface">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b px-5 py-3.5">
        <p className="text-base font-semibold">
          {run.symbol} <span className="font-normal text-muted">as of {run.session}</span>
        </p>
        <Badge tone="warning">Synthetic company</Badge>
      </div>
      <div className="px-5 pt-5">
        <RatingScale rating={run.rating} />
      </div>
      <div className="px-2 pt-4 pb-2 sm:px-4">
        <PriceFigure run={run} />
      </div>
      <dl className="grid grid-cols-1 border-t text-sm sm:grid-cols-3 sm:divide-x">
        {facts.map(({ label, value }) => (
          <div
            key={label}
            className="flex justify-between gap-3 px-5 py-2.5 max-sm:border-b max-sm:last:border-b-0 sm:grid sm:gap-0.5"
          >
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <figcaption className="border-t px-5 py-3 text-xs text-muted">
        A real run on the archive that ships with Conclave. The company is synthetic and the rules engine made the
        arguments, without a language model.
      </figcaption>
    </figure>
  );
}

/** The letters of a drawing shrink with it, so a phone gets one of its own. */
const wide = { width: 640, height: 280, right: 118 };
const narrow = { width: 350, height: 230, right: 92 };
const margin = { top: 14, bottom: 26, left: 4 };
/** Of the drawing's width, how much belongs to what the run could not know. */
const unknown = 0.14;

/** Closes up to the run's date, the levels it proposed, and an empty field where the run saw nothing. */
function PriceFigure({ run }: { run: DemoRun }) {
  return (
    <>
      <Drawing run={run} size={wide} className="max-sm:hidden" />
      <Drawing run={run} size={narrow} className="sm:hidden" />
    </>
  );
}

function Drawing({ run, size, className }: { run: DemoRun; size: typeof wide; className: string }) {
  const { entry, stop, target } = run.levels;
  const levels = [
    { label: "Stop", value: stop, line: "stroke-negative", text: "fill-negative" },
    { label: "Entry", value: entry, line: "stroke-muted", text: "fill-muted" },
    { label: "Target", value: target, line: "stroke-positive", text: "fill-positive" },
  ].flatMap((level) => (level.value === null ? [] : [{ ...level, value: level.value }]));
  const closes = run.chart.map(({ close }) => close);
  const all = [...closes, ...levels.map(({ value }) => value)];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const right = size.width - size.right;
  const bottom = size.height - margin.bottom;
  const asOf = margin.left + (right - margin.left) * (1 - unknown);
  const x = (index: number): number => margin.left + ((asOf - margin.left) * index) / (closes.length - 1);
  const y = (value: number): number => margin.top + ((high - value) / (high - low)) * (bottom - margin.top);
  const line = closes.map((close, index) => `${x(index).toFixed(1)},${y(close).toFixed(1)}`).join(" ");
  const labels = apart(levels.map(({ value }) => y(value)));
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      className={`w-full font-sans text-[13px] tabular-nums ${className}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG is no img
      role="img"
      aria-label={`Closing prices of ${run.symbol} over ${closes.length} sessions to ${run.session}, from ${closes[0]} to ${closes.at(-1)} ${run.levels.currency}; stop ${stop}, entry ${entry}, target ${target}.`}
    >
      <rect x={asOf} y={margin.top} width={right - asOf} height={bottom - margin.top} className="fill-sunken" />
      {levels.map(({ label, value, line: stroke, text }, index) => (
        <g key={label}>
          <line
            x1={x(closes.length - 45)}
            x2={right}
            y1={y(value)}
            y2={y(value)}
            className={stroke}
            strokeDasharray="3 3"
          />
          <text x={right + 8} y={(labels[index] ?? y(value)) + 4} className={text}>
            {label} {priceDigits(value)}
          </text>
        </g>
      ))}
      <polyline points={line} fill="none" className="stroke-ink" strokeWidth="1.6" strokeLinejoin="round" />
      <line x1={asOf} x2={asOf} y1={margin.top} y2={bottom} className="stroke-accent" strokeWidth="1.5" />
      <text x={right} y={size.height - 8} textAnchor="end" className="fill-accent">
        as of {run.session}
      </text>
      <text x={margin.left} y={size.height - 8} className="fill-muted">
        {run.chart[0]?.date}
      </text>
    </svg>
  );
}

/** Label heights moved so far apart that no two overlap; from top to bottom. */
function apart(heights: readonly number[]): number[] {
  const gap = 17;
  let last = Number.NEGATIVE_INFINITY;
  return heights.map((wanted) => {
    last = Math.max(wanted, last + gap);
    return last;
  });
}
