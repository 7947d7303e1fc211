import { checkedOf } from "#src/contract/run/checked.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { AgentReport, AgentTurn } from "#src/contract/run/run.ts";
import { wordsId } from "#src/contract/run/answers.ts";
import { counted } from "#src/core/text/number-text.ts";
import { readingLines } from "./text/answer-notes.ts";
import { said } from "./blocks.ts";
import type { Block, Round, Voice } from "./document.ts";
import { flaggedCount, flaggedNotes } from "./text/figures-text.ts";
import { paragraph, type Reader } from "./text/prose.ts";
import { agentTitles, asSentence, badComputations } from "./text/result-text.ts";
import { turnSays } from "./charts/stance-map.ts";

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
