import type { MemoryAgreement, MemorySummary } from "#src/contract/backtests/memory.ts";
import { percentText } from "#src/core/text/number-text.ts";

/*
 * Providers' stated cut-offs, as the last day of the month. Models may know single later events. Others are unknown,
 * and nothing is guessed.
 */
const stated: readonly { readonly model: RegExp; readonly cutoff: string; readonly source: string }[] = [
  { model: /^claude-(opus|sonnet)-5-5\b/, cutoff: "2026-06-30", source: "platform.claude.com/docs, models" },
  { model: /^claude-opus-5(?!-\d)\b/, cutoff: "2026-05-31", source: "platform.claude.com/docs, models" },
  { model: /^claude-sonnet-5(?!-\d)\b/, cutoff: "2026-01-31", source: "platform.claude.com/docs, models" },
  { model: /^claude-haiku-4-5\b/, cutoff: "2025-02-28", source: "platform.claude.com/docs, models" },
  { model: /^gpt-4\.1\b/, cutoff: "2024-06-30", source: "platform.openai.com/docs/models" },
  { model: /^gpt-4o(-mini)?(-\d|$)/, cutoff: "2023-10-31", source: "platform.openai.com/docs/models" },
];

export interface Cutoff {
  readonly date: string | null;
  /** Where the date comes from, or why there is none. */
  readonly source: string;
}

/** The later cut-off of a run's models. */
export function cutoffOf(
  given: string | null,
  reasoner: { readonly provider: string; readonly deep: string; readonly quick: string },
): Cutoff {
  if (given !== null) return { date: given, source: "as given" };
  if (reasoner.provider === "rules") return { date: null, source: "the rules engine has no training data" };
  const models = [...new Set([reasoner.deep, reasoner.quick])];
  const found = models.map((model) => stated.find((one) => one.model.test(model)) ?? null);
  const unknown = models.filter((_, index) => found[index] === null);
  if (unknown.length > 0)
    return {
      date: null,
      source: `the cut-off of ${unknown.join(" and ")} is not known, so the model may have learned about any date of this backtest. Enter its cut-off to separate what came after it`,
    };
  const known = found.filter((one) => one !== null).toSorted((a, b) => (a.cutoff < b.cutoff ? 1 : -1));
  const latest = known[0];
  return latest === undefined
    ? { date: null, source: "no model is named" }
    : { date: latest.cutoff, source: `stated by the provider (${latest.source})` };
}

/**
 * The later cut-off where settings name one; `null`: unknown.
 * @param set by model
 */
export function setCutoff(
  set: Readonly<Record<string, string>>,
  { deep, quick }: { readonly deep: string; readonly quick: string },
): string | null {
  const ownOf = (model: string): string | undefined => (Object.hasOwn(set, model) ? set[model] : undefined);
  const models = [deep, quick];
  if (models.every((model) => ownOf(model) === undefined)) return null;
  const dates = models.map((model) => ownOf(model) ?? stated.find((one) => one.model.test(model))?.cutoff ?? null);
  return dates.reduce((later, date) => (later === null || date === null ? null : later > date ? later : date));
}

/** `null` where all dates lie behind the cut-off, and for `rules`. */
export function trainingWarning(
  { date, source }: Cutoff,
  reasoner: { readonly provider: string },
  from: string,
): string | null {
  if (reasoner.provider === "rules") return null;
  const mayRemember = "Ratings may be memory: measure it with conclave study memory";
  if (date === null) return `${mayRemember}. ${source.charAt(0).toUpperCase()}${source.slice(1)}.`;
  return from > date ? null : `${mayRemember}. The models have learnt what happened up to ${date}, ${source}.`;
}

/* In the browser too. */

/** The verdict on a model's memory, with the agreement it rests on. */
export function memoryFound({ verdict, agreement }: Pick<MemorySummary, "verdict" | "agreement">): string {
  const pairs = `(${agreementText(agreement)})`;
  switch (verdict) {
    case "name":
      return `these models' opinions go with the name ${pairs}`;
    case "dates":
      return `these models' opinions go with the dates ${pairs}`;
    case "evidence":
      return `neither the name nor the dates change these models' opinions by more than chance ${pairs}`;
    case "cannot_tell":
      return `whether these models' opinions go with the name cannot be told yet ${pairs}`;
  }
}

/** How often repetitions agree, over all pairs of them. */
export function agreementText({ named, named_masked: masked, named_shifted: shifted }: MemoryAgreement): string {
  const parts = [
    named === null ? [] : `${percentText(named)} of pairs with the name agree`,
    masked === null ? [] : `${percentText(masked)} of pairs with and without it`,
    shifted === null ? [] : `${percentText(shifted)} of pairs on real and other dates`,
  ].flat();
  return parts.join(", ");
}
