import { Analyst, type Rating } from "#src/contract/jobs/analysis.ts";
import type { Agent } from "#src/contract/run/answers.ts";
import type { RunDiff } from "#src/contract/run/run-diff.ts";
import { counted } from "#src/core/text/number-text.ts";
import { agentTitles } from "./result-text.ts";

interface Move {
  readonly agent: Agent;
  readonly before: number;
  readonly after: number;
}

/** Which analyst, manager or trader moved between two runs, and what it came to: from the agents' own fields alone. */
export function whatChanged(
  { arguments: argued }: Pick<RunDiff, "arguments">,
  ratings: { readonly before: Rating; readonly after: Rating },
): string {
  const moves = argued
    .flatMap(({ agent, fields }): Move[] => {
      const score = fields.find(({ name }) => name === "score");
      if (!Analyst.options.some((name) => name === agent) || score === undefined) return [];
      const { before, after } = score;
      return typeof before === "number" && typeof after === "number" ? [{ agent, before, after }] : [];
    })
    .toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
  const lean = fieldOf(argued, "research_manager", "lean");
  const action = fieldOf(argued, "trader", "action");
  const parts = [
    moves.length === 0 ? null : movesText(moves),
    lean === null ? null : `the research manager's lean changed from ${lean.before} to ${lean.after}`,
    action === null ? null : `the trader's action from ${action.before} to ${action.after}`,
  ].filter((part) => part !== null);
  const claims = argued.flatMap(({ added }) => added).length;
  const rest = parts.length > 0 ? sentence(parts.join("; ")) : claimsText(claims);
  return `${ratingText(ratings)} ${rest}`;
}

function ratingText({ before, after }: { readonly before: Rating; readonly after: Rating }): string {
  if (before === after) return before === "REVIEW" ? "Neither run reached an opinion." : `Both runs ended in ${after}.`;
  if (after === "REVIEW") return `The first run ended in ${before}, the second without an opinion (REVIEW).`;
  if (before === "REVIEW") return `The first run ended without an opinion (REVIEW), the second in ${after}.`;
  return `The rating changed from ${before} to ${after}.`;
}

/** The largest move, and how many more there were. */
function movesText([most, ...others]: readonly Move[]): string {
  if (most === undefined) return "";
  const { agent, before, after } = most;
  const first = `the ${agentTitles[agent].toLowerCase()} moved most, from a score of ${signed(before)} to ${signed(after)}`;
  return others.length === 0 ? first : `${first}, and ${counted(others.length, "other analyst")} moved with it`;
}

function claimsText(claims: number): string {
  return claims === 0
    ? "No analyst, manager or trader moved, and no claim is new."
    : `No analyst, manager or trader moved; ${counted(claims, "claim")} in the second ${claims === 1 ? "is" : "are"} new.`;
}

function fieldOf(argued: RunDiff["arguments"], agent: Agent, name: string) {
  const field = argued.find((one) => one.agent === agent)?.fields.find((one) => one.name === name);
  return field === undefined || field.before === null || field.after === null ? null : field;
}

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score).replace("-", "\u2212");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
