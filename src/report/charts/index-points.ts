import type { FinishedRun } from "../text/result-text.ts";

/** A run as readers know it: an index is counted in points, though a vendor gives them as money. */
export function inPoints(finished: FinishedRun): FinishedRun {
  const { run, reports } = finished;
  const { data, levels, conditions } = reports;
  if (data.asset_type !== "index") return finished;
  const counted = <T extends { readonly unit: string | null }>(one: T): T =>
    one.unit === data.currency ? { ...one, unit: "points" } : one;
  return {
    ...finished,
    run: { ...run, manifest: { ...run.manifest, evidence: run.manifest.evidence.map(counted) } },
    reports: {
      ...reports,
      data: { ...data, currency: "points" },
      levels: levels === null ? null : { ...levels, currency: "points" },
      ...(conditions !== undefined && {
        conditions: { ...conditions, watched: conditions.watched.map(counted) },
      }),
    },
  };
}
