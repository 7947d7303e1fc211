import type { ValiditySection } from "#src/contract/backtests/validity.ts";
import { counted } from "#src/core/text/number-text.ts";
import type { ValidityInput } from "../input.ts";
import { figure, section, type Finding } from "../section.ts";

/** P1: sampled decisions with and without later data must have equal hashes. */
export function temporalIntegrity(input: ValidityInput): ValiditySection {
  return section("temporal_integrity", "P1", "Temporal integrity", findingOf(input));
}

function findingOf({ examined, subjects }: ValidityInput): Finding {
  const twins = examined?.twins ?? null;
  if (examined === null || twins === null)
    return {
      verdict: "cannot_tell",
      reason: subjects === null ? "no_archives" : "answers_not_kept",
      text:
        subjects === null
          ? "The archives that the backtest used are missing, so no decision could be repeated."
          : "The models' answers are not stored here, so repeating a decision would cost money.",
    };
  const altered = examined.replayed?.filter(({ isSame }) => !isSame).length ?? 0;
  const figures = [
    figure("twin_decisions", twins.decisions),
    figure("twin_records", twins.deletedRecords),
    figure("twin_prompts", twins.prompts),
    figure("twin_changed", twins.changed.length),
    figure("replay_changed", altered),
  ];
  const notes = [
    "This shows that nothing later reached a prompt. It cannot show what a model has read in training: see the cut-off and the answers without the name.",
  ];
  if (twins.changed.length > 0)
    return {
      verdict: "fail",
      reason: "future_reached_decision",
      text: `${counted(twins.changed.length, "decision")} changed when later records were deleted: ${twins.changed.slice(0, 3).join(", ")}.`,
      figures,
      notes,
    };
  if (altered > 0)
    return {
      verdict: "fail",
      reason: "not_repeated",
      text: `${counted(altered, "decision")} did not come out as in the result. The code, the archives or the file differ.`,
      figures,
      notes,
    };
  if (twins.decisions === 0 || twins.deletedRecords === 0)
    return {
      verdict: "cannot_tell",
      reason: "nothing_deleted",
      text: "No record after the decisions could be deleted, so the comparison shows nothing.",
      figures,
      notes,
    };
  return {
    verdict: "pass",
    reason: "twins_alike",
    text: `${counted(twins.decisions, "decision")} came out the same, byte for byte and prompt by prompt, with everything later deleted.`,
    figures,
    notes,
  };
}
