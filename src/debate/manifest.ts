import type { AnalysisRequest, Config } from "#src/contract/jobs/analysis.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { ModelCall, Manifest } from "#src/contract/run/run.ts";
import { Tuning } from "#src/contract/jobs/model-keys.ts";
import type { Usd } from "#src/contract/jobs/usage.ts";
import { toIso, type Instant } from "#src/core/clock.ts";
import { canonicalJson, sha256 } from "#src/core/hash.ts";
import type { FullResult } from "./result.ts";
import type { Snapshot } from "./evidence/snapshot.ts";

/** Equal manifests but for ids and times are the same run. */
export function manifestOf(args: {
  settings: {
    runId: string;
    codeVersion: string;
    seed: number;
    budgetUsd: Usd | null;
    toolSteps: number;
    ownKey?: true;
    livemode?: false;
    rerun?: Manifest["rerun"];
    conditions?: true;
    askAgainFigures?: false;
  };
  config: Config;
  tuning: Tuning | undefined;
  request: AnalysisRequest;
  snapshot: Snapshot;
  startedAt: Instant;
  finishedAt: Instant;
  result: FullResult;
  calls: readonly ModelCall[];
  evidence: readonly Evidence[];
}): Manifest {
  const { settings, snapshot, result } = args;
  return {
    version: 2,
    run_id: settings.runId,
    code_version: settings.codeVersion,
    seed: settings.seed,
    ...(settings.livemode !== undefined && { livemode: settings.livemode }),
    ...(settings.rerun !== undefined && { rerun: settings.rerun }),
    started_at: toIso(args.startedAt),
    finished_at: toIso(args.finishedAt),
    request: args.request,
    config: {
      ...args.config,
      budget_usd: settings.budgetUsd,
      tool_steps: settings.toolSteps,
      // In schema order, so that a replay writes the same bytes.
      ...Tuning.parse(args.tuning ?? {}),
      ...(settings.ownKey === true && { own_key: settings.ownKey }),
      ...(settings.conditions === true && { conditions: settings.conditions }),
      ...(settings.askAgainFigures === false && { ask_again_figures: settings.askAgainFigures }),
    },
    rating: result.rating,
    data: snapshot.data,
    evidence: [...args.evidence],
    chart: snapshot.chart,
    ...(snapshot.chart_events !== undefined && { chart_events: snapshot.chart_events }),
    ...(snapshot.calendar !== undefined && { calendar: snapshot.calendar }),
    ...(snapshot.available_at !== undefined && { available_at: snapshot.available_at }),
    calls: [...args.calls],
    result_sha256: sha256(canonicalJson(result)),
  };
}
