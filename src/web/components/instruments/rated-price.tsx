import type { InstrumentRecord } from "#src/contract/instrument-record.ts";
import { counted } from "#src/platform/number-text.ts";
import { instrumentChart } from "#src/report/instrument-chart.ts";
import { Chart } from "#src/web/components/charts/chart.tsx";
import { RatingKey } from "#src/web/components/charts/rating-sketch.tsx";

/** The price of an instrument, and on it what was thought of it at the time. */
export function RatedPrice({ record }: { record: InstrumentRecord }) {
  const data = instrumentChart(record);
  if (data === null)
    return <p className="text-sm text-muted">No prices yet. They appear after the first finished analysis.</p>;
  const missing = data.holes.reduce((sum, { sessions }) => sum + sessions, 0);
  return (
    <Chart
      data={data}
      caption={
        <>
          {data.tracks.length === 0 ? null : <RatingKey tracks={data.tracks} />}
          {missing === 0 ? null : <span>Grey: {counted(missing, "session")} without a price</span>}
        </>
      }
    />
  );
}
