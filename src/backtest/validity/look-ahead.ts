import { counted, percentText } from "#src/core/text/number-text.ts";
import type { BacktestPeriod } from "#src/contract/backtests/backtest.ts";
import { type Finding, type ValidityInput, figure } from "./section.ts";

/** P1: sampled decisions with and without later data must have equal hashes. */
export function temporalIntegrity({ examined, subjects }: ValidityInput): Finding {
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

const fewest = 20;

/** Whether an advantage remains after the model's knowledge cutoff. */
export function knowledgeCutoff({ result }: ValidityInput): Finding {
  const { date, periods } = result.cutoff;
  const decisions = result.decisions.length;
  if (result.settings.reasoner.provider === "rules")
    return {
      verdict: "pass",
      reason: "no_model",
      text: "The rules engine has no training data, so it has nothing to remember.",
    };
  if (date === null)
    return {
      verdict: "cannot_tell",
      reason: "cutoff_unknown",
      text: "The model's training cut-off is not known, so any date may lie within what it has read.",
    };
  const [before, after] = [
    periods.find(({ name }) => name === "before the cut-off"),
    periods.find(({ name }) => name === "after the cut-off"),
  ];
  const [early, late] = [advantageIn(before), advantageIn(after)];
  const decidedAfter = after?.decisions ?? result.decisions.filter(({ session }) => session > date).length;
  const rest = {
    figures: [
      figure("before_cutoff_advantage", early),
      figure("after_cutoff_advantage", late),
      figure("decisions_after_cutoff", decidedAfter),
    ],
    notes: [
      `The cut-off is ${date}. A provider's cut-off is weaker evidence than it looks: the model may know individual later events.`,
    ],
  };
  if (decidedAfter === 0)
    return {
      verdict: "fail",
      reason: "all_before_cutoff",
      text: `All ${counted(decisions, "decision")} lie before the cut-off of ${date}: the model may have read what followed each.`,
      ...rest,
    };
  if (decidedAfter < fewest || late === null)
    return {
      verdict: "cannot_tell",
      reason: "too_few",
      text: `Only ${counted(decidedAfter, "decision")} lie after the cut-off of ${date}. At least ${fewest} are needed.`,
      ...rest,
    };
  return { ...afterCutoff(date, early, late), ...rest };
}

function afterCutoff(date: string, early: number | null, late: number): Omit<Finding, "figures" | "tables" | "notes"> {
  if (early !== null && early > 0 && late <= 0)
    return {
      verdict: "fail",
      reason: "advantage_ends_at_cutoff",
      text: `Its advantage of ${percentText(early, 1)} a year ends at the cut-off: after it, it is ${percentText(late, 1)}.`,
    };
  if (early === null)
    return {
      verdict: "pass",
      reason: "all_after_cutoff",
      text: `All decisions lie after the cut-off of ${date}.`,
    };
  return late > 0
    ? {
        verdict: "pass",
        reason: "advantage_stays",
        text: `After the cut-off it is ${percentText(late, 1)} a year ahead of buy and hold (before it ${percentText(early, 1)}).`,
      }
    : {
        verdict: "cannot_tell",
        reason: "no_advantage",
        text: "It beat buy and hold neither before nor after the cut-off, so there is no advantage that memory could explain.",
      };
}

function advantageIn(period: BacktestPeriod | undefined): number | null {
  const of = (name: string): number | null =>
    period?.strategies.find(({ strategy }) => strategy === name)?.metrics.annual_return ?? null;
  const [own, held] = [of("debate"), of("buy_and_hold")];
  return own === null || held === null ? null : own - held;
}
