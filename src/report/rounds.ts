import type { AgentReport, AgentTurn, Reports } from "#src/contract/run/run.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { wordsId } from "#src/contract/run/answers.ts";
import { counted } from "#src/core/text/number-text.ts";
import { flaggedCount, flaggedNotes } from "./text/figures-text.ts";
import { type FinishedRun, agentTitles, asSentence, badComputations, money } from "./text/result-text.ts";
import { cells, column, numbers, said, table } from "./blocks.ts";
import type { Block, Round, Voice } from "./document.ts";
import { type Reader, paragraph } from "./text/prose.ts";
import { turnSays } from "./charts/stance-map.ts";

/* What a report says of answers that were read with effort, or that never came. */

/** `The debate continued without 2 of its statements: News analyst; Bear, round 2.`; `null` when everybody was heard. */
export function unheardLine({ unheard = [] }: Reports): string | null {
  if (unheard.length === 0) return null;
  const who = unheard.map(({ agent, round }) => `${agentTitles[agent]}${round === 1 ? "" : `, round ${round}`}`);
  const what = unheard.length === 1 ? "one of its statements" : `${unheard.length} of its statements`;
  return `The debate continued without ${what} because the model gave no answer: ${who.join("; ")}.`;
}

/** How the answer was read, where it did not come in the form that was asked for. */
export function readingLines(turn: AgentTurn): string[] {
  const { problem, conversions = [] } = turn;
  const lost = problem === null ? [] : [`Not all of the answer could be read: ${asSentence(problem)}`];
  const read = conversions.length === 0 ? [] : [`Read with conversions: ${asSentence(conversions.join("; "))}`];
  return [...askedLine(turn), ...lost, ...read];
}

function askedLine(turn: AgentTurn): string[] {
  const steps = turn.read_as ?? [];
  if (!steps.includes("asked_again_figures"))
    return steps.includes("asked_again") ? ["The model was asked once more for this answer."] : [];
  const left = flaggedCount([turn]);
  const outcome = left === 0 ? "corrected" : `${left} still flagged`;
  return [`Asked again about figures or words that the evidence denies; ${outcome}.`];
}

/* Who said what, in the order of the exchange. */

/** What tells what agents wrote, and what the evidence says where they are wrong. */
export interface Telling {
  readonly reader: Reader;
  readonly evidence: ReadonlyMap<string, Evidence>;
}

/** Exchange by exchange: opening stands against opening, and rebuttal against rebuttal. */
export function roundsOf(spoke: readonly AgentReport[], telling: Telling): Round[] {
  const last = Math.max(1, ...spoke.flatMap(({ turns }) => turns.map(({ round }) => round)));
  return Array.from({ length: last }, (_round, index) => index + 1).flatMap((round) => {
    const voices = together(spoke.flatMap((report) => voice(report, round, telling)));
    const title = last === 1 ? null : round === 1 ? "Opening" : last === 2 ? "Rebuttal" : `Rebuttal ${round - 1}`;
    return voices.length === 0 ? [] : [{ title, voices }];
  });
}

/** What several say in the same words is told once, of all of them. */
function together(voices: readonly Voice[]): Voice[] {
  const told = Map.groupBy(voices, ({ says, points, blocks, notes }) => JSON.stringify([says, points, blocks, notes]));
  return [...told.values()].map((same) =>
    same.reduce((first, { ids, title }) => ({
      ...first,
      ids: [...first.ids, ...ids],
      title: `${first.title}, ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    })),
  );
}

/** What one agent said in a round, with what code found wrong in it. */
function voice(report: AgentReport, round: number, { reader, evidence }: Telling): Voice[] {
  const { agent, skipped } = report;
  const turns = report.turns.filter((turn) => turn.round === round);
  const silent = said("quiet", skipped === null || round > 1 ? null : `Did not speak: ${asSentence(skipped)}`);
  if (turns.length + silent.length === 0) return [];
  const flagged = flaggedCount(turns);
  const points = turns.flatMap((turn) => turn.points.map((_point, index) => reader.claim(turn, index)));
  return [
    {
      ids: [wordsId(agent, round)],
      agent,
      title: agentTitles[agent],
      says: [
        ...turns.flatMap((turn) => turnSays(agent, turn) ?? []),
        ...(points.length === 0 ? [] : [counted(points.length, "point")]),
        ...(silent.length === 0 ? [] : ["Did not speak"]),
      ].join(" · "),
      flag: flagged === 0 ? null : `${flagged} flagged`,
      points,
      blocks: [...silent, ...turns.flatMap((turn) => turnBlocks(turn, reader))],
      notes: turns.flatMap((turn) => [...flaggedNotes(turn, evidence), ...badComputations(turn)]),
    },
  ];
}

function turnBlocks(turn: AgentTurn, reader: Reader): Block[] {
  return [
    { kind: "prose", ...reader.prose({ text: turn.text, spans: checkedOf(turn).text }) },
    ...readingLines(turn).map((line) => paragraph("quiet", line)),
  ];
}

/** What each repetition of the debate came to; nothing where there was one. */
export function repetitions({ run: { result } }: FinishedRun): Block[] {
  const { runs } = result;
  if (runs === undefined) return [];
  const rows = runs.repetitions.map(({ seed, rating, confidence, cost_usd: cost }, index) =>
    cells(
      `${index + 1}${index + 1 === runs.shown ? " (shown)" : ""}`,
      rating ?? "Failed",
      confidence === null ? "" : `${Math.round(confidence * 100)}%`,
      String(seed),
      money(cost),
    ),
  );
  return [
    paragraph("plain", `${runs.agreeing} of ${counted(rows.length, "run")} agree.`),
    ...table(
      "Runs of the same debate",
      [column("Run"), column("Rating"), ...numbers("Confidence", "Seed", "Cost")],
      rows,
    ),
  ];
}
