import type { ValiditySection } from "#src/contract/backtests/validity.ts";
import { percentText } from "#src/core/text/number-text.ts";
import type { ValidityInput } from "../input.ts";
import { memoryFinding } from "../memory-finding.ts";
import { figure, section, type Finding } from "../section.ts";

/** Fewer cannot show a share. */
const fewest = 10;
const mostTurn = 0.5;

/** P3: without the name the opinion stays, with mirrored prices it turns, and its own dates are better. */
export function counterfactualRobustness(input: ValidityInput): ValiditySection {
  return section("counterfactual_robustness", "P3", "Counterfactual robustness", findingOf(input));
}

function findingOf(input: ValidityInput): Finding {
  const { result, examined, subjects } = input;
  if (result.settings.reasoner.provider !== "rules") return memoryFinding(input);
  const { luck, masking } = result;
  const shifted = figure("shifts_beaten", luck.beaten);
  const found = examined?.counterfactuals ?? null;
  if (found === null)
    return {
      verdict: "cannot_tell",
      reason: subjects === null ? "no_archives" : "not_repeated",
      text: `${subjects === null ? "The archives are missing, so no decision could be repeated." : "No decision could be repeated."}${masking.on ? " The whole backtest was made without the name." : ""}`,
      figures: [shifted],
    };
  const masked = found.decisions === 0 ? null : found.maskedSame / found.decisions;
  const turned = found.withSide === 0 ? null : found.turned / found.withSide;
  const stayed = found.withSide === 0 ? null : found.stayed / found.withSide;
  const isEnough = Math.min(found.decisions, found.withSide) >= fewest;
  return {
    ...(isEnough && masked !== null && turned !== null && stayed !== null
      ? judged({ masked, turned, stayed })
      : {
          verdict: "cannot_tell",
          reason: "too_few",
          text: `Only ${found.decisions} decisions were repeated and ${found.withSide} of them took a side. At least ${fewest} are needed.`,
        }),
    figures: [
      figure("masked_same", masked),
      figure("mirrored_turned", turned),
      figure("mirrored_same", stayed),
      shifted,
    ],
    notes: [
      "Mirrored prices turn every rise into a fall of the same factor; news, posts and filings stay as they were, so an opinion that rests on those need not turn.",
      "Ratings with no knowledge of their dates beat 50% of the shifts.",
    ],
  };
}

/** @param shares that stayed without the name, and turned or stayed with prices */
function judged({ masked, turned, stayed }: Record<"masked" | "turned" | "stayed", number>): Finding {
  if (masked < 0.9)
    return {
      verdict: "fail",
      reason: "name_decides",
      text: `Without the name, ${percentText(1 - masked)} of the repeated decisions change.`,
    };
  if (stayed > turned)
    return {
      verdict: "fail",
      reason: "prices_ignored",
      text: `With prices mirrored, ${percentText(stayed)} of the sides stay and only ${percentText(turned)} turn.`,
    };
  if (turned < mostTurn)
    return {
      verdict: "cannot_tell",
      reason: "few_turn",
      text: `Without the name ${percentText(masked)} of the repeated decisions stay. With prices mirrored, only ${percentText(turned)} of the sides turn and ${percentText(stayed)} stay; the others give up their side.`,
    };
  return {
    verdict: "pass",
    reason: "follows_evidence",
    text: `Without the name ${percentText(masked)} of the repeated decisions stay, and with prices mirrored ${percentText(turned)} of the sides turn.`,
  };
}
