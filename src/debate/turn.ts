import type { Agent } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { DebateEvent } from "#src/contract/events.ts";
import { isSupported, type Grounding } from "#src/contract/judgement.ts";
import type { Reading } from "#src/contract/reading.ts";
import type { AgentTurn, CallRecord } from "#src/contract/run.ts";
import { ModelFailed } from "#src/platform/errors.ts";
import type {
  AnswerBase,
  Brief,
  Spoken,
  ToolCall,
  ToolSpec,
  ToolStep,
  TranscriptEntry,
} from "#src/reasoners/reasoner.ts";
import { keptAbsence, orUnasked, type Absence } from "./absence.ts";
import { firstSentence, type Digest, type Role } from "./agents/role.ts";
import { ground, type EvidenceIndex } from "./grounding.ts";
import { makeCall, type DebateContext } from "./model-call.ts";
import { total } from "./usage.ts";
import { shorten } from "#src/platform/shorten.ts";

/** What one agent has before it when it speaks. */
export interface TurnInput {
  readonly round: number;
  readonly evidence: readonly Evidence[];
  readonly transcript: readonly TranscriptEntry[];
  readonly index: EvidenceIndex;
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
  readonly calls: readonly CallRecord[];
  readonly proposed: Digest["proposed"];
  /** Evidence that the agent's own look-ups added. */
  readonly found: readonly Evidence[];
}

/**
 * One agent speaks once: its tool steps, its statement, one further call where the statement lacks what the agent is
 * there for, and what code makes of it.
 * @returns an absence where its model gave no answer and a debate can do without it
 * @throws ModelFailed where it cannot, BudgetExceeded, Cancelled
 */
export async function takeTurn<A extends AnswerBase>(
  table: DebateContext,
  role: Role<A>,
  before: TurnInput,
  toolbox?: Toolbox,
): Promise<Turn<A> | Absence> {
  const { agent } = role;
  const { round } = before;
  table.emit({ type: "agent.started", agent, round });
  const calls: CallRecord[] = [];
  try {
    const kept = await keptAbsence(table.checkpoint, agent, round);
    if (kept !== null) return absent(table, kept);
    const first = await firstStatement(table, role, before, calls, toolbox);
    const spoken = await completed(table, role, first, calls);
    if (spoken.answer === null && spoken.text.trim() === "")
      throw new ModelFailed(spoken.call.model, "malformed", spoken.problem ?? "the answer was empty");
    const turn = conclude(role, before, spoken, calls, first.brief.steps, toolbox, table.header.language);
    table.emit(finished(turn));
    return turn;
  } catch (error) {
    if (!(error instanceof ModelFailed) || !canDoWithout(agent, error.reason)) throw error;
    const reason = `the model gave no answer: ${error.message}`;
    return absent(table, { agent, round, reason, isRefusal: error.reason === "refused", calls, error });
  }
}

/** Whether a debate goes on when this agent's model failed so. Nothing can be asked with a key that is refused. */
function canDoWithout(agent: Agent, reason: ModelFailed["reason"]): boolean {
  if (reason === "unauthorized") return false;
  const isOneOfSeveral = agent !== "research_manager" && agent !== "trader" && agent !== "portfolio_manager";
  return isOneOfSeveral || reason === "refused" || reason === "malformed";
}

type Statement<A> = Extract<Spoken<A>, { kind: "statement" }>;

interface First<A> {
  readonly spoken: Statement<A>;
  readonly step: string;
  readonly brief: Brief<A>;
}

/** The look-ups of a turn, and what is said after them. */
async function firstStatement<A extends AnswerBase>(
  table: DebateContext,
  role: Role<A>,
  before: TurnInput,
  calls: CallRecord[],
  toolbox: Toolbox | undefined,
): Promise<First<A>> {
  const { agent } = role;
  const { round } = before;
  const steps: ToolStep[] = [];
  for (;;) {
    const mayLook = toolbox !== undefined && steps.length < toolbox.mostSteps;
    const step = steps.length === 0 ? `${agent}/${round}` : `${agent}/${round}.${steps.length}`;
    const brief: Brief<A> = {
      ...table.header,
      agent,
      round,
      depth: role.depth,
      evidence: before.evidence,
      transcript: before.transcript,
      ...(role.form !== undefined && { form: role.form(round) }),
      ask: role.ask(round),
      answer: role.answer,
      tools: mayLook ? toolbox.specs : [],
      steps: [...steps],
    };
    const { spoken, record } = await makeCall(table, step, brief);
    calls.push(record);
    if (spoken.kind === "statement") return { spoken, step, brief };
    if (!mayLook) throw new ModelFailed(record.model, "malformed", `${step} asked for tools when none were open`);
    const known = [...before.evidence, ...found(steps, before.evidence)];
    const looked = await toolbox.look(`${step}/tools`, spoken.calls, known);
    for (const [index, { name }] of spoken.calls.entries()) {
      const fresh = found([{ calls: [], results: looked.results.slice(index, index + 1) }], known);
      table.emit({ type: "agent.tool", agent, round, tool: name, found: fresh.length });
      known.push(...fresh);
    }
    steps.push(looked);
  }
}

/** The statement, or a second one where the first lacks what the agent is there for and the second has it. */
async function completed<A extends AnswerBase>(
  table: DebateContext,
  role: Role<A>,
  { spoken, step, brief }: First<A>,
  calls: CallRecord[],
): Promise<Statement<A>> {
  const problem = lackOf(role, spoken);
  if (problem === null) return spoken;
  const said = spoken.text === "" || spoken.answer === null ? spoken.text : JSON.stringify(spoken.answer);
  const again = { said, problem, isCut: spoken.reading?.is_cut === true };
  const second = `${step}:again`;
  const asked = await orUnasked(table.checkpoint, second, () =>
    makeCall(table, second, { ...brief, tools: [], again }),
  );
  if (!asked.ok) {
    const unasked = `${spoken.problem ?? problem}; it could not be asked again: ${asked.reason}`;
    return { ...readAlso(spoken, asked.isBudget ? ["over_budget"] : []), problem: unasked };
  }
  calls.push(asked.value.record);
  const other = asked.value.spoken;
  const serves = ({ text, answer, reading }: Statement<A>): boolean =>
    role.serves?.({ text, answer, reading }) ?? false;
  const isBetter = other.kind === "statement" && (lackOf(role, other) === null || (serves(other) && !serves(spoken)));
  return readAlso(isBetter ? other : spoken, ["asked_again"]);
}

/** What is missing, in words for the model; `null` where nothing is that matters. */
function lackOf<A extends AnswerBase>(role: Role<A>, { text, answer, reading }: Statement<A>): string | null {
  if (text.trim() === "") return answer === null ? "The answer was empty." : 'The field "text" is missing.';
  return role.lacks?.({ text, answer, reading }) ?? null;
}

function readAlso<A>(spoken: Statement<A>, also: Reading["steps"]): Statement<A> {
  const { steps, ...rest } = spoken.reading ?? plainReading;
  return { ...spoken, reading: { ...rest, steps: [...steps, ...also] } };
}

const plainReading: Reading = { steps: [], conversions: [], missing: [], disputed: [], is_cut: false };

function absent(table: DebateContext, absence: Absence): Absence {
  const { agent, round, reason } = absence;
  table.emit({
    type: "agent.finished",
    agent,
    round,
    headline: "no answer",
    // What was asked for in vain may have been billed.
    ...total(absence.calls),
    cost_usd: null,
    unsupported_numbers: 0,
    skipped: reason,
  });
  return absence;
}

function beginning(text: string): string {
  return shorten(text, 1200);
}

function conclude<A extends AnswerBase>(
  role: Role<A>,
  before: TurnInput,
  spoken: Statement<A>,
  calls: readonly CallRecord[],
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
    computations: answer?.computations ?? [],
    index: toolbox !== undefined && looked.length > 0 ? toolbox.indexOf(evidence) : before.index,
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
function headlineOf({ headline, points }: Digest, { numbers, words }: Grounding): string {
  const [first] = points;
  if (first === undefined || headline !== firstSentence(first.claim)) return headline;
  const doubtful =
    numbers.some((number) => number.point === 0 && !isSupported(number)) ||
    words.some(({ point, verdict }) => point === 0 && verdict === "contradicted");
  return doubtful ? `${headline} (not supported by the evidence)` : headline;
}

/** What the steps added to the evidence known before, each once. */
function found(steps: readonly ToolStep[], known: readonly Evidence[]): Evidence[] {
  const seen = new Set(known.map((item) => item.id));
  return steps
    .flatMap((step) => step.results.flatMap((result) => result.evidence))
    .filter((item) => !seen.has(item.id) && seen.add(item.id));
}

function finished<A>(turn: Turn<A>): DebateEvent {
  const { tokens, cost_usd } = total(turn.calls);
  return {
    type: "agent.finished",
    agent: turn.agent,
    round: turn.report.round,
    headline: turn.headline,
    tokens,
    cost_usd,
    unsupported_numbers: turn.report.grounding.unsupported,
    skipped: null,
  };
}
