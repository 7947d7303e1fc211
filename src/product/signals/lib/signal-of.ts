import { z } from "zod";
import type { Opinion } from "#src/contract/jobs/analysis.ts";
import { rule } from "#src/contract/run/instruction.ts";
import { Reports, type Run } from "#src/contract/run/run.ts";
import type { Agreement } from "#src/contract/signals/signals.ts";
import type { NewEntry } from "#src/product/signals/queries/signals.ts";
import { newId } from "#src/core/ids.ts";

const Text = z.string();

/** The entry of a chain that a run becomes. */
export function signalOf(
  { manifest, result }: Run,
  analysisId: string,
  { rating, agreement }: { readonly rating: Opinion; readonly agreement: Agreement },
  previous: Opinion | null,
): Extract<NewEntry, { kind: "signal" }> {
  const { data, config, request } = manifest;
  const { levels: stated, verdict } = Reports.parse(result.reports);
  const allowShort = request.allow_short === true;
  // Older workers may have kept levels that the rating does not follow.
  const levels = rule(rating, stated?.action ?? null, allowShort).levelsStand ? stated : null;
  const id = newId("sig");
  return {
    kind: "signal",
    id,
    symbol: data.symbol,
    name: data.name,
    asset_type: data.asset_type,
    currency: data.currency,
    session: Text.parse(data.session),
    as_of: Text.parse(data.as_of),
    rating,
    ...(allowShort && { allow_short: allowShort }),
    previous_rating: previous,
    changed: previous !== null && previous !== rating,
    entry: levels?.entry ?? null,
    stop: levels?.stop ?? null,
    target: levels?.target ?? null,
    confidence: verdict?.confidence ?? null,
    horizon_days: verdict?.horizon_days ?? null,
    agreement,
    reasoner: config.llm_provider === "rules" ? "rules" : `${config.llm_provider} ${config.deep_think_llm}`,
    analysis_id: analysisId,
    report: `/signals/${id}`,
  };
}
