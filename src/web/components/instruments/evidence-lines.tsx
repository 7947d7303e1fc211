import type { EvidenceSeries } from "#src/contract/instrument-record.ts";
import { counted } from "#src/platform/number-text.ts";
import { shortText, valueText } from "#src/report/result-text.ts";
import { Sparkline } from "#src/web/components/charts/sparkline.tsx";

/** What the runs found of a few measures, one line each. */
export function EvidenceLines({ series }: { series: readonly EvidenceSeries[] }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {series.map(({ key, label, unit, points }) => {
        const [first, last] = [points[0], points.at(-1)];
        if (first === undefined || last === undefined) return null;
        return (
          <div key={key} className="grid content-between gap-2 rounded-md border p-3">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4">
              <span className="text-sm font-medium tabular-nums">{shownText(last.value, unit)}</span>
              <Sparkline
                neutral
                values={points.map(({ value }) => value)}
                label={`${label}, ${counted(points.length, "run")}: ${shownText(first.value, unit)} on ${first.session}, ${shownText(last.value, unit)} on ${last.session}`}
              />
            </dd>
            <dd className="text-2xs text-faint tabular-nums">
              {shownText(first.value, unit)} as of {first.session}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** As tables show it, large amounts in short. */
function shownText(value: number, unit: string | null): string {
  const text = shortText(value, unit) ?? valueText({ value, unit: unit === "points" ? null : unit, text: null });
  return text.replace("-", "\u2212");
}
