import type { Agent } from "#src/contract/answers.ts";
import { checkedOf } from "#src/contract/checked.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { DebateEvent } from "#src/contract/events.ts";
import { isSupported, type Grounding } from "#src/contract/judgement.ts";
import type { Reading } from "#src/contract/reading.ts";
import type { AgentTurn, ModelCall } from "#src/contract/run.ts";
import { countFigures, isFlagged } from "#src/contract/spans.ts";
import type { AnswerBase, Spoken, ToolCall, ToolSpec, ToolStep, TranscriptEntry } from "#src/reasoners/reasoner.ts";
import { firstSentence, type Digest, type Role } from "./agents/role.ts";
import { ground, type EvidenceIndex } from "./grounding.ts";
import { total } from "./usage.ts";
import { shorten } from "#src/platform/shorten.ts";

/* What code makes of what an agent has said. */

/** What one agent has before it when it speaks. */
export interface TurnInput {
  readonly round: number;
  readonly evidence: readonly Evidence[];
  readonly transcript: readonly TranscriptEntry[];
  readonly index: () => EvidenceIndex;
  /** Numbers that earlier agents set themselves. */
  readonly proposed: Digest["proposed"];
}

/** Tools of an analyst: what may be asked, how often, and who looks. */
export interface Toolbox {
  readonly specs: readonly ToolSpec[];
  readonly mostSteps: number;
  /** Looks up the calls of one step; evidence is numbered after `known`. Kept as a step of its own. */
  look(step: string, calls: readonly ToolCall[], known: readonly Evidence[]): Promise<ToolStep>;
  indexOf(evidence: readonly Evidence[]): EvidenceIndex;
}

export interface Turn<A> {
  readonly agent: Agent;
  readonly answer: A | null;
  /** How the answer was read; `undefined` where it came in its form. */
  readonly reading: Reading | undefined;
  readonly report: AgentTurn;
  readonly headline: string;
  readonly entry: TranscriptEntry;
  readonly calls: readonly ModelCall[];
  readonly proposed: Digest["proposed"];
  /** Evidence that the agent's own look-ups added. */
  readonly found: readonly Evidence[];
}
function beginning(text: string): string {
  return shorten(text, 1200);
}

export type Statement<A> = Extract<Spoken<A>, { kind: "statement" }>;

export function conclude<A extends AnswerBase>(
  role: Role<A>,
  before: TurnInput,
  spoken: Statement<A>,
  calls: readonly ModelCall[],
  steps: readonly ToolStep[],
  toolbox: Toolbox | undefined,
  language: string | undefined,
): Turn<A> {
  const { agent } = role;
  const { answer, text, problem, reading } = spoken;
  const digest: Digest =
    answer === null
      ? {
          headline: "no structured answer",
          summary: beginning(text),
          points: [],
          fields: {},
          proposed: [],
        }
      : role.digest(answer);
  const looked = found(steps, before.evidence);
  const evidence = [...before.evidence, ...looked];
  const grounding = ground({
    text,
    points: digest.points,
    computations: [],
    index: toolbox !== undefined && looked.length > 0 ? toolbox.indexOf(evidence) : before.index(),
    proposed: [...before.proposed, ...digest.proposed],
    fields: digest.texts ?? {},
    language,
  });
  // What was read in part may have no points: then others read its prose.
  const isProse = reading !== undefined && digest.points.length === 0 && digest.summary === "";
  return {
    agent,
    answer,
    reading,
    headline: headlineOf(digest, grounding),
    report: {
      round: before.round,
      text,
      points: [...digest.points],
      fields: { ...digest.fields },
      problem,
      ...(reading === undefined || reading.steps.length === 0 ? {} : { read_as: reading.steps }),
      ...(reading === undefined || reading.conversions.length === 0 ? {} : { conversions: reading.conversions }),
      grounding,
    },
    entry: { agent, round: before.round, points: digest.points, summary: isProse ? beginning(text) : digest.summary },
    calls,
    proposed: digest.proposed,
    found: looked,
  };
}

/** A headline that repeats a claim says what the check found of it: it is read without the report. */
function headlineOf({ headline, points }: Digest, grounding: Grounding): string {
  const [first] = points;
  if (first === undefined || headline !== firstSentence(first.claim)) return headline;
  return isDoubtful(grounding, 0) ? `${headline} (not supported by the evidence)` : headline;
}

/** Whether a number or a word of this point's claim was flagged. */
function isDoubtful({ numbers, words }: Grounding, point: number): boolean {
  return (
    numbers.some((number) => number.point === point && !isSupported(number)) ||
    words.some((claim) => claim.point === point && claim.verdict === "contradicted")
  );
}

/** What the steps added to the evidence known before, each once. */
export function found(steps: readonly ToolStep[], known: readonly Evidence[]): Evidence[] {
  const seen = new Set(known.map((item) => item.id));
  return steps
    .flatMap((step) => step.results.flatMap((result) => result.evidence))
    .filter((item) => !seen.has(item.id) && seen.add(item.id));
}

export function finished<A>(turn: Turn<A>): DebateEvent {
  const { tokens, cost_usd } = total(turn.calls);
  const { points } = turn.report;
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
      is_supported: !checked.points[index]?.some(isFlagged),
    })),
    spans: checked.text,
  };
}
