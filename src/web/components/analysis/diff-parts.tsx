import { Fragment } from "react";
import type { AgentReport, ChartBar } from "#src/contract/run/run.ts";
import { counted } from "#src/core/text/number-text.ts";
import { type Edit, claimPairs, passages, wordEdits } from "#src/report/text/word-diff.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { LineDrawing } from "#src/web/components/charts/line-drawing.tsx";
import { returnText } from "#src/web/components/signals/signal-text.ts";

interface Props {
  /** Claims of one run alone. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly before: AgentReport | undefined;
  readonly after: AgentReport | undefined;
}

/** What changed in an agent's points, and behind them in its words. */
export function ArgumentDiff({ added, removed, before, after }: Props) {
  const pairs = claimPairs(removed, added);
  const changed = passages(textOf(before), textOf(after));
  const isChanged = changed.some(({ kind }) => kind === "changed");
  return (
    <>
      {pairs.length === 0 ? null : (
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          {pairs.map((pair) => (
            <li key={`${pair.before} ${pair.after}`} className="min-w-0 break-words">
              <Words edits={wordEdits(pair.before, pair.after)} />
            </li>
          ))}
        </ul>
      )}
      {isChanged ? (
        <details className="min-w-0">
          <summary className="w-fit rounded-sm text-xs text-muted hover:text-ink">What changed in its words</summary>
          <div className="mt-2 grid gap-2 text-sm">
            {changed.map((passage, index) =>
              passage.kind === "changed" ? (
                <p key={index} className="min-w-0 break-words">
                  <Words edits={passage.words} />
                </p>
              ) : (
                <details key={index}>
                  <summary className="w-fit rounded-sm text-xs text-muted hover:text-ink">
                    {counted(passage.sentences.length, "sentence")} the same
                  </summary>
                  <p className="mt-1 break-words text-muted">{passage.sentences.join(" ")}</p>
                </details>
              ),
            )}
          </div>
        </details>
      ) : null}
    </>
  );
}

function textOf(report: AgentReport | undefined): string {
  return report?.turns.map(({ text }) => text).join("\n\n") ?? "";
}

const gone = "text-muted line-through";
const come = "rounded-sm bg-accent-soft px-0.5 text-ink no-underline";

/** A change is neither good nor bad: what is gone is struck through, what has come stands on a ground. */
export function Words({ edits }: { edits: readonly Edit[] }) {
  return edits.map(({ kind, items }, index) => {
    const text = items.join(" ");
    return (
      <Fragment key={index}>
        {index === 0 ? "" : " "}
        {kind === "same" ? (
          text
        ) : kind === "removed" ? (
          <del className={gone}>{text}</del>
        ) : (
          <ins className={come}>{text}</ins>
        )}
      </Fragment>
    );
  });
}

export function EditsLegend() {
  return (
    <p className="text-xs text-muted">
      <del className={gone}>Struck through</del>: only in the first. <ins className={come}>Highlighted</ins>: only in
      the second. Unchanged parts are left out or folded.
    </p>
  );
}

/** What both runs saw of the price, as change since the first session that both have; each ends at its own date. */
export function OverlaidCloses({ before, after }: { before: FinishedRun; after: FinishedRun }) {
  const charts = [before, after].map(({ run }) => run.manifest.chart);
  const starts = charts.map((chart) => chart[0]?.date ?? "");
  if (charts.some((chart) => chart.length < 2)) return null;
  const from = starts.toSorted().at(-1) ?? "";
  const ends = charts.map((chart) => chart.at(-1)?.date ?? "");
  // Spans that do not meet have no session to begin with.
  if (ends.some((end) => end <= from)) return null;
  const sessions = [...new Set(charts.flat().map(({ date }) => date))].filter((date) => date >= from).toSorted();
  const names = [before, after].map(({ reports, run }) => {
    const { symbol, session } = reports.data;
    return `${symbol} as of ${session ?? run.request.trade_date}`;
  });
  const looks = [
    { stroke: "stroke-muted", key: "bg-muted" },
    { stroke: "stroke-accent", key: "bg-accent" },
  ] as const;
  const lines = charts.map((chart, index) => ({
    name: `${index === 0 ? "First" : "Second"}: ${names[index]}`,
    values: changeOf(chart, sessions),
    stroke: looks[index]?.stroke ?? "",
    key: looks[index]?.key ?? "",
  }));
  return (
    <LineDrawing
      label={`Price change since ${from}, as known to each run: ${names.join(" and ")}`}
      sessions={sessions}
      lines={lines}
      marks={
        ends[0] === ends[1]
          ? [{ session: ends[0] ?? from, name: "both" }]
          : ends.map((session, index) => ({ session, name: index === 0 ? "first" : "second" }))
      }
      text={returnText}
    />
  );
}

function changeOf(chart: readonly ChartBar[], sessions: readonly string[]): (number | null)[] {
  const closes = new Map(chart.map(({ date, close }) => [date, close]));
  const base = sessions.map((session) => closes.get(session)).find((close) => close !== undefined);
  return sessions.map((session) => {
    const close = closes.get(session);
    return close === undefined || base === undefined ? null : close / base - 1;
  });
}
