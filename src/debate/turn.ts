import { z } from "zod";
import { Agent } from "#src/contract/answers.ts";
import type { Evidence } from "#src/contract/evidence.ts";
import type { DebateEvent } from "#src/contract/events.ts";
import { isSupported, type Grounding } from "#src/contract/judgement.ts";
import type { AgentTurn, CallRecord } from "#src/contract/run.ts";
import { Tokens, Usd } from "#src/contract/usage.ts";
import { Cancelled, CorruptRun, ModelFailed } from "#src/platform/errors.ts";
import { canonicalJson, sha256 } from "#src/platform/hash.ts";
import { promptText, renderPrompt } from "#src/reasoners/prompt.ts";
import type {
  AnswerBase,
  Brief,
  Reasoner,
  Spoken,
  ToolCall,
  ToolSpec,
  ToolStep,
  TranscriptEntry,
} from "#src/reasoners/reasoner.ts";
import { firstSentence, type Digest, type Role } from "./agents/role.ts";
import type { Budget } from "./budget.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { ground, type EvidenceIndex } from "./grounding.ts";
import { total, type Billed } from "./usage.ts";

/** What every turn of one run shares. */
export interface Table {
  readonly reasoner: Reasoner;
  readonly checkpoint: Checkpoint;
  readonly budget: Budget;
  readonly emit: (event: DebateEvent) => void;
  readonly signal: AbortSignal;
  readonly header: Pick<Brief<never>, "instrument" | "asOf" | "tradeDate" | "seed">;
}

/** What one agent has before it when it speaks. */
export interface Before {
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
  readonly report: AgentTurn;
  readonly headline: string;
  readonly entry: TranscriptEntry;
  readonly calls: readonly CallRecord[];
  readonly proposed: Digest["proposed"];
  /** Evidence that the agent's own look-ups added. */
  readonly found: readonly Evidence[];
}

/** One agent speaks once: its tool steps, its statement, and what code makes of the statement. */
export async function takeTurn<A extends AnswerBase>(
  table: Table,
  role: Role<A>,
  before: Before,
  toolbox?: Toolbox,
): Promise<Turn<A>> {
  const { agent } = role;
  const { round } = before;
  table.emit({ type: "agent.started", agent, round });
  const calls: CallRecord[] = [];
  const steps: ToolStep[] = [];
  for (;;) {
    const mayLook = toolbox !== undefined && steps.length < toolbox.mostSteps;
    const step = steps.length === 0 ? `${agent}/${round}` : `${agent}/${round}.${steps.length}`;
    const { spoken, record } = await call(table, step, {
      ...table.header,
      agent,
      round,
      depth: role.depth,
      evidence: before.evidence,
      transcript: before.transcript,
      ask: role.ask(round),
      answer: role.answer,
      tools: mayLook ? toolbox.specs : [],
      steps,
    });
    calls.push(record);
    if (spoken.kind === "statement") {
      const turn = conclude(role, before, spoken, calls, steps, toolbox);
      table.emit(finished(turn));
      return turn;
    }
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

const callShape = { model: z.string(), tokens: Tokens, costUsd: Usd.nullable() };
const StoredCall = z.object({
  prompt: z.string(),
  spoken: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("statement"),
      text: z.string(),
      answer: z.unknown(),
      problem: z.string().nullable(),
      call: z.object(callShape),
    }),
    z.object({
      kind: z.literal("tools"),
      calls: z.array(z.object({ id: z.string(), name: z.string(), input: z.unknown() })).readonly(),
      call: z.object(callShape),
    }),
  ]),
});

/** The key under which a call's answer is kept, as replay and resume find it. */
export function callKey(step: string): string {
  return `call ${step}`;
}

/** The calls among kept steps, for the bill. @throws CorruptRun */
export function keptCalls(kept: ReadonlyMap<string, unknown>): Billed[] {
  return [...kept].flatMap(([key, value]) => {
    const step = /^call ((\w+)\/.*)$/.exec(key);
    if (step === null) return [];
    const agent = Agent.safeParse(step[2]);
    const stored = StoredCall.safeParse(value);
    if (!agent.success || !stored.success) throw new CorruptRun(`step "${key}" is not as it was written`);
    const { model, tokens, costUsd } = stored.data.spoken.call;
    return { agent: agent.data, model, tokens, cost_usd: costUsd };
  });
}

/** One call, made at most once in the life of the run: paid for from the budget, and kept when it is finished. */
async function call<A extends AnswerBase>(
  table: Table,
  step: string,
  brief: Brief<A>,
): Promise<{ spoken: Spoken<A>; record: CallRecord }> {
  const prompt = sha256(promptText(renderPrompt(brief)));
  const stored = await table.checkpoint.step(callKey(step), StoredCall, async () => {
    if (table.signal.aborted) throw new Cancelled();
    const settle = table.budget.reserve(table.reasoner.estimate(brief), step);
    try {
      const spoken = await table.reasoner.speak(brief, {
        signal: table.signal,
        onDelta: (text) => table.emit({ type: "agent.delta", agent: brief.agent, round: brief.round, text }),
      });
      settle(spoken.call.costUsd);
      return { prompt, spoken: storable(spoken) };
    } catch (error) {
      // A call that failed may have been billed; what it could cost stays spent.
      settle(null);
      throw error;
    }
  });
  const { spoken } = stored;
  const { model, tokens, costUsd } = spoken.call;
  const record = {
    step,
    agent: brief.agent,
    round: brief.round,
    model,
    prompt_sha256: prompt,
    answer_sha256: sha256(canonicalJson(spoken)),
    tokens,
    cost_usd: costUsd,
  };
  if (spoken.kind === "tools") return { spoken, record };
  return { spoken: { ...spoken, answer: spoken.answer === null ? null : brief.answer.parse(spoken.answer) }, record };
}

/** JSON has no `undefined`: a look-up that came without an input is kept with none. */
function storable<A>(spoken: Spoken<A>): Spoken<A> {
  if (spoken.kind === "statement") return spoken;
  return { ...spoken, calls: spoken.calls.map((asked) => ({ ...asked, input: asked.input ?? null })) };
}

const proseShown = 1200;

function conclude<A extends AnswerBase>(
  role: Role<A>,
  before: Before,
  spoken: Extract<Spoken<A>, { kind: "statement" }>,
  calls: readonly CallRecord[],
  steps: readonly ToolStep[],
  toolbox: Toolbox | undefined,
): Turn<A> {
  const { agent } = role;
  const { answer, text, problem } = spoken;
  const digest: Digest =
    answer === null
      ? {
          headline: "no structured answer",
          summary: [...text].slice(0, proseShown).join(""),
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
  });
  return {
    agent,
    answer,
    headline: headlineOf(digest, grounding),
    report: { round: before.round, text, points: [...digest.points], fields: { ...digest.fields }, problem, grounding },
    entry: { agent, round: before.round, points: digest.points, summary: digest.summary },
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
