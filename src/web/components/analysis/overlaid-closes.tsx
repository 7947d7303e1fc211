import type { ChartBar } from "#src/contract/run/run.ts";
import type { FinishedRun } from "#src/report/text/result-text.ts";
import { LineDrawing } from "#src/web/components/charts/line-drawing.tsx";
import { returnText } from "#src/web/components/signals/signal-text.ts";

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
