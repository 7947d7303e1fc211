import type { Agent, Point, Reading } from "#src/contract/run/answers.ts";
import type { Evidence } from "#src/contract/run/evidence.ts";
import { type Checked, type TextSpan, countFigures, isDoubtful } from "#src/contract/run/spans.ts";
import { shorten, ellipsis } from "#src/core/text/shorten.ts";
import type { DebateEvent } from "#src/contract/run/events.ts";
import { checkedOf } from "#src/contract/run/checked.ts";
import type { AgentTurn, ModelCall } from "#src/contract/run/run.ts";
import type { AnswerBase, Spoken, ToolCall, ToolSpec, ToolStep, TranscriptEntry } from "../reasoners/reasoner.ts";
import type { Digest, Role } from "../agents.ts";
import { type FigureIndex, readStatement } from "../figures/figures.ts";
import type { DebateContext } from "./model-call.ts";
import { readConditions } from "../theses/read-words.ts";
import { total } from "../budget.ts";

/* References are written out, and the rest is held against the evidence. */

/** What one agent is given when it speaks. */
export interface TurnInput {
  readonly round: number;
  readonly evidence: readonly Evidence[];
  readonly transcript: readonly TranscriptEntry[];
  readonly index: () => FigureIndex;
  /** Numbers that earlier agents set themselves. */
  readonly proposed: Digest["proposed"];
}

/** An analyst's tools: the questions, the limit, and who looks them up. */
export interface Toolbox {
  readonly specs: readonly ToolSpec[];
  readonly mostSteps: number;
  /** Evidence is numbered after `known`; a step of its own. */
  look(step: string, calls: readonly ToolCall[], known: readonly Evidence[]): Promise<ToolStep>;
  indexOf(evidence: readonly Evidence[]): FigureIndex;
}

export type Statement<A> = Extract<Spoken<A>, { kind: "statement" }>;

export interface ReadTurn<A> {
  /** As it came. */
  readonly spoken: Statement<A>;
  /** All below is as others read it. */
  readonly answer: A | null;
  readonly text: string;
  readonly digest: Digest;
  readonly checked: Checked;
  /** What contradicts the evidence, in words for the model that said it. */
  readonly denials: readonly string[];
  /** Evidence that the agent's own look-ups added. */
  readonly found: readonly Evidence[];
}

export function readTurn<A extends AnswerBase>(
  { header, reasoner }: Pick<DebateContext, "header" | "reasoner">,
  role: Role<A>,
  before: TurnInput,
  spoken: Statement<A>,
  steps: readonly ToolStep[],
  toolbox: Toolbox | undefined,
): ReadTurn<A> {
  const { answer } = spoken;
  const said = answer === null ? unstructured : role.digest(answer);
  const looked = found(steps, before.evidence);
  const common = {
    index: indexOf(before, looked, toolbox),
    currency: header.instrument.currency,
    isIndex: header.instrument.assetType === "index",
    own: ownTerms(said),
    proposed: [...before.proposed, ...said.proposed],
    language: header.language,
    isTrusted: writesFigures(reasoner.provider),
  };
  const read = readStatement({ ...common, text: spoken.text, points: said.points, fields: said.texts ?? {} });
  const conditions = readConditions(said.conditions ?? {}, common);
  const texts = { ...read.fields, ...conditions.fields };
  const written = answer === null ? null : (role.withTexts?.(answer, texts) ?? answer);
  return {
    spoken,
    answer: written,
    text: read.text,
    digest: { ...(written === null ? said : role.digest(written)), points: read.points },
    checked: { ...read.checked, fields: { ...read.checked.fields, ...conditions.spans } },
    denials: [...read.denials, ...conditions.denials],
    found: looked,
  };
}

/** The figures of its statements are written by code from the start. */
function writesFigures(provider: string): boolean {
  return provider === "rules";
}

const unstructured: Digest = { headline: "no structured answer", summary: "", points: [], fields: {}, proposed: [] };

function indexOf(before: TurnInput, looked: readonly Evidence[], toolbox: Toolbox | undefined): FigureIndex {
  return toolbox === undefined || looked.length === 0
    ? before.index()
    : toolbox.indexOf([...before.evidence, ...looked]);
}

const terms = ["entry", "stop", "target", "size_pct", "confidence", "horizon_days"];

/** What the agent set in this answer. */
function ownTerms({ fields }: Digest): Record<string, number | null> {
  return Object.fromEntries(
    terms.flatMap((term) => {
      const value = fields[term];
      return typeof value === "number" ? [[term, value]] : [];
    }),
  );
}

/** The evidence that the steps added, each piece once. */
export function found(steps: readonly ToolStep[], known: readonly Evidence[]): Evidence[] {
  const seen = new Set(known.map((item) => item.id));
  return steps
    .flatMap((step) => step.results.flatMap((result) => result.evidence))
    .filter((item) => !seen.has(item.id) && seen.add(item.id));
}

const longestProse = 1200;

/** What later agents read, with denials marked. */
function entryOf(
  { agent }: Pick<Role<never>, "agent">,
  round: number,
  { answer, text, digest, checked, spoken }: ReadTurn<unknown>,
): TranscriptEntry {
  const points = digest.points.map((point, index) => marked(point, checked.points[index] ?? []));
  // A partial answer may have no points: then its prose is read.
  const isPart: Reading | undefined = spoken.reading;
  const isProse = answer === null || (isPart !== undefined && points.length === 0 && digest.summary === "");
  return { agent, round, points, summary: isProse ? prose(text, checked.text) : digest.summary };
}

function marked({ claim, evidence }: Point, spans: readonly TextSpan[]): Point {
  return { claim: `${claim}${doubt(claim, spans)}`, evidence };
}

function prose(text: string, spans: readonly TextSpan[]): string {
  const beginning = shorten(text, longestProse);
  return `${beginning}${doubt(
    text,
    spans.filter(({ to }) => to <= beginning.length),
  )}`;
}

function doubt(text: string, spans: readonly TextSpan[]): string {
  const denied = [...new Set(spans.filter(isDoubtful).map(({ from, to }) => text.slice(from, to)))];
  return denied.length === 0 ? "" : ` (not supported by the evidence: ${denied.join("; ")})`;
}

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

export function firstSentence(text: string, most = 90): string {
  const line = text
    .replaceAll(/[#*_>`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const end = line.search(/[.!?](\s|$)|[。！？।؟۔]/);
  return ellipsis(end > 0 ? line.slice(0, end + 1) : line, most);
}
