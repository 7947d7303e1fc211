import type { Attribution, AttributionLine, AttributionRun } from "#src/contract/jobs/attribution.ts";
import { agentTitles } from "#src/contract/run/answers.ts";
import { usdText } from "#src/contract/accounts/money.ts";
import { counted } from "#src/core/text/number-text.ts";
import { cell, cells, column, folded, said, table } from "./blocks.ts";
import type { Block, Cell } from "./document.ts";
import { paragraph } from "./text/prose.ts";
import { asSentence, type FinishedRun } from "./text/result-text.ts";

/* What a rating rests on, as it was measured. */

/** `Without N3`, `N3 turned`, `Without the bear`. */
function changeText({ change }: Pick<AttributionLine, "change">): string {
  switch (change.kind) {
    case "without_evidence":
      return `Without ${change.evidence}`;
    case "flipped_evidence":
      return `${change.evidence} with its sign turned`;
    case "without_agent":
      return `Without the ${agentTitles[change.agent].toLowerCase()}`;
  }
}

/** `Hold`, `Hold in 4 of 5, Buy in 1`. */
export function outcomeText(runs: readonly Pick<AttributionRun, "rating">[]): string {
  const counts = [...Map.groupBy(runs, ({ rating }) => rating)]
    .map(([rating, of]) => ({ rating, count: of.length }))
    .toSorted((a, b) => b.count - a.count);
  const [only, ...others] = counts;
  if (only === undefined) return "";
  if (others.length === 0) return runs.length === 1 ? only.rating : `${only.rating} in ${only.count} of ${runs.length}`;
  return counts
    .map(({ rating, count }, at) => `${rating} in ${count}${at === 0 ? ` of ${runs.length}` : ""}`)
    .join(", ");
}

export function attributionRows({ lines }: Pick<Attribution, "lines">): string[][] {
  return lines.map((line) => [changeText(line), outcomeText(line.runs), scoreText(line), wordsText(line), line.label]);
}

function scoreText({ score_shift: shift }: AttributionLine): string {
  if (shift === null) return "";
  if (shift === 0) return "score 0";
  const size = Math.abs(shift);
  return `score ${shift > 0 ? "+" : "\u2212"}${size >= 0.005 ? size.toFixed(2) : size.toPrecision(1)}`;
}

/** Whose words were others in any of the runs. */
function wordsText({ runs }: AttributionLine): string {
  const agents = [...new Set(runs.flatMap(({ words }) => words))];
  return agents.length === 0 ? "No agent" : agents.map((agent) => agentTitles[agent]).join(", ");
}

/** `Without it: Hold in 4 of 5. Sign turned: Sell`; `null` where it was not tried. */
export function weightOf({ lines }: Pick<Attribution, "lines">, id: string): string | null {
  const of = (kind: "without_evidence" | "flipped_evidence"): string | null => {
    const line = lines.find(({ change }) => change.kind === kind && change.evidence === id);
    return line === undefined ? null : outcomeText(line.runs);
  };
  const [without, turned] = [of("without_evidence"), of("flipped_evidence")];
  const told = [
    ...(without === null ? [] : [`Without it: ${without}`]),
    ...(turned === null ? [] : [`Sign turned: ${turned}`]),
  ];
  return told.length === 0 ? null : told.join(". ");
}

/** Lines that stand open; with the rules engine there may be hundreds. */
const shownLines = 12;

/** What the rating rests on as a ranked list; nothing where nobody measured it. */
export function attributionBlocks({ attribution, run }: FinishedRun): Block[] {
  if (attribution === undefined) return [];
  const { lines, repetitions, stopped, calls, cost_usd: cost, skipped } = attribution;
  const changed = lines.filter((line) => line.changed > 0).length;
  const often = repetitions === 1 ? "" : `, each ${repetitions} times`;
  const isFree = run.manifest.config.llm_provider === "rules";
  const price = isFree
    ? ""
    : ` ${counted(calls, "call")} made, ${cost === null ? "at an unknown price" : usdText(cost)}.`;
  const agents = lines.filter((line) => line.change.kind === "without_agent");
  const evidence = lines.filter((line) => line.change.kind !== "without_agent");
  const [first, rest] = [evidence.slice(0, shownLines), evidence.slice(shownLines)];
  return [
    paragraph(
      "plain",
      `The analysis was repeated with one thing changed: ${counted(lines.length, "change")}${often}. ${changed === 0 ? "None of them" : `${changed} of them`} ${changed === 1 ? "leads" : "lead"} to a rating other than ${attribution.rating}.${price}`,
    ),
    ...said("warning", stopped === null ? null : `Not everything was tried: ${asSentence(stopped)}`),
    ...tableOf("Evidence, by weight", first),
    ...folded(`${counted(rest.length, "change")} with less weight`, tableOf("Other evidence", rest), true),
    ...tableOf("Agents, by weight", agents),
    ...folded(
      `${counted(skipped.length, "change")} not tried`,
      table(
        "Not tried",
        [column("Change"), column("Reason", "wide")],
        skipped.map((one) => cells(changeText(one), `${one.label}: ${one.reason}`)),
      ),
      true,
    ),
  ];
}

function tableOf(name: string, lines: readonly AttributionLine[]): Block[] {
  return table(
    name,
    [
      column("Change"),
      column("Rating"),
      column("Score", "number"),
      column("Changed by", "wide"),
      column("What it is", "wide"),
    ],
    lines.map((line) => [
      cell(changeText(line)),
      outcomeCell(line),
      ...cells(scoreText(line), wordsText(line), line.change.kind === "without_agent" ? "" : line.label),
    ]),
  );
}

function outcomeCell({ runs, changed }: AttributionLine): Cell {
  return cell(outcomeText(runs), changed === 0 ? null : changed === runs.length ? "fail" : "not_checked");
}
