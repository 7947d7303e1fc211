import type { Agent, Reading } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import type { AgentTurn, ModelCall } from "#src/contract/run/run.ts";
import { countFigures, isDoubtful, type TextSpan } from "#src/contract/run/spans.ts";
import type { AnswerBase, TranscriptEntry } from "../reasoners/reasoner.ts";
import { firstSentence, type Digest, type Role } from "../agents/role.ts";
import { entryOf, type ReadTurn, type TurnInput } from "./read-turn.ts";
import { total } from "../usage.ts";

/* What code derives from an agent's answer. */

export interface Turn<A> {
  readonly agent: Agent;
  /** With its texts as they are read. */
  readonly answer: A | null;
  /** How the answer was read; `undefined` where it was in the expected form. */
  readonly reading: Reading | undefined;
  readonly report: AgentTurn;
  readonly headline: string;
  readonly entry: TranscriptEntry;
  readonly calls: readonly ModelCall[];
  readonly proposed: Digest["proposed"];
  /** Evidence that the agent's own look-ups added. */
  readonly found: readonly Evidence[];
}

export function conclude<A extends AnswerBase>(
  role: Role<A>,
  { round }: TurnInput,
  read: ReadTurn<A>,
  calls: readonly ModelCall[],
): Turn<A> {
  const { answer, text, digest, checked, spoken } = read;
  const { problem, reading } = spoken;
  return {
    agent: role.agent,
    answer,
    reading,
    headline: digest.headline ?? headlineOf(read),
    report: {
      round,
      text,
      points: [...digest.points],
      fields: { ...digest.fields },
      problem,
      ...(reading === undefined || reading.steps.length === 0 ? {} : { read_as: reading.steps }),
      ...(reading === undefined || reading.conversions.length === 0 ? {} : { conversions: reading.conversions }),
      checked,
    },
    entry: entryOf(role, round, read),
    calls,
    proposed: digest.proposed,
    found: read.found,
  };
}

/** It is read without the report, so it says what the check found. */
function headlineOf({ text, digest, checked }: ReadTurn<unknown>): string {
  const [first] = digest.points;
  const headline = firstSentence(first?.claim ?? text);
  return first !== undefined && hasDoubt(checked.points[0]) ? `${headline} (not supported by the evidence)` : headline;
}

function hasDoubt(spans: readonly TextSpan[] | undefined): boolean {
  return spans?.some(isDoubtful) === true;
}

/** @param told its prose as streamed; `null`: unknown */
export function finished<A>(turn: Turn<A>, told: string | null): DebateEvent {
  const { tokens, cost_usd } = total(turn.calls);
  const { text, points } = turn.report;
  const checked = checkedOf(turn.report);
  return {
    type: "agent.finished",
    agent: turn.agent,
    round: turn.report.round,
    headline: turn.headline,
    tokens,
    cost_usd,
    unsupported_numbers: countFigures(checked).unsupported,
    skipped: null,
    points: points.map(({ claim, evidence }, index) => ({
      claim,
      evidence,
      is_supported: !hasDoubt(checked.points[index]),
    })),
    spans: checked.text,
    ...(told !== text && { text }),
  };
}
